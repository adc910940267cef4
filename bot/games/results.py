"""What is kept of a finished game for the statistics: who played, what the points came from, who won."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from openskill.models import PlackettLuce
from pydantic import PlainSerializer, PlainValidator, TypeAdapter

from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Status
from bot.games.seats import is_person
from bot.kept import Moment, read
from bot.people import Skill, is_opponent, level_of, nameless
from core import Place, PointsAwarded

_MODEL: Final = PlackettLuce()
_SCALE: Final = 40


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed about a person's strength: its mean and how uncertain it is."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """One number that grows with strength and with certainty; a newcomer has 0."""
        return round(_SCALE * (self.mu - 3 * self.sigma))


NEWCOMER: Final = Rating(_MODEL.mu, _MODEL.sigma)


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> tuple[Rating, ...]:
    """The ratings after a game in which the players took these ranks (1 is the best; ties share one)."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    return tuple(Rating(player.mu, player.sigma) for (player,) in _MODEL.rate(teams, ranks=list(ranks)))


def _rating(pair: Sequence[float]) -> Rating:
    mu, sigma = pair
    return Rating(float(mu), float(sigma))


def _pair(rating: Rating) -> tuple[float, float]:
    return rating.mu, rating.sigma


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game. Everything is listed by seat.

    ``people`` are keys, "" for somebody who is not known or was forgotten. ``parts`` tell what the points
    came from (:class:`core.PointsAwarded`, ``reason``). ``ratings`` are those after this game, which are
    those before it where there were opponents. ``levels`` are theirs, "" for people; in games of people alone
    there are none. ``sets`` are those that were played; results of earlier times do not know them.
    """

    when: Moment
    game: str
    people: tuple[str, ...]
    names: tuple[str, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    parts: tuple[Mapping[str, int], ...]
    ratings: tuple[Annotated[Rating, PlainValidator(_rating), PlainSerializer(_pair)], ...] = ()
    levels: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()

    @property
    def against(self) -> Skill | None:
        """The level of the best opponent; None in a game of people alone."""
        return max((level for level in Skill if level in self.levels), key=list(Skill).index, default=None)

    @property
    def known(self) -> tuple[str, ...]:
        """The keys of those who are known."""
        return tuple(key for key in self.people if key)

    def rate(self, before: Mapping[str, Rating]) -> "Result":
        """The result with the ratings after it; ``before`` has those of its people who have played before."""
        start = [before.get(key, NEWCOMER) if key else NEWCOMER for key in self.people]
        # Against somebody of whom nothing is known, or who is the computer, nobody can be measured.
        counted = [seat for seat, key in enumerate(self.people) if key]
        if len(counted) < 2 or self.levels:
            return replace(self, ratings=tuple(start))
        after = rated([start[seat] for seat in counted], [self.ranks[seat] for seat in counted])
        changed = dict(zip(counted, after, strict=True))
        return replace(self, ratings=tuple(changed.get(seat, start[seat]) for seat in range(len(start))))

    def without(self, key: str) -> "Result":
        """The result without one person, who has become a number."""
        people, names = list(self.people), list(self.names)
        for seat, person in enumerate(people):
            if person == key:
                people[seat], names[seat] = "", neutral_name(seat)
        return replace(self, people=tuple(people), names=tuple(names))

    def to_text(self) -> str:
        """The result as the store keeps it."""
        table = _RESULT.dump_python(self, mode="json")
        for name in ("levels", "sets"):
            if not table[name]:
                del table[name]
        return json.dumps(table, ensure_ascii=False)

    @classmethod
    def from_text(cls, text: str) -> "Result":
        """Read what :meth:`to_text` wrote. Raises ValueError."""
        try:
            return read(_RESULT, text)
        except ValueError as error:
            raise ValueError(f"a result cannot be read: {error}") from None


_RESULT: Final = TypeAdapter(Result)


def neutral_name(seat: int) -> str:
    """The name of somebody who was forgotten, in every language."""
    return nameless(seat + 1)


def counts(game: Game) -> bool:
    """Whether a game counts in the statistics.

    It was played here from beginning to end, with its tiles hidden, by the moves of its players alone, and
    it did not end before each of them had laid a tile.
    """
    header = game.header
    return (
        header.status is Status.OVER
        and not header.source
        and not header.bag_shown
        and not header.ended_by
        and not header.meddled
        and game.course is not None
        and game.course.position.over
        and all_have_laid(game.course)
    )


def all_have_laid(course: Course) -> bool:
    """Whether all who still play have laid a tile, and at least two have: before, nothing was played."""
    laid, position = have_laid(course), course.position
    playing = set(range(len(position.scores))) - position.resigned
    return playing <= laid and len(laid) > 1


def have_laid(course: Course) -> frozenset[int]:
    """The seats that have laid a tile."""
    return frozenset(step.seat for step in course.steps if isinstance(step.action, Place))


def result_of(game: Game, course: Course) -> Result:
    """The result of a game that counts, without ratings."""
    header, position = game.header, course.position
    parts: list[dict[str, int]] = [{} for _ in header.people]
    for event in (event for step in course.steps for event in step.events):
        if isinstance(event, PointsAwarded):
            part = parts[event.seat]
            part[event.reason] = part.get(event.reason, 0) + event.points
    unknown = {seat for seat, person in enumerate(header.people) if not is_person(person)}
    levels = tuple(level_of(person).value if is_opponent(person) else "" for person in header.people)
    # Whose game the automatic player has mostly played did not show how they play.
    decided = Counter(step.seat for step in course.steps)
    automatic = Counter(step.seat for step in course.steps if step.automatic)
    unknown |= {seat for seat, count in automatic.items() if 2 * count > decided[seat]}
    # Nor did whoever left before their first tile.
    unknown |= set(range(len(header.people))) - have_laid(course)
    return Result(
        when=header.since,
        game=header.game,
        people=tuple("" if seat in unknown else key for seat, key in enumerate(header.keys)),
        # Of whom nothing is told nobody needs the name, which a person might want to be forgotten.
        names=tuple(
            neutral_name(seat) if seat in unknown and not levels[seat] else name
            for seat, name in enumerate(header.names)
        ),
        points=tuple(position.scores),
        ranks=_ranks(position.scores, position.resigned, position.winners),
        parts=tuple(parts),
        levels=levels if any(levels) else (),
        sets=header.sets,
    )


def _ranks(scores: Sequence[int], resigned: frozenset[int], winners: Sequence[int]) -> tuple[int, ...]:
    """The winners are first; whoever left comes after everyone who stayed, whatever their points."""
    worth = [(seat in winners, seat not in resigned, score) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other > mine for other in worth) for mine in worth)
