"""``settings``: what a game agrees on, or what a person wants."""

from typing import Final

from bot.clocks.preferences import AutoPass
from bot.commands.games.new import AGREED
from bot.games.header import View
from bot.games.parser import Command
from bot.scenes.offers import DOOR
from bot.usecases import personal
from bot.usecases.rows import CommandRow, Option
from bot.usecases.wishes import WISH, WISHES

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
