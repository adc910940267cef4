"""The computer's side of a game on a real platform: a keeper that lets opponents move when it is told to."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.clock import SystemClock
from bot.games.game import Game
from bot.games.loading import Games
from bot.keeper import Keeper, Reachable
from bot.people import Channel
from bot.store import Store
from bot.table.table import Table
from core.records.record import full_bag
from core.tile_data import tile_kind
from core.tiles import TileKind
from tests.bot.table.club import Hands

BAG = ("base/U", "base/V", "base/E", "base/D", "base/W", "base/K")
"""The tiles of a short game."""


def short_bag(sets: Sequence[str], start: TileKind, seed: str, edition: int) -> tuple[TileKind, ...]:
    """In place of ``core.records.record.full_bag``: always the same few tiles."""
    assert full_bag(sets, start, seed, edition)
    return tuple(map(tile_kind, BAG))


@dataclass
class Computer:
    """Whoever looks at what is due in a place, when a test wants it to."""

    store: Store
    channel: Channel
    clock: Hands = field(default_factory=lambda: Hands(SystemClock().now()))

    def table(self) -> Table:
        """A table for the bot, whose time the test moves."""
        return Table(self.store, self.clock)

    async def game(self) -> Game:
        """The game as the store has it."""
        game = await Games(self.store).current(self.channel)
        assert game is not None
        return game

    async def move(self, table: Table, app: Reachable) -> int:
        """Let all opponents move that are to do so now, and show it; how many turns that were."""
        turns, keeper = 0, Keeper(table, {self.channel.platform: app})
        await keeper.beat()
        while (await self.game()).opponent_decides:
            self.clock.pass_by(seconds=2)
            await keeper.work()
            await asyncio.gather(*keeper._answers)
            turns += 1
        return turns
