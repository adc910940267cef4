"""``rules``: short screens that need no game, each with a picture of a real position.

The positions are replayed from ``rules/TOPIC.toml``. A ``[[screen]]`` there is a record of ``bastide/1`` in
the newest edition, without its format and players, and with:

* ``picture``: ``board``, ``spots`` (with the places that are offered) or ``close-up``;
* ``tint``: whether what is claimed is coloured for its owner;
* ``numbers``: what the texts call ``{points}`` and so on. They are read from the position, so that a text
  cannot disagree with its picture: ``["won", PLAYER, REASON]`` (during the game), ``["final", PLAYER,
  REASON]``, ``["worth", CELL, WHERE]``, ``["tiles", CELL, WHERE]``, ``["spots"]``, and ``[NAME, PLAYER]`` for
  what a set of the game counts (``SetTalk.numbers``).
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from bot import spots
from bot.families import Family
from bot.games import describe
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Status
from bot.games.parser import read_cell, read_number
from bot.games.sets import BASE, canonical
from bot.games.talk import talks, talks_of
from bot.refusal import Refused
from bot.scene import Choice, Phrase, Picture, PictureKind, Scene, Style
from bot.scenes.lobby import house_rules, paragraph
from bot.texts import language_data
from core import Event, FeatureView, GameRecord, PointsAwarded, Position, parse_action
from core.editions import NEWEST
from core.records.record import FORMAT
from core.rulesets import SET_NAMES
from core.sets import rows

FOLDER: Final = Path(__file__).parent / "rules"
PLAYERS: Final = ("Ann", "Bo")
"""Who plays, as ``rules/TOPIC.toml`` calls them; what readers call them is in their ``language.toml``."""

_RECORD: Final = ("game", "sets", "options", "start", "bag", "tokens", "actions")


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen's picture, and the numbers of its text."""

    picture: Picture
    numbers: Mapping[str, object]


def _file(topic: str) -> Path:
    return FOLDER / f"{topic}.toml"


@cache
def screens(topic: str) -> tuple[Screen, ...]:
    """The screens of a topic, in order."""
    data = tomllib.loads(_file(topic).read_text(encoding="utf-8"))
    return tuple(_screen(entry) for entry in data["screen"])


def _screen(entry: Mapping[str, Any]) -> Screen:
    written = {"format": FORMAT, "edition": NEWEST, "players": PLAYERS} | {
        key: entry[key] for key in _RECORD if key in entry
    }
    record = GameRecord.from_json(json.dumps(written))
    position = record.opening()
    events: list[Event] = []
    for action in record.actions:
        events += position.play(parse_action(action))
    numbers = {name: _number(how, position, events) for name, how in entry.get("numbers", {}).items()}
    return Screen(_picture(entry, position, events), numbers)


def _picture(entry: Mapping[str, Any], position: Position, events: Sequence[Event]) -> Picture:
    if entry["picture"] == "close-up":
        return Picture(PictureKind.CLOSE_UP, position, PLAYERS, letters=spots.letters(position))
    return Picture(
        PictureKind.BOARD,
        position,
        PLAYERS,
        spots=_offered(position) if entry["picture"] == "spots" else (),
        view="whole",
        events=tuple(events),
        tint=entry.get("tint", False),
    )


def _offered(position: Position) -> tuple[tuple[int, int], ...]:
    numbered = (talk.spots.get(position.phase) for talk in talks_of(position))
    return next((cells for cells in numbered if cells is not None), spots.places)(position)


def _number(how: Sequence[str], position: Position, events: Sequence[Event]) -> object:
    match how:
        case ["spots"]:
            return len(_offered(position))
        case ["won" | "final" as when, player, reason]:
            return describe.points(_awarded(events, PLAYERS.index(player), reason, final=when == "final"))
        case ["worth", cell, where]:
            return describe.points(_feature(position, cell, where).now)
        case ["tiles", cell, where]:
            return Phrase.of("count.tiles", count=len(_feature(position, cell, where).cells))
        case [name, player]:
            counts = {name: count for talk in talks_of(position) for name, count in talk.numbers.items()}
            return counts[name](position, PLAYERS.index(player))
        case _:
            raise ValueError(f"no number: {how}")


def _awarded(events: Sequence[Event], seat: int, reason: str, *, final: bool) -> int:
    return sum(
        event.points
        for event in events
        if isinstance(event, PointsAwarded)
        and (event.seat, event.reason, event.final) == (seat, reason, final)
    )


