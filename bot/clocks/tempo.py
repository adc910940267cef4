"""What a game's header keeps about time: clock, running time, open question, automatic seats, notice."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Self

from bot.clocks.ballot import Ballot, Question
from bot.clocks.control import NO_CLOCK, TimeControl, Timeout
from bot.clocks.timer import Call, Timer

RESTS_AFTER: Final = 3
"""After so many times that somebody's time was up in a row, without anybody's move, the game rests."""


class Reason(StrEnum):
    """Why people are told something."""

    TURN = "turn"
    REMINDER = "reminder"
    TIME_UP = "time-up"
    UNDO = "undo"
    PAUSE = "pause"
    APPOINTMENT = "appointment"
    OFFERED = "offered"
    DAILY_RESTS = "daily_rests"
    REMATCH = "rematch"
    ENDING = "ending"
    END = "end"


def reason_of(ballot: Ballot) -> Reason:
    """Why people are told of a question."""
    return Reason.OFFERED if ballot.offered else Reason(ballot.question.value)


@dataclass(frozen=True, slots=True)
class Note:
    """A notice that was decided on: for which version, when and why, and the keys of those who are mentioned.

    ``private`` is the language in which the person is to be told in private, "" for in the game's place.
    """

    version: int
    when: datetime
    reason: Reason
    people: tuple[str, ...]
    private: str = ""


@dataclass(frozen=True, slots=True)
class Tempo:
    """The state of a game that has to do with time and with who plays instead of whom.

    ``automatic`` seats are played by the automatic player; ``played`` are the numbers of the actions that
    it has taken. ``asks`` is a move that waits to be confirmed. ``moved`` is the version of the last change
    of the position: buttons made since then still mean the present moment. ``missed`` counts how often
    somebody's time was up since a person last did something.
    """

    clock: TimeControl = NO_CLOCK
    timeout: Timeout = Timeout.VOTE
    timer: Timer | None = None
    ballot: Ballot | None = None
    note: Note | None = None
    automatic: frozenset[int] = frozenset()
    played: tuple[int, ...] = ()
    asks: str = ""
    moved: int = 0
    missed: int = 0

    @property
    def resting(self) -> bool:
        """Whether nobody is there: nothing is played, asked or said until somebody does something."""
        return self.missed >= RESTS_AFTER

    @property
    def asks_to_end(self) -> bool:
        """Whether the players are being asked whether to end the game."""
        ballot = self.ballot
        return ballot is not None and ballot.question is Question.ENDING and not ballot.refused

    def to_text(self) -> str:
        """The state as the store keeps it; what says nothing is left out."""
        table = {
            "clock": str(self.clock),
            "timeout": self.timeout.value,
            "timer": None if self.timer is None else _timer_table(self.timer),
            "ballot": None if self.ballot is None else _ballot_table(self.ballot),
            "note": None if self.note is None else _note_table(self.note),
            "automatic": sorted(self.automatic),
            "played": list(self.played),
            "asks": self.asks,
            "moved": self.moved,
            "missed": self.missed,
        }
        return json.dumps({name: value for name, value in table.items() if value})

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what :meth:`to_text` wrote; nothing written is a game without a clock. Raises ValueError."""
        table = json.loads(text) if text else {}
        if not isinstance(table, dict):
            raise ValueError("what is kept about time is no table")  # noqa: TRY004  what is stored is wrong
        timer, ballot, note = table.get("timer"), table.get("ballot"), table.get("note")
        return cls(
            clock=TimeControl.parse(table.get("clock", "none")),
            timeout=Timeout(table.get("timeout", Timeout.VOTE)),
            timer=None if timer is None else _timer(timer),
            ballot=None if ballot is None else _ballot(ballot),
            note=None if note is None else _note(note),
            automatic=frozenset(map(int, table.get("automatic", ()))),
            played=tuple(map(int, table.get("played", ()))),
            asks=str(table.get("asks", "")),
            moved=int(table.get("moved", 0)),
            missed=int(table.get("missed", 0)),
        )


UNTIMED: Final = Tempo()


def _timer_table(timer: Timer) -> dict[str, Any]:
    return {
        "turn": timer.turn,
        "seat": timer.seat,
        "began": timer.began.isoformat(),
        "since": timer.since.isoformat(),
        "spent": timer.spent.total_seconds(),
        "banks": [bank.total_seconds() for bank in timer.banks],
        "ended": {str(seat): when.isoformat() for seat, when in sorted(timer.ended.items())},
        "paused": timer.paused,
        "until": timer.until and timer.until.isoformat(),
        "rests": timer.rests and timer.rests.isoformat(),
        "reminded": timer.reminded,
        "call": timer.call.value,
        "up": timer.up,
        "previous": timer.previous and _timer_table(timer.previous),
    }


def _timer(table: Mapping[str, Any]) -> Timer:
    return Timer(
        turn=int(table["turn"]),
        seat=int(table["seat"]),
        began=datetime.fromisoformat(table["began"]),
        since=datetime.fromisoformat(table["since"]),
        spent=timedelta(seconds=float(table["spent"])),
        banks=tuple(timedelta(seconds=float(bank)) for bank in table["banks"]),
        ended={int(seat): datetime.fromisoformat(when) for seat, when in table["ended"].items()},
        paused=bool(table["paused"]),
        until=_moment(table["until"]),
        rests=_moment(table["rests"]),
        reminded=int(table["reminded"]),
        call=Call(table["call"]),
        up=bool(table["up"]),
        # Games that were stored before this was kept have none.
        previous=_timer(table["previous"]) if table.get("previous") else None,
    )


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _note_table(note: Note) -> dict[str, Any]:
    return {
        "version": note.version,
        "when": note.when.isoformat(),
        "reason": note.reason.value,
        "people": list(note.people),
        "private": note.private,
    }


def _note(table: Mapping[str, Any]) -> Note:
    return Note(
        version=int(table["version"]),
        when=datetime.fromisoformat(table["when"]),
        reason=Reason(table["reason"]),
        people=tuple(map(str, table["people"])),
        private=str(table["private"]),
    )


def _ballot_table(ballot: Ballot) -> dict[str, Any]:
    return {
        "question": ballot.question.value,
        "seat": ballot.seat,
        "version": ballot.version,
        "keep": ballot.keep,
        "votes": {str(seat): choice for seat, choice in sorted(ballot.votes.items())},
        "offered": ballot.offered,
        "told": list(ballot.told),
        "asked": ballot.asked and ballot.asked.isoformat(),
        "only": ballot.only,
        "until": ballot.until and ballot.until.isoformat(),
    }


def _ballot(table: Mapping[str, Any]) -> Ballot:
    return Ballot(
        question=Question(table["question"]),
        seat=int(table["seat"]),
        version=int(table["version"]),
        keep=int(table["keep"]),
        votes={int(seat): str(choice) for seat, choice in table["votes"].items()},
        offered=bool(table["offered"]),
        # Questions that were stored before these were kept have none.
        told=tuple(map(int, table.get("told", ()))),
        asked=_moment(table.get("asked")),
        only=None if table.get("only") is None else int(table["only"]),
        until=_moment(table.get("until")),
    )
