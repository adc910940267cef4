"""Which messages are answers to one person, so that none is taken for the message of a game."""

from collections import deque
from typing import Final

KEPT: Final = 2000
"""So many are remembered: long enough for any whose number is near that of a message just sent."""


class Answered:
    """The newest answers, by chat and number."""

    def __init__(self) -> None:
        self._answers: deque[tuple[int, int]] = deque(maxlen=KEPT)

    def note(self, chat: int, number: int) -> None:
        """Remember a message as an answer."""
        self._answers.append((chat, number))

    def __contains__(self, message: tuple[int, int]) -> bool:
        return message in self._answers
