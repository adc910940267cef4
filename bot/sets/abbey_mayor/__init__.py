"""Abbey & Mayor: an abbey in place of a drawn tile, wagons that go on, barns that stand on corners."""

from collections.abc import Callable
from typing import Final

from bot import spots
from bot.families import Family
from bot.games.course import Course
from bot.games.describe import feature_name
from bot.games.game import Game
from bot.games.talk import MANNERS, Hint, Manner, SetTalk
from bot.scene import Face, Offer, Phrase, Row, Style
from bot.scenes.face import board, choice
from bot.scenes.hints import always, offers
from bot.scenes.worth import counts
from bot.sets.abbey_mayor.wagons import cells, wagon
from bot.spots import legal
from core import Action, Event, FigureMoved, Phase, Place, Position, TilePlaced
from core.sets.abbey_mayor.abbeys import ABBEY_ID
from core.sets.abbey_mayor.actions import (
    ABBEY_DUE,
    BARN,
    MAYOR,
    PLAY_ABBEY,
    WAGON,
    WAGON_DUE,
    MoveWagon,
    PlayAbbey,
    WagonHome,
)

_WAGON: Final = Family("{}.wagon", of=MANNERS)
_WAGON_HOME: Final = Family("{}.wagon_home", of=MANNERS)


def advised(action: Action, manner: Manner) -> Phrase | None:
    """Where a wagon should go."""
    match action:
        case MoveWagon(cell=(x, y), where=where):
            feature = feature_name(where.partition("@")[0])
            return Phrase.of(_WAGON(manner), feature=feature, x=x, y=y)
        case WagonHome():
            return Phrase(_WAGON_HOME(manner))
        case _:
            return None


def told(game: Game, seat: int, what: Action | Event) -> Phrase | None:
    """The sentence about an action, or about what came of it."""
    who = game.who(seat)
    match what:
        case TilePlaced(tile=tile, at=(x, y)) if tile == ABBEY_ID:
            return Phrase.of("story.abbey", who=who, x=x, y=y)
        case WagonHome():
            return Phrase.of("story.wagon_home", who=who)
        case FigureMoved(_, _, _, (x, y), where):
            kind = feature_name(where.partition("@")[0])
            return Phrase.of("story.wagon_moved", who=who, x=x, y=y, feature=kind)
        case _:
            return None


def choices(position: Position) -> Row:
    """The abbey as another choice than to draw, where there is one."""
    return (choice("abbey", _label(position)),) if spots.legal(position, PlayAbbey) else ()


def abbey(game: Game, course: Course) -> Face:
    """After the last tile: lay the abbey, or not."""
    row = (
        choice("abbey", _label(course.position), Style.MAIN),
        choice("pass", Phrase("choice.no_abbey")),
    )
    return Face((Phrase("prompt.abbey"),), board(game, course), (row,), Offer(held=held(course.position)))


def held(position: Position) -> tuple[tuple[str, str], ...]:
    """The abbey among the tiles that can be chosen, where there is one."""
    if not spots.legal(position, PlayAbbey):
        return ()
    trial = position.copy()
    trial.play(PLAY_ABBEY)
    return () if trial.tile is None else ((trial.tile.id, "abbey"),)


def _label(position: Position) -> Phrase:
    """The abbey, with the most that a monk on it would count now."""
    return Phrase.of("choice.abbey", points=_worth(position))


def _worth(position: Position) -> int:
    trial = position.copy()
    trial.play(PLAY_ABBEY)
    best = 0
    for place in trial.legal_actions():
        if isinstance(place, Place):
            trial.play(place)
            best = max(best, counts(trial, place.cell, "monastery"))
            trial.undo()
    return best


def _may_build(*, farmed: bool) -> Callable[[Position], bool]:
    """Whether a barn can be built, where there can be farmers or none."""
    offered = offers(BARN)
    return lambda position: position.rules.farmed is farmed and offered(position)


TALK: Final = SetTalk(
    words=("abbey", "mayor"),
    about=("wagon", "barn"),
    segments={"abbey": "monastery"},
    tile=lambda kind: Phrase("on_tile.abbey") if kind.per_player else None,
    faces={ABBEY_DUE: abbey, WAGON_DUE: wagon},
    besides={Phase.DRAW: choices},
    held=held,
    spots={WAGON_DUE: cells},
    passes=(ABBEY_DUE,),
    illegal=("barn", "barn_corner", "corner_no_field", "corner_open", "no_abbey", "no_hole", "wagon_reach"),
    trades=lambda _, action: isinstance(action, PlayAbbey),
    traded="refusal.undo_abbey",
    hints=(
        Hint(Phase.DRAW, 10, "abbey", lambda position: bool(legal(position, PlayAbbey))),
        Hint(Phase.DEPLOY, 40, "mayor", offers(MAYOR)),
        Hint(Phase.DEPLOY, 41, "barn", _may_build(farmed=True)),
        Hint(Phase.DEPLOY, 41, "barn_alone", _may_build(farmed=False)),
        Hint(Phase.DEPLOY, 42, "wagon", offers(WAGON)),
        Hint(WAGON_DUE, 10, "wagon_moves", always),
    ),
    told=told,
    advised=advised,
    unshared=("barn",),
)
