"""A request in its circumstances: the one thing that every use case gets."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.clocks.preferences import NOTHING_KNOWN, Known
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Header
from bot.games.parser import Command
from bot.people import Person
from bot.request import Request
from bot.shown import NOTHING_SHOWN


@dataclass(frozen=True, slots=True)
class Chance:
    """Where ids of games and seeds come from: ``make(n)`` gives n random bytes in hexadecimal."""

    make: Callable[[int], str]

    def game_id(self) -> str:
        """The id of a new game: short, because every button carries it."""
        return self.make(5)

    def seed(self) -> str:
        """The seed of a game: 32 hexadecimal digits."""
        return self.make(16)


@dataclass(frozen=True, slots=True)
class Asking:
    """What was asked, of which game (None: there is none in the place), when, and what is known besides."""

    game: Game | None
    request: Request
    command: Command
    now: datetime
    chance: Chance
    known: Known = NOTHING_KNOWN

    @property
    def person(self) -> Person:
        """Who asks."""
        return self.request.person

    @property
    def zone(self) -> str:
        """The time zone in which the asking person gives hours."""
        return self.known.schedule(self.person).zone

    @property
    def words(self) -> tuple[str, ...]:
        """The words after the command's name."""
        return self.command.words

    def opened(self, header: Header, course: Course | None = None) -> Game:
        """A new game in the place, where what was shown of the game before still stands."""
        shown = NOTHING_SHOWN if self.game is None else self.game.shown
        return Game(self.request.channel, self.chance.game_id(), 1, header, course, shown)
