"""``help``: what one can do here and now."""

from dataclasses import replace
from typing import Final

from bot.scene import Scene
from bot.table.asking import Asking
from bot.table.errands.beyond import Beyond
from bot.table.guide import help_
from bot.table.rows import CommandRow, Needs, always
from bot.table.showing import glimpse


async def here(beyond: Beyond, asking: Asking) -> Scene:
    """Help is there at once, whatever can be seen of the game."""
    game, unseen = await glimpse(beyond.games, asking.request.channel)
    return help_(replace(asking, game=game), unseen)


COMMAND: Final = CommandRow(
    rank=230,
    errand=here,
    needs=Needs.NOTHING,
    private=always,
    anyone=always,
    admins=True,
)
