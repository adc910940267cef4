"""The Mill, as people talk about it."""

from typing import Final

from bot.games.course import Course
from bot.games.game import Game
from bot.games.talk import Hint, SetTalk
from bot.scene import Face, Phrase
from bot.scenes.face import board, choice
from core import Action, Event, Phase, Position, TilePlaced
from core.sets.mill import MILL_DUE, Grind  # type: ignore[import-not-found]  # there in the copy


def ask(game: Game, course: Course) -> Face:
    """How much the mill is to grind."""
    row = (
        *(choice(f"grind {count}", Phrase.of("choice.grind", count=count)) for count in (1, 2)),
        choice("pass", Phrase("choice.pass")),
    )
    return Face((Phrase("prompt.mill"),), board(game, course), (row,))


def told(game: Game, seat: int, what: Action | Event) -> Phrase | None:
    """The sentence about a mill that was laid, and about what it has ground."""
    match what:
        case Grind(count):
            return Phrase.of("story.ground", who=game.who(seat), count=count)
        case TilePlaced(seat, "mill/1"):
            return Phrase.of("story.mill", who=game.who(seat))
        case _:
            return None


def just_laid(position: Position) -> bool:
    """Whether a mill has just been laid."""
    return position.last is not None and "mill" in position.last.kind.marks


def sacks(position: Position, _seat: int) -> object:
    """A sack for each mill."""
    return Phrase.of("count.sacks", count=sum("mill" in laid.kind.marks for laid in position.laid))


TALK: Final = SetTalk(
    words=("miller",),
    about=("flour",),
    marks={"mill": Phrase("on_tile.mill")},
    faces={MILL_DUE: ask},
    passes=(MILL_DUE,),
    hints=(Hint(Phase.DEPLOY, 5, "mill", just_laid),),
    told=told,
    numbers={"sacks": sacks},
)