def _feature(position: Position, cell: str, where: str) -> FeatureView:
    at = read_cell(cell)
    if at is None:
        raise ValueError(f"no cell: {cell}")
    return position.feature_at(at, where)


TOPICS: Final = (
    *("turn", "roads", "cities", "monasteries", "fields", "end"),
    *(name for name in SET_NAMES if _file(name).exists()),
)
"""The topics of the rules, in the order in which a beginner reads them; each set that has screens is one."""

_WORDS: Final = {
    "base": "turn", "carcassonne": "turn", "tile": "turn", "meeple": "turn", "road": "roads",
    "city": "cities", "monastery": "monasteries", "cloister": "monasteries", "field": "fields",
    "farmer": "fields", "farmers": "fields", "scoring": "end",
}  # fmt: skip


def _numbered() -> Iterator[tuple[str, int]]:
    """Every screen, by its topic and its number."""
    return ((topic, number) for topic in TOPICS for number, _ in enumerate(screens(topic), 1))


TITLE_OF: Final = Family("rules.{}.title", of=TOPICS)
_SCREEN: Final = Family("rules.{}.{}", of=_numbered)
_PICTURE: Final = Family("rules.{}.{}.picture", of=_numbered)


def rules(asking: Asking) -> Scene:
    """``rules [topic [screen]]``: a few short screens for each topic.

    They say what the place's game has agreed on otherwise.
    """
    if not asking.words:
        return _page(asking, (Phrase("rules.intro"),), _topics())
    word = asking.words[0].lower()
    meant = _WORDS.get(word) or _set_about(word) or canonical(word) or word
    topic = _WORDS.get(meant, meant)
    if topic not in TOPICS:
        return _page(asking, (Phrase("rules.unknown"),), _topics())
    count = len(screens(topic))
    number = read_number(asking.words[1]) if len(asking.words) > 1 else 1
    if number is None or not 1 <= number <= count:
        raise Refused("refusal.unknown_screen", count=count)
    screen = screens(topic)[number - 1]
    lines = (
        Phrase.of("rules.heading", title=Phrase(TITLE_OF(topic)), number=number, count=count),
        Phrase(_SCREEN(topic, number)),
        Phrase(_PICTURE(topic, number), screen.numbers),
        *_otherwise(asking.game, topic),
    )
    picture = replace(screen.picture, names=language_data(asking.person.language).players)
    return _page(asking, lines, _steps(topic, number), picture=picture)


def _otherwise(game: Game | None, topic: str) -> tuple[Phrase, ...]:
    """What is not as a topic tells it in a game that people play or gather for."""
    about = topic if topic in SET_NAMES else BASE
    if game is None or game.header.status is Status.OVER or about not in game.header.sets:
        return ()
    first, *_ = game.header.sets
    said = house_rules(game.header, {*rows()[first].options, *rows()[about].options})
    return (Phrase.of("rules.here", said=paragraph(said)),) if said else ()


def _set_about(word: str) -> str | None:
    return next((name for name, talk in talks().items() if word in talk.about), None)


def _steps(topic: str, number: int) -> tuple[Choice, ...]:
    """Back and next: from screen to screen, and from the last one of a topic to the next topic."""
    steps = [Choice(Phrase("choice.topics"), "rules")]
    if number > 1:
        steps.insert(0, Choice(Phrase("choice.previous"), f"rules {topic} {number - 1}"))
    following = TOPICS[TOPICS.index(topic) + 1 :]
    if number < len(screens(topic)):
        steps.append(Choice(Phrase("choice.next"), f"rules {topic} {number + 1}", Style.MAIN))
    elif following:
        title = Phrase(TITLE_OF(following[0]))
        steps.append(Choice(Phrase.of("choice.next_topic", title=title), f"rules {following[0]}", Style.MAIN))
    return tuple(steps)


def _topics() -> tuple[Choice, ...]:
    return tuple(Choice(Phrase(TITLE_OF(topic)), f"rules {topic}") for topic in TOPICS)


def _page(
    asking: Asking, lines: tuple[Phrase, ...], *rows: tuple[Choice, ...], picture: Picture | None = None
) -> Scene:
    return Scene(
        lines=lines, picture=picture, rows=rows, actor=asking.person.key, language=asking.person.language
    )
