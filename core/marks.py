"""What sets print on segments, remembered where it lies, so that a feature knows what is in it."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from core.board import Laid
from core.features import Feature
from core.ruleset import Ruleset
from core.state import Kept, State
from core.tile_data import tile_set


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
    ids = {*(kind.id for kind in box.kinds.values()), *box.elsewhere}

    def note(position: State, laid: Laid) -> None:
        if laid.kind.id not in ids:
            return
        marks = [(mark, n) for n, segment in enumerate(laid.kind.segments) for mark in segment.marks]
        turned = laid.kind.turns[0]
        marks += [(m, turned.segment_number(at)) for at, m in box.elsewhere.get(laid.kind.id, {}).items()]
        found = tuple(Marked(mark, laid.number, laid.first + number) for mark, number in marks)
        lying.keep(position, (*lying.of(position), *found))

    def note_newest(position: State) -> None:
        assert position.last is not None
        note(position, position.last)

    rules.begin.append(lambda position: note(position, position.laid[0]))
    rules.after_place.append(note_newest)


def marks_in(position: State, feature: Feature, name: str) -> Iterator[Marked]:
    """What a set has printed in a feature, given as it is now."""
    for marked in _lying(name).of(position):
        if feature.tiles >> marked.tile & 1 and position.feature(marked.segment) is feature:
            yield marked
