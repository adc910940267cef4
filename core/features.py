"""Roads, cities, fields, monasteries and areas as they grow over tiles.

Segments are numbered over the whole table, in the order of laying. Features are the classes of a
union-find over these numbers; the state of each is one immutable :class:`Feature`, kept at its root, in
which sets of ports, tiles, emblems and segments are bit masks. Every change notes what it replaced, so
that it can be taken back exactly.
"""

from collections.abc import Iterator
from typing import NamedTuple, cast

from core.actions import Figure
from core.board import Laid, Neighbours
from core.geometry import SIDES, Cell, opposite
from core.segments import Terrain


class Standing(NamedTuple):
    """A figure on the board: whose, which, on which cell, where there (``city@N``, ``corner@NE``).

    ``segment`` is the number of the segment on which it stands.
    """

    seat: int
    figure: Figure
    cell: Cell
    where: str
    segment: int


class Feature(NamedTuple):
    """All that matters of one feature.

    ``open``: its open ports, bit ``Laid.base + port``. ``tiles``: its tiles by index. ``emblems``: its
    pennants, or in The Discoverers its port cities. ``links``: segments on which its value depends (the
    cities that a field touches; the plains beside mountains). ``followers`` claim it; ``specials`` (barns,
    shepherds) stand there without claiming.
    """

    kind: Terrain
    open: int
    tiles: int
    emblems: int
    links: int
    followers: tuple[Standing, ...] = ()
    specials: tuple[Standing, ...] = ()


_feature = tuple.__new__
"""Makes a Feature of its values, in half the time that ``Feature(...)`` takes."""


