"""Putting a figure on the tile just laid: a close-up with lettered features, each with its worth."""

from collections.abc import Iterator
from typing import Final

from bot import spots
from bot.families import Family
from bot.games import describe
from bot.games.course import Course
from bot.games.game import Game
from bot.games.talk import remarks, talks_of
from bot.games.undo import turnable
from bot.scene import Choice, Face, Offer, Phrase, Picture, PictureKind, Row, Style, Use
from bot.scenes.face import choice
from bot.scenes.worth import worth
from core import Cell, Deploy, Figure, Position, Terrain
from core.rulesets import FIGURES

_ON: Final = Family("choice.meeple.{}", of=Terrain)
_OTHER: Final = Family("choice.figure.{}", of=(figure for figure in FIGURES if figure is not Figure.MEEPLE))


def deploy(game: Game, course: Course) -> Face:
    """Which figure goes where, or none; or which figure comes back."""
    position = course.position
    letters = spots.letters(position)
    meeples, others = _deployments(position, letters)
    back = tuple(_take_backs(position))
    last: Row = (choice("pass", Phrase("choice.pass")),)
    if turnable(course):
        last = (choice("turn", Phrase("choice.turn")), *last)
    prompt = "prompt.deploy" if letters else "prompt.no_figure"
    lines = [Phrase(prompt)]
    if back:
        lines.append(Phrase("prompt.take_back" if letters else "prompt.only_take_back"))
    lines += _remarks(position, letters)
    picture = Picture(
        PictureKind.CLOSE_UP,
        position,
        game.header.names,
        letters=letters,
        figures=tuple(
            (str(number), action.cell, action.where)
            for number, action in enumerate(spots.take_backs(position), 1)
        ),
        seat=position.seat,
        verb="deploy",
    )
    rows = tuple(row for row in (meeples, others, back, last) if row)
    return Face(tuple(lines), picture, rows, Offer(areas=tuple(_areas(position, letters))))


def _remarks(position: Position, letters: tuple[tuple[str, str], ...]) -> Iterator[Phrase]:
    """What the points beside the letters do not say."""
    for letter, where in letters:
        if where.startswith("corner"):
            continue
        view = position.feature_at(position.laid[-1].cell, where)
        for said in remarks(position, view):
            yield Phrase.of("prompt.remark", letter=letter.upper(), remark=said)


def _deployments(position: Position, letters: tuple[tuple[str, str], ...]) -> tuple[Row, Row]:
    """The meeple's choices, and those of all other figures."""
    meeples, others = [], []
    for letter, where in letters:
        for figure in spots.figures(position, where):
            if figure is Figure.MEEPLE:
                meeples.append(_meeple(position, letter, where))
            else:
                others.append(_other(position, letter, where, figure))
    return tuple(meeples), tuple(others)


def _areas(
    position: Position, letters: tuple[tuple[str, str], ...]
) -> Iterator[tuple[Cell, str, tuple[Use, ...]]]:
    """Where which figure can be put, and which can be taken back."""
    if position.last is not None:
        for letter, where in letters:
            able = spots.figures(position, where)
            yield position.last.cell, where, tuple(Use(_command(letter, figure), figure) for figure in able)
    for number, action in enumerate(spots.take_backs(position), 1):
        yield action.cell, action.where, (Use(f"score {number}"),)


def _command(letter: str, figure: Figure) -> str:
    return f"deploy {letter}" if figure is Figure.MEEPLE else f"deploy {letter} {figure}"


def _meeple(position: Position, letter: str, where: str) -> Choice:
    kind = where.partition("@")[0]
    points = worth(position, Deploy(Figure.MEEPLE, where))
    label = Phrase.of(_ON(kind), letter=letter.upper(), points=points)
    return choice(_command(letter, Figure.MEEPLE), label, Style.MAIN)


def _other(position: Position, letter: str, where: str, figure: Figure) -> Choice:
    action = Deploy(figure, where)
    apart = any(figure in talk.apart for talk in talks_of(position))
    adds = next((talk.adds[figure] for talk in talks_of(position) if figure in talk.adds), worth)
    points = 0 if apart else adds(position, action)
    label = Phrase.of(_OTHER(figure), letter=letter.upper(), points=points)
    return choice(_command(letter, figure), label)


def _take_backs(position: Position) -> Iterator[Choice]:
    for number, action in enumerate(spots.take_backs(position), 1):
        view = position.feature_at(action.cell, action.where)
        name = describe.feature_name(view.kind)
        label = Phrase.of("choice.take_back", number=number, feature=name, points=view.now)
        yield choice(f"score {number}", label)
