"""Reading commands: a tap's command and a typed one are the same text.

``place 12 90`` is a name and words; ``new winter fields=off`` a name, words and options. What the words
mean is for each use case; the readers here turn one word into one value, or None.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from typing import Final

from bot.clocks.control import is_part
from bot.command_names import GAME_COMMANDS
from bot.games.talk import talks
from bot.refusal import Refused
from bot.scene import Typed
from bot.texts import language_data, languages
from core import Cell, Figure
from core.rulesets import FIGURES

LONGEST: Final = 300
"""More than any command needs; what is longer is no command."""
CLOCK: Final = "clock"
"""The option whose value may go on over further words."""

LIKE: Final = 0.7
"""How like a command a word has to be to be taken for a slip of the finger."""

_OPTION: Final = re.compile(r"([a-z][a-z_-]*)=(\S+)", re.IGNORECASE)
_CELL: Final = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")
_SPACED_CELL: Final = re.compile(r"(?<=\d)\s*,\s*(?=-?\d)")
_WHERE: Final = re.compile(r"([a-z]+)@([a-z]{1,2}|inside\d?)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Command:
    """What was asked: the command's name, its words, and its ``name=value`` options."""

    name: str
    words: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def confirmed(self) -> bool:
        """Whether the command ends in ``yes``."""
        return self.words[-1:] == ("yes",)


def parse(text: str) -> Command:
    """Read a command; a number alone is a spot. Raises Refused when there is none of that name."""
    plain = unicodedata.normalize("NFC", text[: LONGEST + 1])
    name, *rest = _SPACED_CELL.sub(",", plain).split() or [""]
    name = name.removeprefix("/").lower()
    if len(text) > LONGEST:
        raise Refused("refusal.unknown_command")
    if name not in GAME_COMMANDS:
        if not rest and read_number(name) is not None:
            return Command("place", (name,))
        raise _unknown(name)
    words, options = [], {}
    clock = False
    for word in rest:
        if match := _OPTION.fullmatch(word):
            options[option := match[1].lower().replace("-", "_")] = match[2].lower()
            clock = option == CLOCK
        elif clock and is_part(word):
            # A clock is several words: clock=daily 18:00 Europe/Warsaw.
            options[CLOCK] += f" {word.lower()}"
        else:
            clock = False
            words.append(word)
    return Command(name, tuple(words), options)


def meant_command(name: str, likeness: float = LIKE) -> str:
    """The command that somebody meant who wrote this, "" for none. ``likeness`` is at most 1."""
    return next(iter(get_close_matches(name.lower(), GAME_COMMANDS, 1, likeness)), "")


def _unknown(name: str) -> Refused:
    meant = meant_command(name)
    if not meant:
        return Refused("refusal.unknown_command")
    return Refused("refusal.meant_command", word=name, command=Typed(meant))


def read_cell(word: str) -> Cell | None:
    """``0,1`` as a cell."""
    match = _CELL.fullmatch(word)
    return (int(match[1]), int(match[2])) if match else None


def read_number(word: str) -> int | None:
    """A count or the number of a spot."""
    return int(word) if _NUMBER.fullmatch(word) else None


def read_turn(word: str) -> int | None:
    """``90`` or ``90°`` as quarter turns."""
    degrees = read_number(word.removesuffix("°"))
    return degrees // 90 if degrees in {0, 90, 180, 270} else None


@cache
def _figures() -> Mapping[str, Figure]:
    return {figure.value: figure for figure in FIGURES} | {
        word: Figure.named(name)
        for language in languages()
        for name, words in language_data(language).figures.items()
        for word in words
    }


def read_figure(word: str) -> Figure | None:
    """A figure's name, in any of the languages."""
    return _figures().get(word.lower())


def read_where(word: str) -> str | None:
    """A segment or corner as the notation writes it: ``city@N``, ``corner@NE``, ``monastery``."""
    if match := _WHERE.fullmatch(word):
        kind, port = match[1].lower(), match[2]
        return f"{kind}@{port.lower() if port.lower().startswith('inside') else port.upper()}"
    word = word.lower()
    if word in {"monastery", "cloister"}:
        return "monastery"
    return next((talk.segments[word] for talk in talks().values() if word in talk.segments), None)
