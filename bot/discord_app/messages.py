"""What stands in a channel for a game, as the store keeps it: its live message, and a notice beside it."""

from dataclasses import dataclass
from typing import Self

from bot.scene import Scene


@dataclass(frozen=True, slots=True)
class Shown:
    """The ids of the live message and of the notice; 0 for one that is not there."""

    message: int = 0
    notice: int = 0

    def __str__(self) -> str:
        return f"{self.message}/{self.notice}" if self.notice else str(self.message)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what ``str(shown)`` wrote; anything else is nothing that is shown."""
        message, _, notice = text.partition("/")
        return cls(_number(message), _number(notice))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() else 0


def nonce(scene: Scene, kind: str = "") -> str:
    """By this Discord recognises a message that is sent once more because its answer was lost."""
    return f"{scene.game[:12]}:{scene.version}{kind}"
