"""Opponents' turns: thought out apart, and carried out like any change."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

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


class Opponents:
    """Moves for opponents. ``by_itself`` makes a change that nobody has asked for."""

    def __init__(
        self, games: Games, time: Timekeeper, clock: Clock, minds: Thinking, by_itself: ByItself
    ) -> None:
        self._games = games
        self._time = time
        self._clock = clock
        self._minds = minds
        self._by_itself: Final = by_itself
        self.soon = Soon()

    def look(self, game: Game) -> None:
        """Let somebody look as soon as an opponent is to move in a game that has just changed."""
        if (when := moves_at(game)) is not None:
            self.soon.within((when - self._clock.now()).total_seconds())

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
        person = game.header.people[game.course.position.seat]
        actions = await self._minds.think(game.record.to_json(), level_of(person))
        thought = Thought(game.id, game.version, actions)
        reply = await self._by_itself(alarm(place), partial(moved, thought))
        return None if reply is None else (place, reply)
