"""Abbeys: laid in place of a drawn tile, or after the last one."""

from bot import spots
from bot.games.course import Course
from bot.games.game import Game
from bot.scene import Face, Offer, Phrase, Row, Style
from bot.scenes.face import board, choice
from bot.scenes.worth import counts
from core import Place, PlayAbbey, Position
from core.actions import PLAY_ABBEY


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
