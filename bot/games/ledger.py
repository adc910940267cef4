"""The statistics' books: results are entered when games end, and can be made anew from the games."""

from collections.abc import AsyncIterator
from typing import Final

import structlog

from bot.games.game import Game
from bot.games.header import Status
from bot.games.loading import Games
from bot.games.results import Rating, Result, counts, result_of
from bot.people import Channel
from bot.store.protocol import CorruptGame, Store, StoreUnavailable

log: Final = structlog.get_logger(__name__)


class Ledger:
    """Keeps the results of one store's games. Several may do so at once."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games

    async def note(self, after: Game) -> None:
        """Enter a game that has ended. Never fails.

        A result stays as it was when whoever manages the chat takes the game up again: nobody's loss goes
        away by that. What could not be entered is caught up with by :meth:`catch_up`.
        """
        try:
            if counts(after):
                await self._enter(after)
        except StoreUnavailable as error:
            log.warning("result not entered", channel=str(after.channel), game=after.id, error=str(error))

    async def catch_up(self) -> int:
        """Enter the results of all games that have none, and say how many there were.

        Raises StoreUnavailable.
        """
        known = {(channel, game) for channel, game, _ in await self._store.results.everything()}
        missing = 0
        async for game in self._finished(known):
            if game.course is not None:
                missing += await self._add(game, result_of(game, game.course))
        if missing:
            await self.rate_anew()
        return missing

    async def missing(self) -> int:
        """How many games have no result and should have one. Raises StoreUnavailable."""
        known = {(channel, game) for channel, game, _ in await self._store.results.everything()}
        return len([game async for game in self._finished(known)])

    async def rate_anew(self) -> None:
        """Make all ratings anew, from the results in the order of time. Raises StoreUnavailable."""
        results = []
        for channel, game, text in await self._store.results.everything():
            result = readable(text)
            if result is not None:
                results.append((result.when, str(channel), game, channel, result))
        ratings: dict[str, Rating] = {}
        for *_, game, channel, result in sorted(results, key=lambda entry: entry[:3]):
            after = result.rate(ratings)
            ratings |= {key: rating for key, rating in zip(after.people, after.ratings, strict=True) if key}
            if after != result:
                await self._store.results.replace(channel, game, after.to_text())

    async def _enter(self, game: Game) -> None:
        if game.course is None:
            return
        result = result_of(game, game.course)
        latest = await self._store.results.latest(result.known)
        before = {key: rating for key, text in latest.items() if (rating := rating_in(text, key)) is not None}
        await self._add(game, result.rate(before))

    async def _add(self, game: Game, result: Result) -> bool:
        return await self._store.results.add(
            game.channel, game.id, result.to_text(), people=result.known, when=result.when.timestamp()
        )

    async def _finished(self, known: set[tuple[Channel, str]]) -> AsyncIterator[Game]:
        """The games that count and are not known. Games that cannot be read are left to the doctor."""
        async for channel, game_id in self._store.everything():
            if (channel, game_id) in known:
                continue
            try:
                stored = await self._store.load_game(channel, game_id)
                if stored is None or stored.header.get("status") != Status.OVER:
                    continue
                game = self._games.open(channel, stored)
            except CorruptGame:
                continue
            if counts(game):
                yield game


def readable(text: str) -> Result | None:
    """A result, or None when it is damaged."""
    try:
        return Result.from_text(text)
    except ValueError as error:
        log.warning("result cannot be read", error=str(error))
        return None


def rating_in(text: str, person: str) -> Rating | None:
    """A person's rating after a result."""
    result = readable(text)
    if result is None or person not in result.people or len(result.ratings) != len(result.people):
        return None
    return result.ratings[result.people.index(person)]
