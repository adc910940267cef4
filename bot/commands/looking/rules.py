"""``rules``: the rules, with pictures."""

from typing import Final

from bot.lessons.screens import TITLE_OF, TOPICS, rules
from bot.usecases.rows import CommandRow, Needs, Option, always

COMMAND: Final = CommandRow(
    rank=220,
    serve=rules,
    options=(Option("topic", choices={topic: TITLE_OF(topic) for topic in TOPICS}),),
    needs=Needs.NO_GAME,
    private=always,
    anyone=always,
    ages=True,
)
