"""The River: twelve tiles that are laid first, from the spring to the lake.

Source: The River, sections 1 to 5. The river itself is no feature: it is an edge that only these tiles have.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from core.actions import Place
from core.board import Laid
from core.geometry import SIDES, Cell, opposite
from core.ruleset import Ruleset
from core.segments import OWN_EDGE
from core.sets.row import SetRow
from core.shuffle import shuffled
from core.state import State
from core.tile_data import tile_set
from core.tiles import OrientedTile, TileKind

LAKE = "lake"


def install(rules: Ruleset[State]) -> None:
    """Add the River to a ruleset."""
    for kind in tile_set("river", rules.edition).kinds.values():
        rules.placing[kind.id] = placements


def before_all_others(tiles: Sequence[TileKind], seed: str) -> Sequence[TileKind]:
    """Its tiles in the order of a seed, the lake last (The River: Material)."""
    between = [kind for kind in tiles if not kind.start and LAKE not in kind.marks]
    return *shuffled(between, seed, "river"), *(kind for kind in tiles if LAKE in kind.marks)


def placements(position: State, kind: TileKind) -> Iterable[Place]:
    """Where a tile goes on with the river (The River: Laying a river tile)."""
    return [
        Place(cell, turn)
        for cell in position.board.frontier.kept
        for turn in SIDES
        if goes_on(position, kind.turns[turn], cell)
    ]


def goes_on(position: State, tile: OrientedTile, cell: Cell) -> bool:
    """Whether a tile continues the river, and all else, on a cell (The River: Laying a river tile)."""
    leaves = flows(tile)
    banned: set[int] = set()
    for side, other in enumerate(position.board.neighbours(cell)):
        if other is None:
            continue
        facing, code = other.tile.codes[opposite(side)], tile.codes[side]
        if facing and facing != code:
            return False
        if code == OWN_EDGE:
            leaves.remove(side)
            banned |= entered(position, other, opposite(side))
    return banned.isdisjoint(leaves)


def flows(tile: OrientedTile) -> set[int]:
    """The sides on which the river reaches the border of a tile (The River: Laying a river tile)."""
    return {side for side in SIDES if tile.codes[side] == OWN_EDGE}


def entered(position: State, laid: Laid, leaving: int) -> set[int]:
    """The side by which the river came into a tile that it leaves there; none for the spring.

    The next tile must not lead it out by that side again: no two bends in a row to the same hand.

    (The River: Laying a river tile)
    """
    beside = position.board.neighbours(laid.cell)
    return {side for side in flows(laid.tile) - {leaving} if beside[side] is not None}


SET: Final = SetRow(rank=12, install=install, ahead=before_all_others)
