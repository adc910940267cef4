"""Hills & Sheep: shepherds whose flocks grow by chance, hills and vineyards in the fields."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.course import Course
from bot.games.describe import points
from bot.games.game import Game
from bot.games.talk import Hint, Scoring, SetTalk
from bot.scene import Face, Phrase, Style
from bot.scenes.face import board, choice
from bot.scenes.hints import always, offers
from core import Action, Event, Phase, Position, Terrain, TokenDrawn
from core.sets.hills_sheep.actions import FLOCK_DUE, HERD, SHEPHERD
from core.sets.hills_sheep.shepherds import flock
from core.sets.hills_sheep.shepherds import wolves as wolf_tokens


def choose(game: Game, course: Course) -> Face:
    """Grow the flock, or herd it to the stable."""
    sheep = _sheep(course.position)
    wolves, tokens = wolf_tokens(course.position)
    row = (
        choice("grow", Phrase.of("choice.grow", wolves=wolves, tokens=tokens), Style.MAIN),
        choice("score", Phrase.of("choice.herd", points=sheep), Style.MAIN),
    )
    return Face((Phrase.of("prompt.flock", count=sheep),), board(game, course), (row,))


def _sheep(position: Position) -> int:
    """All sheep on the field of the deciding seat's shepherd: what everyone there would score."""
    mine = next(s for s in position.standing() if s.figure is SHEPHERD and s.seat == position.seat)
    figures = position.feature_at(mine.cell, mine.where).figures
    return sum(flock(position, other.seat) for other in figures if other.figure is SHEPHERD)


def standings(game: Game, course: Course) -> Iterator[Phrase]:
    """Each flock, with its sheep."""
    for standing in course.position.standing():
        if standing.figure is SHEPHERD:
            sheep = flock(course.position, standing.seat)
            x, y = standing.cell
            yield Phrase.of("worth.flock", who=game.who(standing.seat), count=sheep, x=x, y=y)


def told(game: Game, _seat: int, what: Action | Event) -> Phrase | None:
    """The sentence about a token that was drawn."""
    match what:
        case TokenDrawn(owner, 0):
            return Phrase.of("story.wolf", who=game.who(owner))
        case TokenDrawn(owner, sheep):
            return Phrase.of("story.sheep", who=game.who(owner), count=sheep)
        case _:
            return None


def deed(event: Event) -> Phrase | None:
    """The same in a word or two."""
    match event:
        case TokenDrawn(_, 0):
            return Phrase("news.wolf")
        case TokenDrawn(_, sheep):
            return Phrase.of("news.sheep", count=sheep)
        case _:
            return None


def _drawn(events: Sequence[Event]) -> dict[str, object]:
    """The tokens. What lies under a hill has been drawn by nobody and is not among the tiles."""
    return {"tokens": [event.sheep or "wolf" for event in events if isinstance(event, TokenDrawn)]}


TALK: Final = SetTalk(
    words=("hills", "sheep"),
    about=("shepherd", "vineyard"),
    marks={"hill": Phrase("on_tile.hill"), "vineyard": Phrase("on_tile.vineyard")},
    apart=(SHEPHERD,),
    faces={FLOCK_DUE: choose},
    scores={FLOCK_DUE: Scoring(always, lambda _position, _words: HERD)},
    illegal=("shepherd",),
    hints=(
        Hint(Phase.DEPLOY, 30, "shepherd", offers(SHEPHERD)),
        Hint(FLOCK_DUE, 10, "flock", always),
    ),
    told=told,
    deed=deed,
    bonuses={Terrain.MONASTERY: "vineyards"},
    unfinal=("flock",),
    standings=standings,
    numbers={
        "sheep": lambda position, seat: Phrase.of("count.sheep", count=flock(position, seat)),
        "flock": lambda position, seat: points(flock(position, seat)),
    },
    public=_drawn,
)
