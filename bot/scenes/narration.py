"""What happened, told from events: who laid what, who got points for which feature, and who got none."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.families import Family
from bot.games import describe
from bot.games.course import Step
from bot.games.game import Game
from bot.games.talk import talk_of, talks
from bot.scene import Phrase
from core import (
    Action,
    Event,
    FeatureCompleted,
    Figure,
    FigureDeployed,
    PointsAwarded,
    SeatResigned,
    Terrain,
    TileDiscarded,
    TilePlaced,
    TurnSkipped,
)
from core.records.history import KINDS
from core.rulesets import FIGURES

_MEEPLE: Final = Family("story.meeple.{}", of=Terrain)
_DEPLOYED: Final = Family(
    "story.deployed.{}", of=(figure for figure in FIGURES if figure is not Figure.MEEPLE)
)


def _kinds(*, shared: bool) -> Iterator[str]:
    """What points are given for, as the sentences about them call it."""
    for talk in talks().values():
        yield from talk.bonuses.values()
        yield from talk.special
    unshared = {reason for talk in talks().values() for reason in talk.unshared}
    yield from (kind for kind in KINDS if not (shared and kind in unshared))


_POINTS: Final = Family("story.points.{}", of=lambda: _kinds(shared=False))
_SHARED: Final = Family("story.shared.{}", of=lambda: _kinds(shared=True))
_CALLED: Final = Family(
    "story.called.{}", of=lambda: (end for talk in talks().values() for end in talk.called.values())
)
_UNCLAIMED: Final = Family("story.unclaimed.{}", of=(Terrain.ROAD, Terrain.CITY, Terrain.MONASTERY))


def story(game: Game, steps: Iterable[Step]) -> tuple[Phrase, ...]:
    """The steps as sentences, without the final scoring. Automatic ones are marked, once for each turn.

    Where there is no room for all of them, points are told longest; where tiles lie is seen in the picture.
    """
    return tuple(replace(said, spare=_spare(said.key)) for said in _tell_all(game, steps))


def _spare(key: str) -> int:
    if key == "story.placed":
        return 1
    return 3 if key in _POINTS.keys | _SHARED.keys else 2


def _tell_all(game: Game, steps: Iterable[Step]) -> Iterator[Phrase]:
    marked = None
    for step in steps:
        if step.automatic and marked != (step.seat, step.turn):
            yield Phrase.of("story.automatic", who=game.who(step.seat))
            marked = (step.seat, step.turn)
        yield from _tell(game, step)


def _tell(game: Game, step: Step) -> Iterator[Phrase]:
    yield from _of_sets(game, step.seat, step.action)
    events = deque(step.events)
    while events:
        event = events.popleft()
        match event:
            case FeatureCompleted():
                if not (events and _pays_for(event, events[0])):
                    yield _nobody_scores(event)
            case PointsAwarded(final=False):
                yield from points(game, [event, *_shared_with(event, events)])
            case _:
                # What a set says itself of an event is all that is said of it.
                yield from tuple(_of_sets(game, step.seat, event)) or _happened(game, event)
    for name in game.header.sets:
        for what, end in talk_of(name).called.items():
            if what in step.called:
                yield Phrase.of(_CALLED(end), who=game.who(step.seat))


def _pays_for(completed: FeatureCompleted, event: Event) -> bool:
    """Whether an event that follows directly gives the points for a completed feature."""
    return isinstance(event, PointsAwarded) and not event.final and event.reason == completed.kind


def _shared_with(first: PointsAwarded, events: deque[Event]) -> Iterator[PointsAwarded]:
    """The awards for the same feature, which follow directly; they are taken off the events."""
    while events and isinstance(event := events[0], PointsAwarded):
        if replace(event, seat=first.seat, at=first.at, where=first.where) != first:
            return
        events.popleft()
        yield event


def _of_sets(game: Game, seat: int, what: Action | Event) -> Iterator[Phrase]:
    told = (talk_of(name).told(game, seat, what) for name in game.header.sets)
    return (sentence for sentence in told if sentence is not None)


def _happened(game: Game, event: Event) -> Iterator[Phrase]:
    match event:
        case TileDiscarded(_, tile):
            yield Phrase.of("story.discarded", tile=describe.tile_of(game, tile))
        case TilePlaced(seat, _, (x, y)):
            yield Phrase.of("story.placed", who=game.who(seat), x=x, y=y)
        case FigureDeployed(seat, figure, _, where):
            yield _deployed(game, seat, figure, where)
        case TurnSkipped(seat):
            yield Phrase.of("story.skipped", who=game.who(seat))
        case SeatResigned(seat):
            yield Phrase.of("story.resigned", who=game.who(seat))


def _deployed(game: Game, seat: int, figure: Figure, where: str) -> Phrase:
    """The sentence about a figure that was put there."""
    kind = where.partition("@")[0]
    if figure is Figure.MEEPLE:
        return Phrase.of(_MEEPLE(kind), who=game.who(seat))
    # What stands on a corner, in many fields at once, is told without a feature.
    told = {} if kind == "corner" else {"feature": describe.feature_name(kind)}
    return Phrase.of(_DEPLOYED(figure), who=game.who(seat), **told)


def points(game: Game, shared: list[PointsAwarded]) -> Iterator[Phrase]:
    """Sentences about the points that one feature gave, to one seat or to several in full each."""
    first = shared[0]
    alone = len(shared) == 1
    yield Phrase.of(
        (_POINTS if alone else _SHARED)(_called(first)),
        who=game.everyone(tuple(event.seat for event in shared)),
        points=(describe.points if alone else describe.points_each)(first.points),
        parts=describe.counts(first.tiles, first.pennants, first.cities),
        bonus=first.bonus,
    )
    outnumbered = tuple(seat for seat in first.beaten if seat not in first.tied)
    if outnumbered:
        yield Phrase.of("story.beaten", who=game.everyone(outnumbered))
    if first.tied:
        yield Phrase.of("story.tied", who=game.everyone(first.tied))


def _called(award: PointsAwarded) -> str:
    """What the sentence about points calls their reason."""
    named = (talk.bonuses.get(award.reason, "") for talk in talks().values() if award.bonus)
    special = (what for talk in talks().values() for what, means in talk.special.items() if means(award))
    return next(filter(None, named), "") or next(special, award.reason)


def _nobody_scores(event: FeatureCompleted) -> Phrase:
    parts = describe.counts(event.tiles, event.pennants, 0)
    return Phrase.of(_UNCLAIMED(event.kind), parts=parts)
