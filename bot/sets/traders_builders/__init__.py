"""Traders & Builders: goods, pigs, and the builder who brings a second part of the turn."""

from typing import Final

from bot.games.talk import Hint, SetTalk
from bot.scene import Phrase
from bot.scenes.hints import offers
from bot.sets.traders_builders.goods import counted, deed, standings, told
from bot.sets.traders_builders.turns import notes
from core import Deploy, Phase, PointsAwarded, Position, Terrain
from core.sets.traders_builders.builders import BUILDER, SECOND
from core.sets.traders_builders.goods import GOODS
from core.sets.traders_builders.pigs import PIG

_WITH_PIG: Final = (2, 4)
"""Points for each city of a field where the own pig stands, one more than elsewhere."""


def _pig(award: PointsAwarded) -> bool:
    return award.reason == Terrain.FIELD and award.points in {each * award.cities for each in _WITH_PIG}


def _cities(position: Position, action: Deploy) -> int:
    """What a pig would add: a point for each completed city, to whoever has the majority there."""
    view = position.feature_at(position.laid[-1].cell, action.where)
    return view.cities if position.seat in view.owners else 0


def _in_second_part(position: Position) -> bool:
    return SECOND in position.called


TALK: Final = SetTalk(
    words=("traders", "builders"),
    about=("builder", "pig", "goods"),
    marks={
        "wine": Phrase("on_tile.wine"),
        "grain": Phrase("on_tile.grain"),
        "cloth": Phrase("on_tile.cloth"),
    },
    adds={PIG: _cities},
    illegal=("no_own_follower", "completed"),
    hints=(
        Hint(Phase.PLACE, 12, "second_part", _in_second_part),
        Hint(Phase.DEPLOY, 33, "builder", offers(BUILDER)),
        Hint(Phase.DEPLOY, 34, "pig", offers(PIG)),
    ),
    told=told,
    called={SECOND: "second_part"},
    deed=deed,
    special={"pig": _pig},
    everywhere=GOODS,
    notes=notes,
    standings=standings,
    numbers={"goods": counted},
)
