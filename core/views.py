"""What players want to know about a position: features with their worth, and where a tile can lie."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.actions import Action, Place
from core.errors import NotationError
from core.features import Feature, Standing
from core.geometry import PORT_COUNT, Cell
from core.scoring import complete, pennants, worth
from core.segments import Terrain
from core.state import State
from core.tiles import TileKind


@dataclass(frozen=True, slots=True)
class FeatureView:
    """One feature, as players see it.

    ``segments`` are (cell, where); ``cells`` its tiles, each once, in the order of laying. ``now`` is its
    worth as completed if it is complete, else as it counts unfinished (The Discoverers: if taken back
    now); ``final`` what it counts if the game ended now; ``owners`` the seats that would get it.
    ``cities`` counts the completed cities of a field, or the port cities that an area counts.
    ``open_ends`` are (cell, port).
    """

    kind: Terrain
    segments: tuple[tuple[Cell, str], ...]
    cells: tuple[Cell, ...]
    complete: bool
    pennants: int
    cities: int
    figures: tuple[Standing, ...]
    now: int
    final: int
    owners: tuple[int, ...]
    open_ends: tuple[tuple[Cell, int], ...]


def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, rising."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def feature_views(position: State) -> tuple[FeatureView, ...]:
    """Every feature on the table, in the order of its first segment."""
    tile_of = _tiles_by_segment(position)
    members = position.features_state.members()
    state = position.features_state.state
    return tuple(_view(position, state[root], segments, tile_of) for root, segments in members.items())


def feature_at(position: State, cell: Cell, where: str) -> FeatureView:
    """The feature of one segment. Raises NotationError when there is no such tile or segment."""
    laid = position.board.at(cell)
    if laid is None:
        raise NotationError(f"no tile lies at {cell[0]},{cell[1]}")
    features = position.features_state
    root = features.find(laid.first + laid.tile.segment_number(where))
    return _view(position, features.state[root], features.members()[root], _tiles_by_segment(position))


def legal_spots(kind: TileKind, actions: Iterable[Action]) -> dict[Cell, tuple[int, ...]]:
    """Where these actions lay a tile: for each cell its turns, of those that look alike only the first."""
    spots: dict[Cell, list[int]] = {}
    seen: set[tuple[Cell, object]] = set()
    for action in actions:
        if not isinstance(action, Place):
            continue
        look = (action.cell, kind.turns[action.turn].appearance)
        if look not in seen:
            seen.add(look)
            spots.setdefault(action.cell, []).append(action.turn)
    order = sorted(spots, key=lambda cell: (cell[1], cell[0]))
    return {cell: tuple(spots[cell]) for cell in order}


def _tiles_by_segment(position: State) -> list[int]:
    return [laid.number for laid in position.laid for _ in laid.tile.segments]


def _view(position: State, feature: Feature, members: list[int], tile_of: list[int]) -> FeatureView:
    laid = position.laid
    segments = []
    for segment in members:
        tile = laid[tile_of[segment]]
        segments.append((tile.cell, tile.tile.names[segment - tile.first]))
    finished = complete(position, feature)
    now = final = worth(position, feature, finished=finished)
    owners = position.rules.owners(position, feature)
    count = position.rules.cities.get(feature.kind)
    cities = count(position, feature) if count else 0
    if feature.kind is Terrain.FIELD:
        for settle in position.rules.claims:
            if (claim := settle(position, feature)) is not None:
                now, final, owners = claim.points, claim.points, claim.seats
    elif feature.kind in (Terrain.PLAIN, Terrain.MOUNTAIN, Terrain.SEA):
        final = worth(position, feature, finished=False)
    ends = tuple((laid[bit // PORT_COUNT].cell, bit % PORT_COUNT) for bit in bits(feature.open))
    return FeatureView(
        feature.kind,
        tuple(segments),
        tuple(laid[index].cell for index in bits(feature.tiles)),
        finished,
        pennants(feature),
        cities,
        feature.followers + feature.specials,
        now,
        final,
        owners,
        ends,
    )
