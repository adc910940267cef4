"""How likely a feature is completed, by the tiles that are left and fit where it is open."""

from core.features import Feature, ones
from core.game import Position
from core.geometry import PORT_COUNT, SIDES, Cell, neighbour, opposite, side_of
from core.segments import Terrain
from core.state import State
from core.tile_data import tile_kind
from core.tiles import OrientedTile, TileKind

_ATTENTION = 0.62
"""The part of one's turns in which one feature gets the tile that fits, if it comes."""
_EXTENDS = 0.5
"""A tile that goes on instead of ending is worth so much of one that ends."""
_BY_ENDS = (1.0, 0.6, 0.35, 0.2, 0.1)
"""How likely a feature is completed, by the number of its open ends, if there are tiles enough."""
_LAID = 3.0
"""So many draws are hoped for, for a cell beside a monastery."""


class Odds:
    """The chances at one decision, for as long as the tiles that nobody has seen are the same.

    ``filled`` is how likely a hole is filled by something that is not in the bag.
    """

    def __init__(self, position: Position, filled: float = 0.0) -> None:
        unseen = position.unseen()
        # Sorted, since the order of the bag would show in the last digit of a sum.
        self.kinds = [(tile_kind(name, position.edition), count) for name, count in sorted(unseen.items())]
        self.left = max(1, sum(unseen.values()))
        hands = sum(map(len, position.hands))
        # Not by all that is unseen: what lies under hills is never drawn.
        self.turns = (position.bag_left + hands) / max(1, len(position.seats_from(0)))
        self.time = min(1.0, self.turns / 4.0)
        self.filled = filled
        self._ends: dict[tuple[int, int, Terrain], float] = {}
        self._fits: dict[int, float] = {}

    def completion(self, position: State, feature: Feature) -> float:
        """How likely a road, city or area is closed, from 0 to 1."""
        frontier = position.board.frontier
        ends = open_ends(position, feature)
        chance = _BY_ENDS[min(len(ends), len(_BY_ENDS) - 1)] * self.time
        for cell, side in ends.items():
            chance *= self._ended(frontier.constraint(cell), side, feature.kind)
            if chance == 0:
                break
        return chance

    def filling(self, position: State, cell: Cell) -> float:
        """How likely a tile comes to lie on a cell by anybody's hand, from 0 to 1."""
        constraint = position.board.frontier.constraint(cell)
        known = self._fits.get(constraint)
        if known is None:
            fitting = sum(count for kind, count in self.kinds if kind.fits[constraint])
            known = self._within(fitting / self.left, min(self.turns * 1.2, _LAID))
            known = self._fits[constraint] = self._or_filled(constraint, known)
        return known

    def _ended(self, constraint: int, side: int, terrain: Terrain) -> float:
        key = (constraint, side, terrain)
        known = self._ends.get(key)
        if known is None:
            weight = sum(count * _ending(kind, constraint, side, terrain) for kind, count in self.kinds)
            known = self._within(weight / self.left, self.turns * _ATTENTION)
            known = self._ends[key] = self._or_filled(constraint, known)
        return known

    def _or_filled(self, constraint: int, chance: float) -> float:
        hole = self.filled and all(constraint >> 2 * side & 3 for side in SIDES)
        return chance + (1 - chance) * self.filled if hole else chance

    def _within(self, share: float, draws: float) -> float:
        """How likely one of so many draws brings a tile of which there is this share."""
        return 1.0 - (1.0 - min(share, 1.0)) ** draws if share > 0 else 0.0


def open_ends(position: State, feature: Feature) -> dict[Cell, int]:
    """The cells where a feature goes on, each with a side of it through which it comes in."""
    laid = position.laid
    ends: dict[Cell, int] = {}
    for bit in ones(feature.open):
        tile, side = laid[bit // PORT_COUNT], side_of(bit % PORT_COUNT)
        ends[neighbour(tile.cell, side)] = opposite(side)
    return ends


_ENDINGS: dict[tuple[str, int, int, int, Terrain], float] = {}


def _ending(kind: TileKind, constraint: int, side: int, terrain: Terrain) -> float:
    """How well a tile, turned for it, ends what comes into it from a side: 1, or less if it goes on."""
    key = (kind.id, kind.edition, constraint, side, terrain)
    known = _ENDINGS.get(key)
    if known is None:
        if len(_ENDINGS) >= 200_000:
            _ENDINGS.clear()
        turns = (kind.turns[turn] for turn in kind.fits[constraint])
        known = _ENDINGS[key] = max((_ends(tile, constraint, side, terrain) for tile in turns), default=0.0)
    return known


def _ends(tile: OrientedTile, constraint: int, side: int, terrain: Terrain) -> float:
    for number in tile.at_port[side]:
        segment = tile.segments[number]
        if segment.kind is terrain:
            free = [port for port in segment.ports if not constraint >> 2 * port & 3]
            return 1.0 if not free else _EXTENDS / len(free)
    # An abbey ends whatever reaches it.
    return 1.0 if tile.closes and all(constraint >> 2 * s & 3 for s in SIDES) else 0.0
