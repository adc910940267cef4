"""``rules``: the rules, with pictures."""

from typing import Final

from bot.usecases import manual
from bot.usecases.rows import CommandRow, Needs, Option, always

COMMAND: Final = CommandRow(
    rank=220,
    serve=manual.rules,
    options=(Option("topic", choices={topic: manual.TITLE_OF(topic) for topic in manual.TOPICS}),),
    needs=Needs.NO_GAME,
    private=always,
    anyone=always,
    ages=True,
)
