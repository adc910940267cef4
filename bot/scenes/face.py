"""What the builders of scenes have in common."""

import hashlib
from dataclasses import fields, replace
from typing import Final

from bot.games.course import Course
from bot.games.game import Game
from bot.people import is_opponent
from bot.scene import Choice, Phrase, Picture, PictureKind, Style
from core import Cell, Place

_OF_THE_COURSE: Final = frozenset({"position", "events", "record", "review"})
"""What a picture of everybody's shows of a game's course alone."""


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
    """The picture as it goes out: in the theme that was chosen for the game, of a position of its own.

    Hundreds may wait to be drawn, and each would else hold a whole game with its past.
    """
    if picture is None:
        return None
    return replace(picture, theme=game.header.theme, position=picture.position.without_past())


def drawn(game: Game, course: Course | None, picture: Picture | None) -> str:
    """What everybody's picture of a game shows, in short: the same, whenever and by whomever it is drawn.

    That follows from what has been played, and from what is marked in the picture; not from clocks and votes.
    """
    if course is None or picture is None:
        return ""
    marked = [getattr(picture, each.name) for each in fields(picture) if each.name not in _OF_THE_COURSE]
    played = "\n".join(str(step.action) for step in course.steps)
    text = f"{game.header.record}\n{game.header.language}\n{len(picture.events)} {marked}\n{played}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]
