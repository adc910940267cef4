"""What the builders of scenes have in common."""

from dataclasses import replace

from bot.games.course import Course
from bot.games.game import Game
from bot.scene import Choice, Phrase, Picture, PictureKind, Style
from core import Cell


def choice(command: str, label: Phrase, style: Style = Style.PLAIN) -> Choice:
    """A button."""
    return Choice(label, command, style)


def board(game: Game, course: Course, spots: tuple[Cell, ...] = (), *, verb: str = "place") -> Picture:
    """The board near what matters, with numbered cells."""
    return Picture(
        PictureKind.BOARD,
        course.position,
        game.header.names,
        spots=spots,
        seat=course.position.seat,
        verb=verb,
        events=course.recent(),
    )


def told(game: Game, course: Course, kind: PictureKind, *, view: str = "whole") -> Picture:
    """A picture of the whole game: a film, a chart or a summary."""
    return Picture(kind, course.position, game.header.names, view=view, record=game.record)


def themed(game: Game, picture: Picture | None) -> Picture | None:
    """The picture in the theme that was chosen for the game."""
    return None if picture is None else replace(picture, theme=game.header.theme)
