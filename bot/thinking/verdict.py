"""What was found out of a game, in sentences."""

from collections.abc import Iterator
from functools import reduce
from typing import Final

from bot.games.describe import feature_name, figure_name, points
from bot.games.talk import talks
from bot.scene import Phrase, Picture, Who
from core import Action, Deploy, Pass, Place, parse_action
from core.opponents.review import Judged, Review

TURNS: Final = 3
"""So many turns of each person are told."""


def verdict(picture: Picture) -> tuple[Phrase, ...]:
    """How well each has played, where the game turned, and what the dearest turns were."""
    review = picture.review
    return () if review is None else tuple(_said(picture, review))


def _said(picture: Picture, review: Review) -> Iterator[Phrase]:
    order = sorted(range(len(picture.names)), key=lambda seat: -(review.accuracy(seat) or 0))
    yield from (line for seat in order if (line := _accuracy(picture, review, seat)) is not None)
    yield from _turning(picture, review)
    for seat in picture.seats:
        for judged in review.costliest(seat, TURNS):
            yield _turn(picture, judged)
    yield Phrase("review.explained")


def _accuracy(picture: Picture, review: Review, seat: int) -> Phrase | None:
    accuracy = review.accuracy(seat)
    if accuracy is None:
        return None
    return Phrase.of(
        "review.accuracy",
        who=Who(picture.names[seat]),
        percent=accuracy,
        points=points(round(review.given_away(seat))),
        luck=f"{round(review.luck(seat)):+d}".replace("-", "−"),
    )


def _turning(picture: Picture, review: Review) -> Iterator[Phrase]:
    if len(review.won) != 1:
        return
    who = Who(picture.names[review.won[0]])
    if review.turning is None:
        yield Phrase.of("review.never", who=who)
    else:
        yield Phrase.of("review.turning", who=who, number=review.turning + 1)


def _turn(picture: Picture, judged: Judged) -> Phrase:
    moves = Phrase.of("review.moves", done=_moves(judged.done), best=_moves(judged.best))
    return Phrase.of(
        "review.turn",
        who=Who(picture.names[judged.seat]),
        number=judged.tile + 1,
        points=points(round(judged.cost)),
        moves=moves,
    )


def _moves(actions: tuple[str, ...]) -> Phrase:
    """What was done in one go: "3, -1 · meeple (city)"."""
    told = [phrase for action in actions if (phrase := _move(parse_action(action))) is not None]
    return reduce(lambda first, rest: Phrase.of("review.join", first=first, rest=rest), told)


def _move(action: Action) -> Phrase | None:
    match action:
        case Place(cell=(x, y)):
            return Phrase.of("review.place", x=x, y=y)
        case Deploy(figure=figure, where=where):
            kind = where.partition("@")[0]
            if kind == "corner":
                return figure_name(figure)
            return Phrase.of("review.figure", figure=figure_name(figure), feature=feature_name(kind))
        case Pass():
            return Phrase("review.no_figure")
        case _:
            return next(own for talk in talks().values() if (own := talk.advised(action)))
