"""A stored game, opened: what the use cases work with."""

from dataclasses import dataclass, replace

from bot.people import Channel, Person
from bot.scene import Scene, Who
from bot.shown import NOTHING_SHOWN, Shown
from bot.store.protocol import Change
from bot.table.course import Course
from bot.table.header import Header, Status
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
        """The turn whose message is due: 0 in the lobby, one more than the last at the end."""
        if self.course is None:
            return 0
        early = self.header.status is Status.OVER and not self.course.position.over
        return self.course.turn + early

    @property
    def record(self) -> GameRecord:
        """The game as it is written down, with all that has been played. There is none before it begins."""
        actions = () if self.course is None else tuple(str(step.action) for step in self.course.steps)
        return GameRecord.from_json(self.header.record).with_actions(actions)

    @property
    def unshown(self) -> bool:
        """Whether the place is not shown all that it should be."""
        return self.shown.seen(self.id) < self.version or not self.shown.settled

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
class Proposal:
    """A change that a use case asks for: the game as it would be, and how the store gets there.

    ``before`` is the game that the change belongs to, None for a new game in an empty place. ``fresh``
    tells that the change makes a new game rather than changing ``before``. ``answer`` is for the asking
    person alone, where the game's face need not show what they did.
    """

    before: Game | None
    after: Game
    change: Change
    fresh: bool = False
    answer: Scene | None = None

    @property
    def result(self) -> Game:
        """The game once this is done: where it takes another's place, what was shown there still stands."""
        if not self.fresh or self.before is None:
            return self.after
        return replace(self.after, shown=self.before.shown)
