"""The Discoverers: figures are taken back to score, and tiles may be chosen from an open hand."""

from typing import Final

from bot.games.talk import Hint, Scoring, SetTalk
from bot.scene import Phrase
from bot.scenes.hints import always, near_the_end
from bot.sets.discoverers.hands import choose
from bot.sets.discoverers.taking_back import advised, read_take_back, told
from bot.spots import legal, take_backs
from core import Figure, Phase, Position, TakeBack


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
