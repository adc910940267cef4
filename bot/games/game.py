"""A stored game, opened: what the use cases work with."""

from dataclasses import dataclass, replace

from bot.games.course import Course
from bot.games.header import Header, Status
from bot.people import Channel, Person, is_opponent
from bot.scene import Scene, Who
from bot.shown import NOTHING_SHOWN, Shown
from core import GameRecord


@dataclass(frozen=True, slots=True)
class Game:
    """A channel's current game.

    ``course`` is None until the game has begun. It is shared by everyone who opens the game: use cases
    play on a copy. ``shown`` is what the place is shown, as far as it was noted.
    """

    channel: Channel
    id: str
    version: int
    header: Header
    course: Course | None = None
    shown: Shown = NOTHING_SHOWN

    @property
    def turn(self) -> int:
        """The turn whose message is due: 0 in the lobby, one more than the last at the end.

        What opponents do belongs to the message of the turn before: a new one is for a person who decides.
        """
        if self.course is None:
            return 0
        if self.opponent_decides:
            steps = reversed(self.course.steps)
            return next((step.turn for step in steps if not is_opponent(self.header.people[step.seat])), 1)
        early = self.header.status is Status.OVER and not self.course.position.over
        return self.course.turn + early

    @property
    def opponent_decides(self) -> bool:
        """Whether the decision that is due is one of the computer's own seats'."""
        if self.course is None or self.header.status is not Status.RUNNING:
            return False
        return is_opponent(self.header.people[self.course.position.seat])

    @property
    def record(self) -> GameRecord:
        """The game as it is written down, with all that has been played. There is none before it begins."""
        actions = () if self.course is None else tuple(str(step.action) for step in self.course.steps)
        return GameRecord.from_json(self.header.record).with_actions(actions)

    @property
    def unshown(self) -> bool:
        """Whether the place is not shown all that it should be."""
        return self.shown.seen(self.id) < self.version or not self.shown.settled

    def then(self, header: Header, course: Course | None = None) -> "Game":
        """The game one change later: with this header, and with this course if it is another."""
        course = self.course if course is None else course
        return replace(self, version=self.version + 1, header=header, course=course)

    def seat_of(self, person: Person) -> int | None:
        """Where a person sits, or None."""
        keys = self.header.keys
        return keys.index(person.key) if person.key in keys else None

    def who(self, seat: int, *, mention: bool = False) -> Who:
        """A player, as phrases name them."""
        person = self.header.people[seat]
        return Who(person.name, person.key, mention)

    @property
    def players(self) -> tuple[Who, ...]:
        """All players by seat, as phrases name them."""
        return tuple(self.who(seat) for seat in range(len(self.header.people)))

    def everyone(self, seats: tuple[int, ...]) -> tuple[Who, ...]:
        """Several players, as phrases name them."""
        return tuple(self.who(seat) for seat in seats)


@dataclass(frozen=True, slots=True)
class Answered:
    """A changed game, and what the asking person alone is told where its face need not show what they did."""

    game: Game
    answer: Scene | None = None


def ancestor(before: Game | None, after: Game) -> Game | None:
    """The game of which ``after`` is a later state: ``before``, or None when that is another one or none."""
    return before if before is not None and before.id == after.id else None
