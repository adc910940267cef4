"""The board that one touches, as the page gets it: what lies there, what is new, what can be done where."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot.scene import NEAR, Offer, Picture, PictureKind, Scene
from bot.web_app.gallery import Hung
from core import Figure

BOARDS: Final = frozenset({PictureKind.BOARD, PictureKind.CLOSE_UP})


def is_touched(scene: Scene) -> bool:
    """Whether the page shows a board of its own in place of the scene's picture: where a game is played."""
    return bool(scene.readings) and scene.picture is not None and scene.picture.kind in BOARDS


def pictures(picture: Picture, offer: Offer | None) -> tuple[Picture, Picture | None, Picture | None]:
    """The bare board in place of a picture, the last tile where it is touched, and the sprites."""
    return _bare(picture, offer), _near(picture, offer), _looks(picture, offer)


def _bare(picture: Picture, offer: Offer | None) -> Picture:
    areas = () if offer is None else tuple((cell, where) for cell, where, _ in offer.areas)
    return replace(picture, kind=PictureKind.BARE, areas=areas, view="whole")


def _near(picture: Picture, offer: Offer | None) -> Picture | None:
    last = picture.position.last
    if offer is None or last is None or all(cell != last.cell for cell, _, _ in offer.areas):
        return None
    return replace(picture, kind=PictureKind.BARE, view=NEAR, letters=(), figures=(), events=())


def _looks(picture: Picture, offer: Offer | None) -> Picture | None:
    tile = picture.position.tile
    offer = offer or Offer()
    wanted = replace(
        picture,
        kind=PictureKind.LOOKS,
        spots=tuple(cell for cell, _ in offer.placements),
        tiles=(*(kind for kind, _ in offer.held if kind), *(() if tile is None else (tile.id,))),
        pieces=tuple(
            (use.figure, cell, where)
            for cell, where, uses in offer.areas
            for use in uses
            if use.figure is not None
        ),
        letters=(),
        figures=(),
        events=(),
    )
    return wanted if wanted.tiles or wanted.pieces else None


def written_looks(address: str, hung: Hung) -> dict[str, Any]:
    """Sprites as the page gets them: their address, and the box of each in parts of the picture."""
    return {"src": address, "boxes": {name: box for name, *box in hung.painted.targets}}


def written_offer(offer: Offer) -> dict[str, Any]:
    """An offer as the page gets it."""
    return {
        "placements": [[*cell, list(turns)] for cell, turns in offer.placements],
        "areas": [
            {"cell": list(cell), "where": where, "uses": [list(use) for use in uses]}
            for cell, where, uses in offer.areas
        ],
        "held": [list(one) for one in offer.held],
    }


def standing(picture: Picture, names: Sequence[str]) -> list[dict[str, Any]]:
    """Points and meeples left of each seat, and who decides. ``names`` are as the reader knows them."""
    position = picture.position
    return [
        {
            "name": name,
            "points": points,
            "meeples": position.in_supply(seat, Figure.MEEPLE),
            "decides": seat == position.seat,
        }
        for seat, (name, points) in enumerate(zip(names, position.scores, strict=True))
    ]
