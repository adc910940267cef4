"""The Discoverers: figures are taken back to score, and tiles may be chosen from an open hand."""

from typing import Final

from bot.families import Family
from bot.games import describe
from bot.games.game import Game
from bot.games.moves import checked
from bot.games.parser import read_cell, read_number, read_where
from bot.games.talk import MANNERS, Hint, Manner, Scoring, SetTalk, Words
from bot.refusal import Refused
from bot.scene import Phrase
from bot.scenes.hints import always, near_the_end
from bot.sets.discoverers.hands import choose
from bot.spots import legal, take_backs
from core import Action, Choose, Event, Figure, Phase, Position, TakeBack, tile_kind

_CHOOSE: Final = Family("{}.choose", of=MANNERS)
_TAKE_BACK: Final = Family("{}.take_back", of=MANNERS)


def read_take_back(position: Position, words: Words) -> Action:
    """``score [WHERE]``: take back a figure, by number or segment."""
    actions = take_backs(position)
    if not actions:
        raise Refused("refusal.nothing_to_take_back")
    match words:
        case (number,) if (chosen := read_number(number)) is not None:
            if not 1 <= chosen <= len(actions):
                raise Refused("refusal.unknown_figure", number=chosen, count=len(actions))
            return actions[chosen - 1]
        case (cell_word, where_word):
            cell, where = read_cell(cell_word), read_where(where_word)
            if cell is None or where is None:
                raise Refused("usage.score")
            return checked(position, TakeBack(cell, where))
        case () if len(actions) == 1:
            return actions[0]
        case _:
            raise Refused("usage.score")


def advised(action: Action, manner: Manner) -> Phrase | None:
    """A choice of a tile, or a figure to be taken back."""
    match action:
        case Choose(tile=tile):
            return Phrase.of(_CHOOSE(manner), tile=describe.tile(tile_kind(tile)))
        case TakeBack(cell=(x, y), where=where):
            feature = describe.feature_name(where.partition("@")[0])
            return Phrase.of(_TAKE_BACK(manner), feature=feature, x=x, y=y)
        case _:
            return None


def told(game: Game, seat: int, what: Action | Event) -> Phrase | None:
    """The sentence about a figure that was taken back."""
    if not isinstance(what, TakeBack):
        return None
    x, y = what.cell
    return Phrase.of("story.taken_back", who=game.who(seat), x=x, y=y)


def _few_meeples(position: Position) -> bool:
    return position.in_supply(position.seat, Figure.MEEPLE) <= 1


TALK: Final = SetTalk(
    words=("discovery", "discoverer"),
    faces={Phase.CHOOSE: choose},
    scores={Phase.DEPLOY: Scoring(lambda position: bool(take_backs(position)), read_take_back)},
    illegal=("no_own_figure", "not_in_hand"),
    hints=(
        Hint(Phase.CHOOSE, 10, "choose", always),
        Hint(Phase.PLACE, 10, "end_discoverers", near_the_end, instead_of="end"),
        Hint(Phase.DEPLOY, 20, "take_back", lambda position: bool(legal(position, TakeBack))),
        Hint(Phase.DEPLOY, 60, "few_discoverers", _few_meeples, instead_of="few"),
    ),
    help={Phase.DEPLOY: Phrase("help.turn.deploy.back")},
    told=told,
    advised=advised,
)
