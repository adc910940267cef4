"""Opponents' turns: thought out apart, ahead of their time, and carried out like any change."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from bot.clock import Clock
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.loading import Games
from bot.games.opponents import moves_at
from bot.people import Channel, level_of
from bot.request import Reply, Request
from bot.soon import Soon
from bot.table.alarm import alarm
from bot.thinking.minds import Thinking
from bot.timing.answering import Thought, moved
from bot.timing.timekeeper import Timekeeper

ByItself = Callable[[Request, Callable[[Asking], Game | None]], Awaitable[Reply | None]]

MOST: Final = 50
"""So many turns are thought out ahead of their time: behind more of them nobody would get advice."""
FORGOTTEN: Final = timedelta(minutes=1)
"""So long after its time a turn has been carried out by another worker."""


class Ahead(NamedTuple):
    """A turn that is being thought out: of which game, in which version, and when it is carried out."""

    game: str
    version: int
    when: datetime
    actions: asyncio.Task[tuple[str, ...]]


class Opponents:
    """Moves for opponents. ``by_itself`` makes a change that nobody has asked for.

    Whoever has made the change before an opponent's turn lets it think at once, so that its move takes its
    pace and no longer. That is remembered here alone: whoever does not know of it thinks when the time comes.
    """

    def __init__(
        self, games: Games, time: Timekeeper, clock: Clock, minds: Thinking, by_itself: ByItself
    ) -> None:
        self._games = games
        self._time = time
        self._clock = clock
        self._minds = minds
        self._by_itself: Final = by_itself
        self.soon = Soon()
        self._ahead: dict[Channel, Ahead] = {}

    def look(self, game: Game) -> None:
        """Let an opponent think that is to move in a game that has just changed, and somebody look then."""
        if (before := self._ahead.pop(game.channel, None)) is not None:
            before.actions.cancel()
        if game.course is None or (when := moves_at(game)) is None:
            return
        now = self._clock.now()
        self._ahead = {place: ahead for place, ahead in self._ahead.items() if now < ahead.when + FORGOTTEN}
        if len(self._ahead) < MOST:
            thinking = self._think(game, game.course.position.seat)
            actions = asyncio.create_task(thinking, name=f"think {game.channel}")
            self._ahead[game.channel] = Ahead(game.id, game.version, when, actions)
        self.soon.within((when - now).total_seconds())

    def stop(self) -> None:
        """Think no further; what is stored is thought out anew by whoever looks after it."""
        for ahead in self._ahead.values():
            ahead.actions.cancel()
        self._ahead.clear()

    async def move(self, place: Channel) -> tuple[Channel, Reply] | None:
        """Let the opponent move that is to do so there; nothing is done where the game goes on meanwhile.

        Gives what :meth:`Table.due` gives. Raises what the store raises.
        """
        game = await self._games.current(place)
        when = None if game is None else moves_at(game)
        if game is None or game.course is None or when is None:
            await self._time.answered(place)
            return None
        if when > self._clock.now():
            await self._time.wind(game, await self._time.known(game, place))
            return None
        ahead = self._ahead.pop(place, None)
        if ahead is not None and (ahead.game, ahead.version) == (game.id, game.version):
            actions = await ahead.actions
        else:
            actions = await self._think(game, game.course.position.seat)
        thought = Thought(game.id, game.version, actions)
        reply = await self._by_itself(alarm(place), partial(moved, thought))
        return None if reply is None else (place, reply)

    async def _think(self, game: Game, seat: int) -> tuple[str, ...]:
        """What the opponent in this seat does, which has to decide."""
        return await self._minds.think(game.record.to_json(), level_of(game.header.people[seat]))
