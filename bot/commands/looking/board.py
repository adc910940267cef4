"""``board``: the board as one wants to see it."""

from typing import Final

from bot.families import Family
from bot.games import describe
from bot.games.access import begun
from bot.games.asking import Asking
from bot.refusal import Refused
from bot.scene import FULL, Choice, Phrase, Picture, PictureKind, Scene
from bot.scenes.face import with_news
from bot.usecases.info import answer
from bot.usecases.rows import CommandRow, Option, always, values

VIEWS: Final = ("whole", "close", "mine", FULL)
OWNERS: Final = "owners"
"""The word with which what is claimed is coloured for its owner."""


_VIEW: Final = Family("choice.view.{}", of=VIEWS)


def board(asking: Asking) -> Scene:
    """``board [whole|close|mine|full] [owners]``: with buttons for the other ways to see it."""
    game, course = begun(asking)
    words = [word.lower() for word in asking.words]
    tint = OWNERS in words
    views = [word for word in words if word != OWNERS] or ["whole"]
    if len(views) > 1 or views[0] not in VIEWS:
        raise Refused("usage.board")
    view, seat = views[0], game.seat_of(asking.person)
    if view == "mine" and seat is None:
        raise Refused("refusal.not_a_player")
    picture = Picture(
        PictureKind.BOARD,
        course.position,
        game.header.names,
        view=view,
        seat=seat,
        tint=tint,
    )
    picture = with_news(game, course, picture)
    lines = (describe.standings(game, course.position.scores),)
    return answer(asking, game, *lines, picture=picture, rows=(_others(view, seat, tint=tint),))


def _others(view: str, seat: int | None, *, tint: bool) -> tuple[Choice, ...]:
    """The other views; from the file one goes on with the whole board."""
    offered = [other for other in VIEWS if other != view and (other != "mine" or seat is not None)]
    row = [Choice(Phrase(_VIEW(other)), _command(other, tint=tint)) for other in offered]
    shown = "whole" if view == FULL else view
    label = "choice.owners.off" if tint else "choice.owners.on"
    toggle = Choice(Phrase(label), _command(shown, tint=not tint))
    return (*row, toggle)


def _command(view: str, *, tint: bool) -> str:
    return f"board {view} {OWNERS}" if tint else f"board {view}"


COMMAND: Final = CommandRow(
    rank=160,
    serve=board,
    options=(
        Option("view", choices=values("view", *VIEWS)),
        Option("tint", choices={OWNERS: "choice.owners.on"}),
    ),
    private=always,
    anyone=always,
    ages=True,
)
