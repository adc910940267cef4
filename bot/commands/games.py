"""``games``: all games of one person, everywhere."""

from typing import Final

from bot.scene import Scene
from bot.table.asking import Asking
from bot.table.errands.beyond import Beyond
from bot.table.mine import my_games
from bot.table.rows import CommandRow, Needs, always


async def games(beyond: Beyond, asking: Asking) -> Scene:
    """``games``: where the asking person plays, and whose turn it is there."""
    return await my_games(beyond.store, beyond.games, asking.request, asking.now)


COMMAND: Final = CommandRow(
    rank=190,
    errand=games,
    needs=Needs.NOTHING,
    private=always,
)
