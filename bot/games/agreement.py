"""What people agree on before a game: words and options, and what of them goes together."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final, TypeVar

from bot.clocks.control import TimeControl, Timeout
from bot.clocks.tempo import Tempo
from bot.clocks.zones import USUAL, meant
from bot.games import sets
from bot.games.header import Header, Hints, Order, View
from bot.games.opponents import OPTIONS as ABOUT_OPPONENTS
from bot.games.opponents import agreed as with_opponents
from bot.games.parser import Command, read_number
from bot.games.undone import Undo
from bot.refusal import Refused
from bot.scene import AUTO, THEMES
from bot.texts import languages
from core.options import CHOICES
from core.rulesets import EXPANSIONS, GAMES

T = TypeVar("T", bound=StrEnum)

FEWEST: Final = 2
"""How many it takes to play."""
_FROM: Final = "sets"
"""Which sets others are added to, among what is wanted."""


def wanted_settings(command: Command) -> Mapping[str, str]:
    """The command's words and options as settings.

    A game or a set is a word, ``sets=winter,hills-sheep``, or ``winter=on``. Sets are added to those that are
    agreed, after ``base`` to none, and after ``last`` to those of the game before. Raises Refused for what is
    none.
    """
    wanted: dict[str, str] = {}
    options = dict(command.options)
    for word in _split([*command.words, options.pop("sets", "")]):
        name = sets.canonical(word)
        if name is None and (zones := meant(word) or (USUAL if "/" in word else ())):
            raise Refused("refusal.unknown_zone", zones=zones)
        if name is None:
            raise Refused("refusal.unknown_set", word=word[:24], sets=(*GAMES, *EXPANSIONS))
        if name in GAMES:
            wanted["game"] = name
        elif name == sets.ALL:
            wanted |= dict.fromkeys(EXPANSIONS, "on")
        elif name in {sets.BASE, sets.LAST}:
            wanted[_FROM] = name
        else:
            wanted[name] = "on"
    for name, value in options.items():
        wanted[sets.expansion_option(name) or name] = value
    return wanted


def _split(words: Iterable[str]) -> Iterable[str]:
    return (part for word in words for part in re.split(r"[,+]", word) if part)


def agree(header: Header, wanted: Mapping[str, str], *, zone: str) -> Header:
    """The header with the wanted settings; ``zone`` is that of hours given without one.

    Raises Refused when one is impossible.
    """
    header = _agree_on_sets(_agree_on_game(header, wanted), wanted)
    others = {name: value for name, value in wanted.items() if name not in {"game", _FROM, *ABOUT_OPPONENTS}}
    options = dict(header.options)
    for name, value in others.items():
        match name:
            case "players":
                header = replace(header, seats=_seats(header, value))
            case "clock" | "timeout":
                header = replace(header, tempo=_with_time(header.tempo, name, value, zone))
            case _ if name in _PLAIN:
                chosen: dict[str, Any] = {name: _PLAIN[name](value)}
                header = replace(header, **chosen)
            case _ if name in EXPANSIONS:
                header = replace(header, sets=_with_set(header, name, value))
            case _ if name in CHOICES:
                options[name] = sets.option_value(name, value)
            case _:
                raise Refused("refusal.unknown_option", option=name[:24], options=_NAMES)
    sets.checked(header.game, header.sets, options)
    return replace(with_opponents(header, wanted), options=options)


def _agree_on_game(header: Header, wanted: Mapping[str, str]) -> Header:
    usual = sets.game_of(_last(header)) if wanted.get(_FROM) == sets.LAST else header.game
    word = wanted.get("game", usual)
    game = sets.canonical(word) or word
    if game not in GAMES:
        raise Refused("refusal.unknown_set", word=game[:24], sets=GAMES)
    most = sets.most_players(game)
    if len(header.people) > most:
        raise Refused("refusal.too_many", count=most)
    if game == header.game:
        return header
    return replace(header, game=game, sets=sets.sets_of(game, set()), seats=most)


def _agree_on_sets(header: Header, wanted: Mapping[str, str]) -> Header:
    """The header with the sets to which others are added. Raises Refused."""
    match wanted.get(_FROM):
        case sets.LAST:
            last = _last(header)
            if sets.game_of(last) != header.game:
                raise Refused("refusal.impossible_game")
            return replace(header, sets=last)
        case sets.BASE:
            return replace(header, sets=sets.sets_of(header.game, set()))
        case _:
            return header


def _last(header: Header) -> tuple[str, ...]:
    last = sets.still_offered(header.last)
    if not last:
        raise Refused("refusal.no_last")
    return last


def _seats(header: Header, text: str) -> int:
    count, most = read_number(text), sets.most_players(header.game)
    fewest = max(FEWEST, len(header.people))
    if count is None or not fewest <= count <= most:
        raise Refused("refusal.seats", fewest=fewest, most=most)
    return count


def _order(text: str) -> Order:
    aliases = {"host": Order.JOINED, "joined": Order.JOINED, "random": Order.RANDOM}
    if text not in aliases:
        raise Refused("refusal.option_value", option="order", values=tuple(order.value for order in Order))
    return aliases[text]


def _language(text: str) -> str:
    if text not in languages():
        raise Refused("refusal.unknown_language", languages=languages())
    return text


def _with_time(tempo: Tempo, name: str, value: str, zone: str) -> Tempo:
    if name == "clock":
        return replace(tempo, clock=_clock(value, zone))
    return replace(tempo, timeout=_timeout(value))


def _clock(text: str, zone: str) -> TimeControl:
    try:
        return TimeControl.parse(text, zone=zone)
    except ValueError as error:
        raise Refused("refusal.clock") from error


def _theme(text: str) -> str:
    if text not in {AUTO, *THEMES}:
        raise Refused("refusal.option_value", option="theme", values=(AUTO, *THEMES))
    return text


def _among(option: str, kind: type[T]) -> Callable[[str], T]:
    """A reader of one of these values."""

    def read(text: str) -> T:
        if text not in set(kind):
            values = tuple(value.value for value in kind)
            raise Refused("refusal.option_value", option=option, values=values)
        return kind(text)

    return read


_timeout: Final = _among("timeout", Timeout)

_PLAIN: Final[Mapping[str, Callable[[str], object]]] = {
    "hints": _among("hints", Hints),
    "language": _language,
    "order": _order,
    "theme": _theme,
    "undo": _among("undo", Undo),
    "view": _among("view", View),
}
"""Settings that depend on nothing else, with their readers; each is a field of the header."""

_NAMES: Final = (
    *("game", _FROM, "players", "clock", "timeout", *sorted(ABOUT_OPPONENTS)),
    *(name for name in _PLAIN if name != "view"),
    *CHOICES,
)
"""All that can be agreed on, by name; views are leafed through by buttons."""


def _with_set(header: Header, name: str, value: str) -> tuple[str, ...]:
    if sets.BASE not in header.sets:
        raise Refused("refusal.no_sets")
    if value not in {"on", "off"}:
        raise Refused("refusal.option_value", option=name, values=("on", "off"))
    chosen = set(header.sets)
    chosen = chosen | {name} if value == "on" else chosen - {name}
    return sets.sets_of(header.game, chosen)
