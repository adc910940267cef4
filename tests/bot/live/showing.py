"""Displays of a chat that forgets and refuses, and what has to hold of them in the end."""

import asyncio

from bot.live.displays import Displays
from bot.live.leisure import ALWAYS, Leisure
from bot.live.pages import WORDS_FIRST
from bot.live.patience import Patience
from tests.bot.live.chat import PLACE, Chat, Games, Page

AT_ONCE = Patience(first=0.0, longest=0.0)
LATE = 0.0
"""Words never wait: each picture comes later than they."""


class Rush:
    """A platform that has hardly time while it is ``crowded``."""

    def __init__(self, *, crowded: bool = True) -> None:
        self.crowded = crowded
        self._eased = asyncio.Event()

    def crowd(self) -> None:
        """It has no time any more."""
        self.crowded = True

    def ease(self) -> None:
        """It has time."""
        self.crowded = False
        self._eased.set()

    async def leisure(self) -> None:
        """See Leisure."""
        while self.crowded:
            self._eased.clear()
            await self._eased.wait()


def displays(
    games: Games,
    chat: Chat,
    patience: Patience = AT_ONCE,
    words_first: float = WORDS_FIRST,
    leisure: Leisure = ALWAYS,
) -> Displays[Page]:
    """The displays of a new process."""
    return Displays(PLACE.platform, games, chat, patience=patience, words_first=words_first, leisure=leisure)


async def rest(shown: Displays[Page]) -> None:
    """Wait until nothing is being shown any more."""
    while shown.busy:
        await asyncio.sleep(0)


def assert_led_on(games: Games, chat: Chat, *, kills: int = 0, pictured: bool = False) -> None:
    """Exactly one message can be pressed: the one of the present turn, showing the present version.

    No notice stands there twice. One that was posted by a process that was killed before it was noted may
    stay beside the next. ``pictured``: the place takes pictures, so it has the present one.
    """
    assert [(m.game, m.turn, m.version) for m in chat.pressable] == [(games.game, games.turn, games.version)]
    assert games.settled
    assert games.stored.live is not None
    assert games.stored.live.message == chat.pressable[0].number
    assert games.stored.past == ()
    assert games.stored.stale == ()
    if pictured:
        assert [m.shows for m in chat.pressable] == [games.drawn]
    standing = [message for message in chat.messages.values() if message.notice]
    assert len(standing) <= 1 + kills
    assert len({(message.game, message.version) for message in standing}) == len(standing)
