"""What the builders of scenes have in common."""

from dataclasses import replace

from bot.games.course import Course
from bot.games.game import Game
from bot.people import is_opponent
from bot.scene import Choice, Phrase, Picture, PictureKind, Style
from core import Cell, Place


def choice(command: str, label: Phrase, style: Style = Style.PLAIN) -> Choice:
    """A button."""
    return Choice(label, command, style)


def board(game: Game, course: Course, spots: tuple[Cell, ...] = (), *, verb: str = "place") -> Picture:
    """The board near what matters, with numbered cells."""
    picture = Picture(
        PictureKind.BOARD,
        course.position,
        game.header.names,
        spots=spots,
        seat=course.position.seat,
        verb=verb,
    )
    return with_news(game, course, picture)


def with_news(game: Game, course: Course, picture: Picture) -> Picture:
    """The picture with what was done in the turn before this one, and in this one so far.

    What opponents do one after the other is one turn: nobody had time to look.
    """
    first = course.turn - 1
    for step in reversed(course.steps):
        if step.turn <= first:
            if not is_opponent(game.header.people[step.seat]):
                break
            first = step.turn
    steps = course.during(first, course.turn)
    events = tuple(event for step in steps for event in step.events)
    laid = tuple((s.turn, (s.seat, s.action.cell)) for s in steps if isinstance(s.action, Place))
    # Whoever has laid a tile has looked.
    begun = any(turn == course.turn for turn, _ in laid)
    return replace(picture, events=events, before=() if begun else tuple(tile for _, tile in laid[:-1]))


def told(game: Game, course: Course, kind: PictureKind, *, view: str = "whole") -> Picture:
    """A picture of the whole game: a film, a chart or a summary."""
    return Picture(kind, course.position, game.header.names, view=view, record=game.record)


def themed(game: Game, picture: Picture | None) -> Picture | None:
    """The picture in the theme that was chosen for the game."""
    return None if picture is None else replace(picture, theme=game.header.theme)
