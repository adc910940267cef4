"""``settings``: what a game agrees on, or what a person wants."""

from typing import Final

from bot.commands.new import AGREED
from bot.table.errands import personal
from bot.table.header import View
from bot.table.parser import Command
from bot.table.preferences import AutoPass
from bot.table.rows import CommandRow, Option
from bot.table.scenes.offers import DOOR
from bot.table.wishes import WISH, WISHES

_VALUES: Final = {
    "confirm": ("on", "off"),
    "nomeeple": ("ask", "pass"),
    "autopass": tuple(value.value for value in AutoPass),
    "mute": ("on", "off"),
    "private": ("on", "off"),
}
_LISTED: Final = tuple(
    Option(name, choices={value: WISH(name, value) for value in values}, named=True)
    for name, values in _VALUES.items()
)
"""What a person can choose for themselves from a list of values; what has no such list is typed."""


def _own(command: Command) -> bool:
    words, options = command.words, set(command.options)
    return words[:1] == (personal.ME,) or (not words and options <= WISHES - personal.OF_GAMES_TOO)


COMMAND: Final = CommandRow(
    rank=250,
    errand=personal.settings,
    options=(
        *AGREED,
        Option("language", languages=True, named=True),
        Option("view", choices={view.value: DOOR(view) for view in View}, named=True),
        *_LISTED,
        *(Option(name, named=True) for name in ("remind", "zone", "quiet", "vacation")),
    ),
    private=_own,
    admins=True,
    ages=True,
    late=True,
    speaks=True,
)
