"""Inns & Cathedrals: big meeples, and what counts nothing as long as it is open."""

from typing import Final

from bot.games.talk import Hint, SetTalk
from bot.scene import Phrase
from bot.scenes.hints import offers
from core import FeatureView, Phase, PointsAwarded, Position, Terrain
from core.sets.inns_cathedrals import BIG, WITH_CATHEDRAL, WITH_INN, improved

_OPEN: Final = {Terrain.ROAD: Phrase("remark.inn"), Terrain.CITY: Phrase("remark.cathedral")}


def _remark(position: Position, view: FeatureView) -> Phrase | None:
    """That an open road with an inn, or city with a cathedral, brings nothing if it stays so."""
    return _OPEN[view.kind] if not view.complete and _has_one(position, view) else None


def _has_one(position: Position, view: FeatureView) -> bool:
    if view.kind not in _OPEN:
        return False
    cell, where = view.segments[0]
    laid = position.board.at(cell)
    return laid is not None and improved(
        position, position.feature(laid.first + laid.tile.segment_number(where))
    )


def _inn(award: PointsAwarded) -> bool:
    return award.reason == Terrain.ROAD and award.points == WITH_INN * award.tiles


def _cathedral(award: PointsAwarded) -> bool:
    return award.reason == Terrain.CITY and award.points == WITH_CATHEDRAL * (award.tiles + award.pennants)


def _is_open_with_one(position: Position) -> bool:
    """Whether the tile just laid has a road or city that counts nothing yet."""
    laid = position.last
    return laid is not None and any(
        _remark(position, position.feature_at(laid.cell, name)) is not None
        for segment, name in zip(laid.tile.segments, laid.tile.names, strict=True)
        if segment.kind in _OPEN
    )


TALK: Final = SetTalk(
    tasted=Phrase("taste.inns-cathedrals"),
    words=("inns", "cathedrals", "inn", "cathedral"),
    marks={"inn": Phrase("on_tile.inn"), "cathedral": Phrase("on_tile.cathedral")},
    remark=_remark,
    hints=(
        Hint(Phase.DEPLOY, 35, "open_inn", _is_open_with_one),
        Hint(Phase.DEPLOY, 43, "big", offers(BIG)),
    ),
    special={"inn": _inn, "cathedral": _cathedral},
)
