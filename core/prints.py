"""What tells one printed tile from another when the sides of its segments do not."""

from core.segments import Terrain
from core.tiles import TileKind

ACROSS = 2
"""A road across a tile parts it into so many fields; with more of them it touches something on its way."""


def parted_fields(kind: TileKind) -> int:
    """Into how many fields a single road across the tile parts it, where those are more than two; else 0."""
    kinds = [segment.kind for segment in kind.segments]
    roads = [segment for segment in kind.segments if segment.kind is Terrain.ROAD]
    fields = kinds.count(Terrain.FIELD)
    across = len(roads) == 1 and len(roads[0].ports) == ACROSS
    return fields if across and fields > ACROSS else 0


def port_beside(kind: TileKind) -> Terrain | None:
    """The land on which the tile's only port city lies, where the tile has both plains and mountains."""
    terrains = {segment.kind for segment in kind.segments}
    if len(kind.cities) != 1 or not {Terrain.PLAIN, Terrain.MOUNTAIN} <= terrains:
        return None
    between = {kind.segments[number].kind for number in kind.cities[0]}
    # Between plains and mountains themselves there is no port: one side of it is the sea.
    (land,) = between - {Terrain.SEA}
    return land
