"""``rules``: the rules, with pictures."""

from dataclasses import replace
from typing import Final

from bot.games.asking import Asking
from bot.lessons.screens import TITLE_OF, TOPICS
from bot.lessons.screens import rules as read
from bot.scene import Scene
from bot.usecases.beyond import Beyond
from bot.usecases.rows import CommandRow, Needs, Option, always
from bot.usecases.showing import glimpse


async def rules(beyond: Beyond, asking: Asking) -> Scene:
    """``rules``: they can be read whatever is the matter with the place's game."""
    game, _ = await glimpse(beyond.games, asking.request.channel)
    return read(replace(asking, game=game))


COMMAND: Final = CommandRow(
    rank=220,
    errand=rules,
    options=(Option("topic", choices={topic: TITLE_OF(topic) for topic in TOPICS}),),
    needs=Needs.NO_GAME,
    private=always,
    anyone=always,
    ages=True,
)
