"""Roads, cities, fields, monasteries and areas as they grow over tiles.

Segments are numbered over the whole table, in the order of laying. Features are the classes of a
union-find over these numbers; the state of each is one immutable :class:`Feature`, kept at its root, in
which sets of ports, tiles, emblems and segments are bit masks. Every change notes what it replaced, so
that it can be taken back exactly.
"""

from collections.abc import Iterator
from typing import NamedTuple

from core.actions import Figure
from core.board import Laid, Neighbours
from core.geometry import PORT_COUNT, SIDES, Cell, opposite, ports_on
from core.tiles import Terrain


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

    ``open``: its open ports, bit ``12 * tile + port``. ``tiles``: its tiles by index. ``emblems``: its
    pennants, or in The Discoverers its port cities. ``links``: segments on which its value depends (the
    cities that a field touches; the plains beside mountains). ``members``: its segments. ``followers``
    claim it; ``specials`` (barns, shepherds) stand there without claiming.
    """

    kind: Terrain
    open: int
    tiles: int
    emblems: int
    links: int
    members: int
    followers: tuple[Standing, ...] = ()
    specials: tuple[Standing, ...] = ()


class Features:
    """All features of one table."""

    __slots__ = ("emblems", "journal", "monasteries", "parent", "state")

    def __init__(self) -> None:
        self.parent: list[int] = []
        self.state: list[Feature] = []
        self.emblems = 0
        self.monasteries: dict[Cell, int] = {}
        self.journal: list[tuple[int, int, Feature]] = []

    def find(self, segment: int) -> int:
        """The root of a segment's feature."""
        parent = self.parent
        while (above := parent[segment]) != segment:
            segment = above
        return segment

    def of(self, segment: int) -> Feature:
        """The feature of a segment."""
        return self.state[self.find(segment)]

    def roots(self) -> Iterator[int]:
        """The root of every feature."""
        return (segment for segment, above in enumerate(self.parent) if above == segment)

    def linked_roots(self, feature: Feature, kind: Terrain) -> set[int]:
        """The roots of the features of that kind on which a feature's value depends."""
        links, found = feature.links, set()
        while links:
            lowest = links & -links
            root = self.find(lowest.bit_length() - 1)
            if self.state[root].kind is kind:
                found.add(root)
            links ^= lowest
        return found

    def change(self, root: int, feature: Feature) -> None:
        """Replace the state of a root."""
        self.journal.append((root, root, self.state[root]))
        self.state[root] = feature

    def lay(self, laid: Laid, neighbours: Neighbours) -> None:
        """Join a tile that has just been laid with its neighbours."""
        tile = laid.tile
        if tile.closes:
            self._close_around(neighbours)
        base = PORT_COUNT * laid.index
        tile_bit = 1 << laid.index
        first, emblem_base = laid.first, self.emblems
        parent, state = self.parent, self.state
        for number, segment in enumerate(tile.segments):
            open_ports = closed = 0
            roots: list[int] = []
            for join in tile.joins[number]:
                other = neighbours[join.side]
                if other is None:
                    open_ports |= join.mask << base
                    continue
                other_base = PORT_COUNT * other.index
                at_port, other_first = other.tile.at_port, other.first
                for touching in join.touching:
                    closed |= 1 << other_base + touching
                    for there in at_port[touching]:
                        root = other_first + there
                        while (above := parent[root]) != root:
                            root = above
                        if root not in roots:
                            roots.append(root)
            me = first + number
            fresh = Feature(
                segment.kind,
                open_ports,
                tile_bit,
                tile.emblems[number] << emblem_base,
                tile.links[number] << first,
                1 << me,
            )
            state.append(fresh)
            if roots:
                parent.append(self._merge(fresh, roots, closed))
            else:
                parent.append(me)
            if segment.kind is Terrain.MONASTERY:
                self.monasteries[laid.cell] = me
        self.emblems += tile.emblem_count

    def _merge(self, fresh: Feature, roots: list[int], closed: int) -> int:
        state, journal = self.state, self.journal
        into = roots[0]
        if len(roots) > 1:
            into = max(roots, key=lambda root: state[root].members.bit_count())
        old = state[into]
        journal.append((into, into, old))
        _, open_ports, tiles, emblems, links, members, _, _ = fresh
        open_ports |= old.open
        tiles |= old.tiles
        emblems |= old.emblems
        links |= old.links
        members |= old.members
        followers, specials = old.followers, old.specials
        if len(roots) > 1:
            for root in roots:
                if root == into:
                    continue
                part = state[root]
                journal.append((root, root, part))
                self.parent[root] = into
                open_ports |= part.open
                tiles |= part.tiles
                emblems |= part.emblems
                links |= part.links
                members |= part.members
                followers += part.followers
                specials += part.specials
        state[into] = Feature(
            fresh.kind, open_ports & ~closed, tiles, emblems, links, members, followers, specials
        )
        return into

    def _close_around(self, neighbours: Neighbours) -> None:
        for side in SIDES:
            other = neighbours[side]
            if other is None:
                continue
            for port in ports_on(opposite(side)):
                for number in other.tile.at_port[port]:
                    root = self.find(other.first + number)
                    feature = self.state[root]
                    closed = ~(1 << PORT_COUNT * other.index + port)
                    self.change(root, feature._replace(open=feature.open & closed))

    def facing(self, neighbours: Neighbours) -> list[int]:
        """The roots of the features that reach a cell from its neighbours, each once."""
        found: list[int] = []
        for side in SIDES:
            other = neighbours[side]
            if other is None:
                continue
            for port in ports_on(opposite(side)):
                for number in other.tile.at_port[port]:
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
        """Take back all changes after the journal had this length."""
        journal = self.journal
        while len(journal) > length:
            slot, above, feature = journal.pop()
            self.parent[slot], self.state[slot] = above, feature

    def copy(self) -> "Features":
        """An independent set of features."""
        other = Features.__new__(Features)
        other.parent = self.parent.copy()
        other.state = self.state.copy()
        other.emblems = self.emblems
        other.monasteries = self.monasteries.copy()
        other.journal = self.journal.copy()
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Features):
            return NotImplemented
        return (self.parent, self.state, self.emblems) == (other.parent, other.state, other.emblems)

    __hash__ = None  # type: ignore[assignment]  # features change
