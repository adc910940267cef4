"""The Mill, as people talk about it."""

from typing import Final

from bot.games.game import Game
from bot.games.talk import Hint, SetTalk
from bot.scene import Phrase
from core import Action, Event, Phase, Position, TilePlaced


def told(game: Game, _seat: int, what: Action | Event) -> Phrase | None:
    """The sentence about a mill that was laid."""
    match what:
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
    hints=(Hint(Phase.DEPLOY, 5, "mill", just_laid),),
    told=told,
    numbers={"sacks": sacks},
)
