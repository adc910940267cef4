"""The options of the slash commands, and how a filled-in one becomes a word of the command's text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from babel.core import Locale
from discord import Attachment
from discord.app_commands import Range

from bot.scene import AUTO, THEMES
from bot.table.ballot import NO, TIME_UP_CHOICES, YES
from bot.table.clock import Timeout
from bot.table.ending import ASK
from bot.table.errands.replay import SHOWN
from bot.table.header import View
from bot.table.look import OWNERS, VIEWS
from bot.table.manual import TOPICS
from bot.table.preferences import AutoPass
from bot.table.rematch import AGAIN
from bot.table.sets import ALL
from bot.table.undone import Undo
from core.rules import EXPANSIONS, GAMES

MAX_WORD: Final = 100
MOST_PLAYERS: Final = 6
MOST_GAMES: Final = 9999
MOST_TURNS: Final = 999


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
        Option("game", choices={game: f"title.{game}" for game in GAMES}),
        Option(
            "expansion", choices={name: f"set.{name}" for name in EXPANSIONS} | {ALL: "discord.value.all"}
        ),
        Option("players", between=(2, MOST_PLAYERS), named=True),
        Option("fields", choices=_values("fields", "on", "off"), named=True),
        Option("order", choices=_values("order", "random", "joined"), named=True),
        Option("clock", named=True),
        Option("theme", choices={theme: f"choice.theme.{theme}" for theme in (AUTO, *THEMES)}, named=True),
        Option("timeout", choices={t.value: f"lobby.timeout.{t}" for t in Timeout}, named=True),
        Option("undo", choices={u.value: f"choice.undo_rule.{u}" for u in Undo}, named=True),
    )
    names = {language: Locale.parse(language).get_display_name() or language for language in languages}
    return {
        "new": (*agreed, Option("again", choices={AGAIN: "choice.rematch"})),
        "settings": (
            *agreed,
            Option("language", choices=names, named=True),
            Option("view", choices={view.value: f"choice.lobby.{view}" for view in View}, named=True),
            *_wishes(),
        ),
        "daily": (Option("hour"), Option("zone"), Option("play")),
        "pause": (Option("state", choices={"off": "choice.resume"}),),
        "end": (Option("scope", choices={ASK: "choice.end_ask"}),),
        "undo": (Option("scope", choices={"ask": "choice.undo_ask"}),),
        "vote": (
            Option(
                "choice", required=True, choices={c: f"choice.vote.{c}" for c in (YES, NO, *TIME_UP_CHOICES)}
            ),
        ),
        "choose": (Option("tile", required=True, suggested=True),),
        "place": (
            Option("spot", required=True, suggested=True),
            Option("turn", choices=_values("turn", "0", "90", "180", "270")),
        ),
        "deploy": (Option("where", required=True, suggested=True), Option("figure", suggested=True)),
        "score": (Option("where", suggested=True),),
        "wagon": (Option("where", required=True, suggested=True),),
        "board": (
            Option("view", choices=_values("view", *VIEWS)),
            Option("tint", choices={OWNERS: "choice.owners.on"}),
        ),
        "export": (Option("number", between=(1, MOST_GAMES)),),
        "forget": (Option("who", required=True, choices=_values("who", "me")),),
        "history": (Option("number", between=(1, MOST_GAMES)), Option("turn", between=(0, MOST_TURNS))),
        "hints": (Option("show", choices=_values("show", "on", "off")),),
        "import": (Option("file", required=True, file=True),),
        "replay": (
            Option("number", between=(1, MOST_GAMES)),
            Option("what", choices={what: f"choice.replay.{what}" for what in SHOWN}),
        ),
        "rescue": (
            Option("action", choices=_values("action", "skip", "pause", "resume", "free", "back", "redo")),
            Option("which", between=(1, MOST_TURNS)),
        ),
        "stats": (Option("whose", choices=_values("whose", "me")),),
        "tutorial": (Option("move"),),
        "tile": (
            Option("spot"),
            Option("turn", choices=_values("turn", "0", "90", "180", "270")),
            Option("where"),
        ),
        "verify": (Option("number", between=(1, MOST_GAMES)), Option("file", file=True), Option("hash")),
        "rules": (Option("topic", choices={topic: f"rules.{topic}.title" for topic in TOPICS}),),
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
            Option(name, choices={value: f"choice.{name}.{value}" for value in values}, named=True)
            for name, values in listed.items()
        ),
        *(Option(name, named=True) for name in typed),
    )


def _values(option: str, *values: str) -> dict[str, str]:
    return {value: f"discord.value.{option}.{value}" for value in values}