def ones(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, rising."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Features:
    """All features of one table.

    ``newest`` has the root of each segment of the tile laid last, which is asked for all the time.
    ``changed`` are the roots that were changed or joined to another, in order, and ``replaced`` the state
    that each had before.
    """

    __slots__ = ("changed", "emblems", "monasteries", "newest", "parent", "replaced", "state")

    def __init__(self) -> None:
        self.parent: list[int] = []
        self.state: list[Feature] = []
        self.emblems = 0
        self.monasteries: dict[Cell, int] = {}
        self.changed: list[int] = []
        self.replaced: list[Feature] = []
        self.newest: list[int] = []

    def find(self, segment: int) -> int:
        """The root of a segment's feature."""
        parent = self.parent
        while (above := parent[segment]) != segment:
            segment = above
        return segment

    def of(self, segment: int) -> Feature:
        """The feature of a segment."""
        return self.state[self.find(segment)]

    def members(self) -> dict[int, list[int]]:
        """The segments of every feature, by its root, rising."""
        groups: dict[int, list[int]] = {}
        for segment in range(len(self.parent)):
            groups.setdefault(self.find(segment), []).append(segment)
        return groups

    def linked_roots(self, feature: Feature, kind: Terrain) -> set[int]:
        """The roots of the features of that kind on which a feature's value depends."""
        roots = {self.find(segment) for segment in ones(feature.links)}
        return {root for root in roots if self.state[root].kind is kind}

    def change(self, root: int, feature: Feature) -> None:
        """Replace the state of a root."""
        self.changed.append(root)
        self.replaced.append(self.state[root])
        self.state[root] = feature

    def occupy(self, root: int, followers: tuple[Standing, ...], specials: tuple[Standing, ...]) -> None:
        """Replace the figures that stand on a root's feature."""
        kind, open_ports, tiles, emblems, links, _, _ = self.state[root]
        self.change(root, _feature(Feature, (kind, open_ports, tiles, emblems, links, followers, specials)))

    def lay(self, laid: Laid, neighbours: Neighbours) -> bool:
        """Join a tile that has just been laid with its neighbours.

        Returns whether special figures stand on any feature that it joined or closed.
        """
        number, tile, cell, first, base, pattern = laid
        tile_bit, emblem_base = 1 << number, self.emblems
        parent, state = self.parent, self.state
        state += [
            _feature(Feature, (kind, ends << base, tile_bit, emblems << emblem_base, links << first, (), ()))
            for kind, ends, emblems, links in tile.joints[pattern]
        ]
        parent += range(first, len(state))
        touched = False
        for number, meets in tile.meetings[pattern]:
            if self._join(first + number, meets, neighbours):
                touched = True
        self.emblems += tile.emblem_count
        self.note_newest(first)
        if tile.closes and self._close_around(neighbours):
            touched = True
        if tile.kind.monastery >= 0:
            self.monasteries[cell] = first + tile.kind.monastery
        return touched

    def note_newest(self, first: int) -> None:
        """Find the roots of the tile laid last, whose segments are numbered from ``first``."""
        parent = self.parent
        self.newest = [
            above if parent[above] == above else self.find(above) for above in parent[first:]
        ]  # fmt: skip

    def _join(self, me: int, meets: tuple[tuple[int, int], ...], neighbours: Neighbours) -> bool:
        """Join a new segment with the segments that touch it: all become one feature.

        Returns whether special figures stand there.
        """
        parent, state = self.parent, self.state
        closed, into = 0, -1
        others: list[int] = []
        for side, touching in meets:
            _, tile, _, first, base, _ = cast(Laid, neighbours[side])
            closed |= touching << base
            for there in tile.behind[touching]:
                root = first + there
                while (above := parent[root]) != root:
                    root = above
                if into < 0:
                    into = root
                elif root != into and root not in others:
                    others.append(root)
        if others:
            roots = [into, *others]
            into = max(roots, key=lambda root: state[root].tiles.bit_count())
            others = [root for root in roots if root != into]
        changed, replaced = self.changed, self.replaced
        kind, open_ports, tiles, emblems, links, followers, specials = before = state[into]
        changed.append(into)
        replaced.append(before)
        for root in others:
            its = state[root]
            changed.append(root)
            replaced.append(its)
            parent[root] = into
            _, its_open, its_tiles, its_emblems, its_links, its_followers, its_specials = its
            open_ports |= its_open
            tiles |= its_tiles
            emblems |= its_emblems
            links |= its_links
            followers += its_followers
            specials += its_specials
        _, my_open, my_tile, my_emblems, my_links, _, _ = state[me]
        parent[me] = into
        state[into] = _feature(
            Feature,
            (kind, (open_ports | my_open) & ~closed, tiles | my_tile, emblems | my_emblems,
             links | my_links, followers, specials),
        )  # fmt: skip
        return specials != ()

    def _close_around(self, neighbours: Neighbours) -> bool:
        """Close what faces a tile; return whether special figures stand on any of it."""
        touched = False
        for side in SIDES:
            other = neighbours[side]
            if other is None:
                continue
            for port, number in other.tile.reaching[opposite(side)]:
                root = self.find(other.first + number)
                kind, open_ports, tiles, emblems, links, followers, specials = self.state[root]
                shut = open_ports & ~(port << other.base)
                self.change(root, _feature(Feature, (kind, shut, tiles, emblems, links, followers, specials)))
                touched = touched or specials != ()
        return touched

    def facing(self, neighbours: Neighbours) -> list[int]:
        """The roots of the features that reach a cell from its neighbours, each once."""
        found: list[int] = []
        for side in SIDES:
            other = neighbours[side]
            if other is None:
                continue
            for _, number in other.tile.reaching[opposite(side)]:
                root = self.find(other.first + number)
                if root not in found:
                    found.append(root)
        return found

    def lift(self, laid: Laid) -> None:
        """Forget the segments of the tile laid last; joins are taken back by :meth:`roll_back`."""
        del self.parent[laid.first :], self.state[laid.first :]
        self.emblems -= laid.tile.emblem_count
        self.monasteries.pop(laid.cell, None)

    def roll_back(self, length: int) -> None:
        """Take back all changes but the first ``length``."""
        changed, replaced = self.changed, self.replaced
        while len(changed) > length:
            root = changed.pop()
            self.parent[root], self.state[root] = root, replaced.pop()

    def forget_changes(self) -> None:
        """Let nothing that has been changed so far be taken back."""
        self.changed, self.replaced = [], []

    def copy(self) -> "Features":
        """An independent set of features."""
        other = Features.__new__(Features)
        other.parent = self.parent.copy()
        other.state = self.state.copy()
        other.emblems = self.emblems
        other.monasteries = self.monasteries.copy()
        other.changed = self.changed.copy()
        other.replaced = self.replaced.copy()
        other.newest = self.newest
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Features):
            return NotImplemented
        return (self.parent, self.state, self.emblems) == (other.parent, other.state, other.emblems)

    __hash__ = None  # type: ignore[assignment]  # features change
