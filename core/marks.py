"""What sets print on segments, remembered where it lies, so that a feature knows what is in it."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from core.features import Feature
from core.ruleset import Ruleset
from core.state import Kept, State
from core.tile_data import tile_kind, tile_set


class Marked(NamedTuple):
    """A segment on the table with a mark: on which tile, by its number, and the number of the segment."""

    mark: str
    tile: int
    segment: int


@cache
def _lying(name: str) -> Kept[tuple[Marked, ...]]:
    """What a set has printed on the tiles that lie on the table."""
    return Kept(name, ())


def remember(rules: Ruleset[State], name: str) -> None:
    """Have the table remember what a set prints on segments, under the set's name."""
    box, lying = tile_set(name, rules.edition), _lying(name)
    printed = {
        kind.id: [(mark, number) for number, segment in enumerate(kind.segments) for mark in segment.marks]
        for kind in box.kinds.values()
    }
    for tile_id, marks in box.elsewhere.items():
        number_of = tile_kind(tile_id, rules.edition).turns[0].segment_number
        printed.setdefault(tile_id, []).extend((mark, number_of(where)) for where, mark in marks.items())

    def note(position: State) -> None:
        laid = position.board.laid[-1]
        if marks := printed.get(laid.tile.kind.id):
            found = [Marked(mark, laid.number, laid.first + number) for mark, number in marks]
            lying.keep(position, (*lying.of(position), *found))

    rules.begin.append(note)
    rules.after_place.append(note)


def marks_in(position: State, feature: Feature, name: str) -> Iterator[Marked]:
    """What a set has printed in a feature, given as it is now."""
    for marked in _lying(name).of(position):
        if feature.tiles >> marked.tile & 1 and position.feature(marked.segment) is feature:
            yield marked
