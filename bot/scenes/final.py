"""The final scoring, so that one can follow it: kind by kind with the sums so far, or feature by feature."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.families import Family
from bot.games import describe
from bot.games.course import Course
from bot.games.game import Game
from bot.games.talk import talks
from bot.scene import Phrase
from bot.scenes.narration import points
from core import Event, PointsAwarded, Position
from core.records.history import KINDS, FinalStep, final_steps

_FINAL: Final = Family(
    "final.{}", of=lambda: set(KINDS).difference(*(talk.unfinal for talk in talks().values()))
)
_KIND: Final = Family("replay.kind.{}", of=KINDS)


def final_scoring(game: Game, course: Course) -> tuple[Phrase, ...]:
    """How it stood before, and a sentence for each kind of feature: who got how much, and has how much then.

    Nothing where no final scoring took place, or gave no points.
    """
    steps = _steps(course)
    if not steps:
        return ()
    first = steps[0]
    before = dict(enumerate(had - got for had, got in zip(first.scores, first.points, strict=True)))
    start = Phrase.of("final.before", entries=describe.ranking(game, before))
    return (start, *(Phrase.of(_FINAL(step.kind), entries=_entries(game, step)) for step in steps))


def explained(game: Game, course: Course) -> tuple[Phrase, ...]:
    """The final scoring feature by feature: which one, for whom, why, and who got nothing."""
    return tuple(
        phrase
        for step in _steps(course)
        for phrase in (
            Phrase.of("final.heading", kind=Phrase(_KIND(step.kind))),
            *(told for group in _features(course.position, step.awards) for told in points(game, group)),
        )
    )


def in_play(course: Course) -> list[int]:
    """The points of each seat without those of the final scoring."""
    scores = list(course.position.scores)
    for event in _events(course):
        if isinstance(event, PointsAwarded) and event.final:
            scores[event.seat] -= event.points
    return scores


def _events(course: Course) -> tuple[Event, ...]:
    return tuple(event for step in course.steps for event in step.events)


def _steps(course: Course) -> tuple[FinalStep, ...]:
    return final_steps(_events(course), in_play(course))


def _entries(game: Game, step: FinalStep) -> tuple[Phrase, ...]:
    gained = [seat for seat, points in enumerate(step.points) if points]
    return tuple(
        Phrase.of("final.entry", who=game.who(seat), points=step.points[seat], score=step.scores[seat])
        for seat in sorted(gained, key=lambda seat: -step.points[seat])
    )


def _features(position: Position, awards: Sequence[PointsAwarded]) -> Iterator[list[PointsAwarded]]:
    """The awards, those that share one feature together."""
    group: list[PointsAwarded] = []
    for award in awards:
        if group and not _shared(position, group[0], award):
            yield group
            group = []
        group.append(award)
    if group:
        yield group


def _shared(position: Position, first: PointsAwarded, other: PointsAwarded) -> bool:
    if replace(other, seat=first.seat, at=first.at, where=first.where) != first:
        return False
    if any(first.reason in talk.everywhere for talk in talks().values()):
        return True
    if first.where.startswith("corner"):
        # a barn stands where four tiles meet, each time on another field
        return False
    return (other.at, other.where) in position.feature_at(first.at, first.where).segments
