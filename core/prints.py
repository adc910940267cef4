"""What tells one printed tile from another when the sides of its segments do not."""

from core.geometry import PORTS
from core.segments import Terrain
from core.tiles import TileKind

ACROSS = 2
"""A road across a tile parts it into so many fields; with more of them it touches something on its way."""
AT_CORNERS = tuple(
    (PORTS[before], PORTS[after])
    for before, after in (("WR", "NL"), ("NR", "EL"), ("ER", "SL"), ("SR", "WL"))
)
"""The half-edges that meet at each corner of a tile."""


def parted_fields(kind: TileKind) -> int:
    """Into how many fields the tile is parted where the sides of its segments do not tell; else 0.

    That is so where a single road across it makes more than two, and where a wall that reaches a corner of
    the tile parts what would else be one field.
    """
    kinds = [segment.kind for segment in kind.segments]
    roads = [segment for segment in kind.segments if segment.kind is Terrain.ROAD]
    fields = kinds.count(Terrain.FIELD)
    across = len(roads) == 1 and len(roads[0].ports) == ACROSS
    return fields if (across and fields > ACROSS) or _by_a_wall(kind) else 0


def _by_a_wall(kind: TileKind) -> bool:
    """Whether different fields reach a corner of the tile from both of its sides."""
    field_at = {
        port: number
        for number, segment in enumerate(kind.segments)
        if segment.kind is Terrain.FIELD
        for port in segment.ports
    }
    return any(
        before in field_at and after in field_at and field_at[before] != field_at[after]
        for before, after in AT_CORNERS
    )


def port_beside(kind: TileKind) -> Terrain | None:
    """The land on which the tile's only port city lies, where the tile has both plains and mountains."""
    terrains = {segment.kind for segment in kind.segments}
    if len(kind.cities) != 1 or not {Terrain.PLAIN, Terrain.MOUNTAIN} <= terrains:
        return None
    between = {kind.segments[number].kind for number in kind.cities[0]}
    # Between plains and mountains themselves there is no port: one side of it is the sea.
    (land,) = between - {Terrain.SEA}
    return land
