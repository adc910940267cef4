"""What a game's header keeps about time: clock, running time, open question, automatic seats, notice."""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import PlainSerializer, PlainValidator, TypeAdapter

from bot.clocks.ballot import Ballot, Question
from bot.clocks.control import NO_CLOCK, TimeControl, Timeout
from bot.clocks.timer import Timer
from bot.kept import Moment, read

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
    when: Moment
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

    clock: Annotated[TimeControl, PlainValidator(TimeControl.parse), PlainSerializer(str)] = NO_CLOCK
    timeout: Timeout = Timeout.VOTE
    timer: Timer | None = None
    ballot: Ballot | None = None
    note: Note | None = None
    automatic: Annotated[frozenset[int], PlainSerializer(sorted)] = frozenset()
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
        table: dict[str, Any] = _TEMPO.dump_python(self, mode="json")
        _spare(table["timer"])
        return json.dumps({name: value for name, value in table.items() if value})

    @classmethod
    def from_text(cls, text: str) -> "Tempo":
        """Read what :meth:`to_text` wrote; nothing written is a game without a clock. Raises ValueError."""
        return read(_TEMPO, text) if text else UNTIMED


def _spare(timer: dict[str, Any] | None) -> None:
    """Leave out that nobody's clock waits."""
    if timer is not None:
        _spare(timer["previous"])
        if timer["waiting"] is None:
            del timer["waiting"]
        else:
            _spare(timer["waiting"])


UNTIMED: Final = Tempo()
_TEMPO: Final = TypeAdapter(Tempo)
