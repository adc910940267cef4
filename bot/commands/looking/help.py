"""``help``: what one can do here and now."""

from dataclasses import replace
from typing import Final

from bot.games.asking import Asking
from bot.scene import Scene
from bot.usecases.beyond import Beyond
from bot.usecases.guide import help_
from bot.usecases.rows import CommandRow, Needs, always
from bot.usecases.showing import glimpse


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
