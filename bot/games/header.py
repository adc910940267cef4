"""What is stored about a game besides its actions: who plays, what was agreed, how far it is."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, Self

from bot.clocks.tempo import UNTIMED, Tempo
from bot.games.undone import Undo, Undone
from bot.people import Person
from bot.scene import AUTO
from bot.store.protocol import CorruptGame
from core import GameRecord
from core.editions import NEWEST
from core.records.record import FORMAT, LAST_EDITION
from core.ruleset import OptionValue

IMPORTED: Final = "import"
EARLIER: Final = "history"
"""Where a game comes from that did not begin here with its first tile: a file, or an earlier game."""


class Status(StrEnum):
    """How far a game is."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"


class Order(StrEnum):
    """Who begins: a shuffle from the seed, or the seats as people joined."""

    RANDOM = "random"
    JOINED = "joined"


class View(StrEnum):
    """What of the lobby is shown: who plays, or one part of what can be agreed on."""

    MAIN = "main"
    GAME = "game"
    CLOCK = "clock"
    MORE = "more"
    RULES = "rules"
    OPPONENTS = "opponents"


class Hints(StrEnum):
    """Whether people may ask what the best move is: where all are new or nobody else plays, always, never."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a game.

    ``people`` sit in this order, under the names that they have in the game; ``host`` is a person's key.
    ``game``, ``sets``, ``seats`` (how many may join), ``options`` and ``order`` are what people agree on.
    ``language`` is that of the public messages. ``record`` is the game's record without its actions, from
    the moment when the game begins; ``seed_hash`` is what is published of it. ``since`` is when the present
    decision became due, ``once`` the request that made the last change. ``ended_by`` is the name of who
    ended the game before its end, and ``ender`` their key. ``source`` tells where a game comes from that
    did not begin here: ``history`` or ``import``. ``tempo`` is all that has to do with time.
    ``newcomers`` are the keys of those who are given hints. ``theme`` is that of the pictures.
    ``left`` are the keys of those whose name a free seat still has. ``bag_shown``: the game went on after
    the order of its tiles had been shown, so it is not a fair one. ``view`` is what of the lobby is
    shown. ``undo`` is what was agreed on undoing, and ``undone`` notes every undo that came after more had
    been seen. ``touched`` is when a person last did something to the game, ``heard`` when its host did; games
    that were stored before these were kept go by ``since``. ``meddled``: whoever manages the chat has changed
    the course of the game. ``invited`` are those who are asked to a rematch. ``hints`` is what was agreed on
    advice, and ``asked`` notes by seat before which actions somebody was given some. ``last`` are the sets of
    the game before, which can be chosen as a whole while people gather. ``private``: nobody else can
    join, as in a chat with the bot alone.
    """

    status: Status
    people: tuple[Person, ...]
    host: str
    game: str
    sets: tuple[str, ...]
    seats: int
    since: datetime
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    order: Order = Order.RANDOM
    language: str = "en"
    record: str = ""
    seed_hash: str = ""
    once: str = ""
    ended_by: str = ""
    ender: str = ""
    source: str = ""
    tempo: Tempo = UNTIMED
    newcomers: tuple[str, ...] = ()
    theme: str = AUTO
    bag_shown: bool = False
    left: Mapping[int, str] = field(default_factory=dict)
    view: View = View.MAIN
    undo: Undo = Undo.NEXT
    undone: tuple[Undone, ...] = ()
    touched: datetime | None = None
    heard: datetime | None = None
    meddled: bool = False
    invited: tuple[Person, ...] = ()
    hints: Hints = Hints.AUTO
    asked: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    last: tuple[str, ...] = ()
    private: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(person.name for person in self.people)

    @property
    def keys(self) -> tuple[str, ...]:
        """The players' keys, by seat."""
        return tuple(person.key for person in self.people)

    def seats_of(self, keys: Collection[str]) -> tuple[int, ...]:
        """The seats of the people with these keys."""
        return tuple(seat for seat, key in enumerate(self.keys) if key in keys)

    def to_table(self) -> dict[str, str]:
        """The header as the store keeps it."""
        return {
            "status": self.status.value,
            "people": _people_text(self.people),
            "host": self.host,
            "game": self.game,
            "sets": " ".join(self.sets),
            "seats": str(self.seats),
            "options": json.dumps(dict(self.options)),
            "order": self.order.value,
            "language": self.language,
            "record": self.record,
            "seed_hash": self.seed_hash,
            "since": self.since.isoformat(),
            "once": self.once,
            "ended_by": self.ended_by,
            "ender": self.ender,
            "source": self.source,
            "tempo": self.tempo.to_text(),
            "newcomers": " ".join(self.newcomers),
            "theme": self.theme,
            "bag_shown": "yes" if self.bag_shown else "",
            "left": json.dumps({str(seat): key for seat, key in sorted(self.left.items())}),
            "view": self.view.value,
            "undo": self.undo.value,
            "undone": json.dumps([note.to_list() for note in self.undone]),
            "touched": _written(self.touched),
            "heard": _written(self.heard),
            "meddled": "yes" if self.meddled else "",
            "invited": _people_text(self.invited) if self.invited else "",
            "hints": self.hints.value,
            "asked": json.dumps({str(seat): actions for seat, actions in sorted(self.asked.items())}),
            "last": " ".join(self.last),
            "private": "yes" if self.private else "",
        }

    def changes_from(self, older: "Header") -> dict[str, str | None]:
        """What the store has to change to turn the older header into this one."""
        before = older.to_table()
        return {name: value for name, value in self.to_table().items() if before[name] != value}

    def with_people(self, people: tuple[Person, ...]) -> Self:
        """The header with others in the seats; the record names them too."""
        record = self.record
        if record:
            names = tuple(person.name for person in people)
            record = replace(GameRecord.from_json(record), players=names).to_json()
        return replace(self, people=people, record=record)

    @classmethod
    def from_table(cls, table: Mapping[str, str]) -> Self:
        """Read what :meth:`to_table` wrote. Raises CorruptGame."""
        try:
            return cls(
                status=Status(table["status"]),
                people=_people(table["people"]),
                host=table["host"],
                game=table["game"],
                sets=tuple(table["sets"].split()),
                seats=int(table["seats"]),
                options=dict(json.loads(table["options"])),
                order=Order(table["order"]),
                language=table["language"],
                record=table["record"],
                seed_hash=table["seed_hash"],
                since=datetime.fromisoformat(table["since"]),
                once=table["once"],
                ended_by=table["ended_by"],
                # Games that were stored before these were kept have none.
                ender=table.get("ender", ""),
                source=table.get("source", ""),
                tempo=Tempo.from_text(table.get("tempo", "")),
                newcomers=tuple(table.get("newcomers", "").split()),
                theme=table.get("theme", AUTO),
                bag_shown=bool(table.get("bag_shown")),
                left={int(seat): str(key) for seat, key in json.loads(table.get("left", "{}")).items()},
                view=View(table.get("view", View.MAIN)),
                undo=Undo(table.get("undo", Undo.NEXT)),
                undone=tuple(map(Undone.from_list, json.loads(table.get("undone", "[]")))),
                touched=_moment(table.get("touched", "")),
                heard=_moment(table.get("heard", "")),
                meddled=bool(table.get("meddled")),
                invited=_people(table.get("invited") or "[]"),
                hints=Hints(table.get("hints", Hints.AUTO)),
                asked={
                    int(seat): tuple(map(int, actions))
                    for seat, actions in json.loads(table.get("asked", "{}")).items()
                },
                last=tuple(table.get("last", "").split()),
                private=bool(table.get("private")),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise CorruptGame(f"its header cannot be read: {error!r}") from error


def is_newer(table: Mapping[str, str]) -> bool:
    """Whether a stored header has a game record of a newer format than ours, or of newer data."""
    try:
        record = json.loads(table.get("record") or "{}")
    except ValueError:
        return False
    if not isinstance(record, dict):
        return False
    ours, theirs = (_number_of(text) for text in (FORMAT, str(record.get("format", ""))))
    edition = record.get("edition")
    return ours < theirs or (isinstance(edition, int) and NEWEST < edition <= LAST_EDITION)


def _number_of(text: str) -> int:
    """The number of a format such as ``bastide/1``; 0 for what is none."""
    found = re.fullmatch(r"bastide/([0-9]{1,9})", text)
    return int(found[1]) if found else 0


def _written(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()


def _moment(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _people_text(people: Collection[Person]) -> str:
    return json.dumps([[p.platform, p.id, p.name, p.language] for p in people])


def _people(text: str) -> tuple[Person, ...]:
    return tuple(Person(*map(str, entry)) for entry in json.loads(text))
