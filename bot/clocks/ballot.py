"""An open question to the players: what to do when somebody's time is up, to undo, to pause, to end."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.clocks.control import Timeout
from bot.kept import Moment


class Question(StrEnum):
    """What is asked."""

    TIME_UP = "time-up"
    UNDO = "undo"
    PAUSE = "pause"
    ENDING = "ending"


PATIENCE: Final = timedelta(days=1)
"""So long all have time to vote on what happens; whoever is away as well must not hold up the rest."""
ENDING_PATIENCE: Final = timedelta(days=3)
"""So long everyone has time to refuse that the game is ended; whoever says nothing meanwhile agrees."""
YES: Final = "yes"
NO: Final = "no"
TIME_UP_CHOICES: Final = tuple(choice.value for choice in Timeout if choice is not Timeout.VOTE)
"""What can be chosen when somebody's time is up, the mildest first."""
_DONE_ALREADY: Final = frozenset({Timeout.WAIT, Timeout.REPLACE})
"""What needs no choosing while a seat is offered: it waits for somebody anyhow."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """An open question.

    ``seat`` is whom it is about: whose time is up, or who asks. ``keep`` is, for undoing, how many
    actions would stay. ``version`` is that of the game as it was asked; ``votes`` are by seat. ``offered``:
    the seat may be taken by somebody else. ``told`` are the seats that were told of it since it
    was ``asked``; the others are told when they wake. ``only`` is the one seat that has to agree, None
    where all others have to. ``until`` is when those who have not answered agree that the game is ended.
    """

    question: Question
    seat: int
    version: int
    keep: int = 0
    votes: Mapping[int, str] = field(default_factory=dict)
    offered: bool = False
    told: tuple[int, ...] = ()
    asked: Moment | None = None
    only: int | None = None
    until: Moment | None = None

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be answered."""
        if self.question is not Question.TIME_UP:
            return YES, NO
        if self.offered:
            return tuple(choice for choice in TIME_UP_CHOICES if choice not in _DONE_ALREADY)
        return TIME_UP_CHOICES

    @property
    def refused(self) -> bool:
        """Whether consent was refused; that is shown until the next move."""
        return self.question is not Question.TIME_UP and NO in self.votes.values()

    def lapsed(self, now: datetime) -> bool:
        """Whether consent was asked for so long ago that something else may be asked instead."""
        old = self.asked is not None and self.asked + PATIENCE <= now
        return self.question in {Question.UNDO, Question.PAUSE} and old

    def voters(self, persons: Iterable[int]) -> tuple[int, ...]:
        """Who of those that play may vote: all but the one whom it is about, or the one who is asked."""
        if self.only is not None:
            return (self.only,)
        return tuple(seat for seat in persons if seat != self.seat)

    def to_tell(self, persons: Iterable[int]) -> tuple[int, ...]:
        """Who of the voters knows nothing of the question yet, as long as it is open."""
        if self.refused or self.asked is None:
            return ()
        return tuple(s for s in self.voters(persons) if s not in self.told and s not in self.votes)

    def with_vote(self, seat: int, choice: str) -> "Ballot":
        """The ballot with a seat's vote, in place of an earlier one."""
        return replace(self, votes={**self.votes, seat: choice})

    @property
    def closes(self) -> datetime | None:
        """When the votes that are there decide; None where everyone's consent is needed."""
        if self.question is Question.ENDING:
            return self.until
        if self.question is not Question.TIME_UP or self.asked is None:
            return None
        return self.asked + PATIENCE

    def settles(self, voters: Iterable[int]) -> datetime | None:
        """When something is decided without any further vote; None while there have to be more.

        That is at once where whoever was missing may not vote any more, having left the game.
        """
        if self.asked is None or self.refused:
            return None
        entitled = tuple(voters)
        moments = (moment for moment in (self.asked, self.closes) if moment is not None)
        return next((moment for moment in moments if self.decided(entitled, moment) is not None), None)

    def decided(self, voters: Iterable[int], now: datetime) -> str | None:
        """What is decided by those who may vote; None while it is open.

        Undoing, pausing and ending need the consent of all who are asked, and one refusal ends the question;
        to an end whoever has not answered in time agrees. For the rest more than half of the voters decide;
        when all have voted, or the vote is closed, the most votes, of equals the mildest.
        """
        entitled = tuple(voters)
        cast = [self.votes[seat] for seat in entitled if seat in self.votes]
        if self.question is not Question.TIME_UP:
            if self.refused:
                return NO
            closed = self.closes is not None and self.closes <= now
            return YES if closed or len(cast) == len(entitled) else None
        if not cast:
            return None
        best = max(self.choices, key=lambda choice: (cast.count(choice), -self.choices.index(choice)))
        closed = self.closes is not None and self.closes <= now
        decided = closed or cast.count(best) * 2 > len(entitled) or len(cast) == len(entitled)
        return best if decided else None
