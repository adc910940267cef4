"""The options of the slash commands, and how a filled-in one becomes a word of the command's text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from babel.core import Locale
from discord import Attachment
from discord.app_commands import Range

from bot.families import Family
from bot.scene import AUTO, THEMES
from bot.table.ballot import NO, TIME_UP_CHOICES, YES
from bot.table.clock import Timeout
from bot.table.describe import SET, TITLE
from bot.table.ending import ASK
from bot.table.errands.replay import REPLAY, SHOWN
from bot.table.header import View
from bot.table.info import THEME
from bot.table.look import OWNERS, VIEWS
from bot.table.manual import TITLE_OF, TOPICS
from bot.table.preferences import AutoPass
from bot.table.rematch import AGAIN
from bot.table.scenes.lobby import TIMEOUT
from bot.table.scenes.offers import DOOR, UNDO_RULE
from bot.table.scenes.pace import VOTE
from bot.table.sets import ALL
from bot.table.undone import Undo
from bot.table.wishes import WISH
from core.rules import EXPANSIONS, GAMES

MAX_WORD: Final = 100
MOST_PLAYERS: Final = 6
MOST_GAMES: Final = 9999
MOST_TURNS: Final = 999


_VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "fields": ("on", "off"),
    "order": ("random", "joined"),
    "turn": ("0", "90", "180", "270"),
    "view": VIEWS,
    "who": ("me",),
    "show": ("on", "off"),
    "action": ("skip", "pause", "resume", "free", "back", "redo"),
    "whose": ("me",),
}
"""The values of options whose names here are not those of buttons."""
_VALUE: Final = Family(
    "discord.value.{}.{}", of=((name, v) for name, values in _VALUES.items() for v in values)
)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command.

    ``choices`` are all there is to choose from, each with its key in the catalogue or its very label.
    ``suggested`` offers what the game offers right now, and takes anything. A ``named`` option becomes
    ``name=value``, any other a word at its place. An option with ``between`` is a number. A ``file`` is
    no word: it goes along with the command.
    """

    name: str
    required: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    suggested: bool = False
    named: bool = False
    between: tuple[int, int] | None = None
    file: bool = False

    @property
    def annotation(self) -> object:
        """The type by which discord.py knows the option."""
        if self.file:
            return Attachment
        return Range[str, 1, MAX_WORD] if self.between is None else Range[int, *self.between]

    def word(self, value: object) -> str:
        """A value of this option in the command's text."""
        text = " ".join(str(value).split())
        return f"{self.name}={text}" if self.named else text


def options_of(languages: Iterable[str]) -> Mapping[str, tuple[Option, ...]]:
    """The options of each command that has any. ``languages`` are those of the catalogues."""
    agreed = (
        Option("game", choices={game: TITLE(game) for game in GAMES}),
        Option("expansion", choices={name: SET(name) for name in EXPANSIONS} | {ALL: "discord.value.all"}),
        Option("players", between=(2, MOST_PLAYERS), named=True),
        Option("fields", choices=_values("fields"), named=True),
        Option("order", choices=_values("order"), named=True),
        Option("clock", named=True),
        Option("theme", choices={theme: THEME(theme) for theme in (AUTO, *THEMES)}, named=True),
        Option("timeout", choices={t.value: TIMEOUT(t) for t in Timeout}, named=True),
        Option("undo", choices={u.value: UNDO_RULE(u) for u in Undo}, named=True),
    )
    names = {language: Locale.parse(language).get_display_name() or language for language in languages}
    return {
        "new": (*agreed, Option("again", choices={AGAIN: "choice.rematch"})),
        "settings": (
            *agreed,
            Option("language", choices=names, named=True),
            Option("view", choices={view.value: DOOR(view) for view in View}, named=True),
            *_wishes(),
        ),
        "daily": (Option("hour"), Option("zone"), Option("play")),
        "pause": (Option("state", choices={"off": "choice.resume"}),),
        "end": (Option("scope", choices={ASK: "choice.end_ask"}),),
        "undo": (Option("scope", choices={"ask": "choice.undo_ask"}),),
        "vote": (Option("choice", required=True, choices={c: VOTE(c) for c in (YES, NO, *TIME_UP_CHOICES)}),),
        "choose": (Option("tile", required=True, suggested=True),),
        "place": (
            Option("spot", required=True, suggested=True),
            Option("turn", choices=_values("turn")),
        ),
        "deploy": (Option("where", required=True, suggested=True), Option("figure", suggested=True)),
        "score": (Option("where", suggested=True),),
        "wagon": (Option("where", required=True, suggested=True),),
        "board": (
            Option("view", choices=_values("view")),
            Option("tint", choices={OWNERS: "choice.owners.on"}),
        ),
        "export": (Option("number", between=(1, MOST_GAMES)),),
        "forget": (Option("who", required=True, choices=_values("who")),),
        "history": (Option("number", between=(1, MOST_GAMES)), Option("turn", between=(0, MOST_TURNS))),
        "hints": (Option("show", choices=_values("show")),),
        "import": (Option("file", required=True, file=True),),
        "replay": (
            Option("number", between=(1, MOST_GAMES)),
            Option("what", choices={what: REPLAY(what) for what in SHOWN}),
        ),
        "rescue": (
            Option("action", choices=_values("action")),
            Option("which", between=(1, MOST_TURNS)),
        ),
        "stats": (Option("whose", choices=_values("whose")),),
        "tutorial": (Option("move"),),
        "tile": (
            Option("spot"),
            Option("turn", choices=_values("turn")),
            Option("where"),
        ),
        "verify": (Option("number", between=(1, MOST_GAMES)), Option("file", file=True), Option("hash")),
        "rules": (Option("topic", choices={topic: TITLE_OF(topic) for topic in TOPICS}),),
    }


def _wishes() -> tuple[Option, ...]:
    """What a person can choose for themselves; what has no list of values is typed."""
    listed = {
        "confirm": ("on", "off"),
        "nomeeple": ("ask", "pass"),
        "autopass": tuple(value.value for value in AutoPass),
        "mute": ("on", "off"),
        "private": ("on", "off"),
    }
    typed = ("remind", "zone", "quiet", "vacation")
    return (
        *(
            Option(name, choices={value: WISH(name, value) for value in values}, named=True)
            for name, values in listed.items()
        ),
        *(Option(name, named=True) for name in typed),
    )


def _values(option: str) -> dict[str, str]:
    return {value: _VALUE(option, value) for value in _VALUES[option]}
