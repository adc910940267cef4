"""What areas are worth and to whom, worked out anew from the rules on a plain table.

Like :mod:`tests.core.flood` it shares nothing with the engine.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from tests.core.flood import Area, Cell, Segment, Table, entry, neighbours

FOLLOWERS = ("meeple", "big", "mayor", "wagon")
CLAIMED = ("road", "city", "monastery")


class Stand(NamedTuple):
    """A figure on a segment."""

    seat: int
    figure: str
    segment: Segment


class Tally:
    """A table, the figures on it, and the rules that turn them into points."""

    def __init__(self, options: Mapping[str, bool | int | str], *, hills_sheep: bool, inns: bool) -> None:
        self.table = Table()
        self.inns = inns
        self.figures: list[Stand] = []
        self.tie = str(options["hills_tie"]) if hills_sheep and options["hills"] else ""
        self.vineyards = bool(hills_sheep and options["vineyards"])

    def standing(self, area: Area, *figures: str) -> list[Stand]:
        """The figures of these sorts in an area."""
        return [stand for stand in self.figures if stand.segment in area.segments and stand.figure in figures]

    def kind(self, area: Area) -> str:
        """The kind of an area."""
        return self.table.kind(next(iter(area.segments)))

    # Worth

    def improved(self, area: Area) -> bool:
        """Whether a road has an inn, or a city a cathedral."""
        return self.inns and any(
            "inn" in self.table.data(segment)
            or "cathedral" in self.table.data(segment)
            or (self.table.tiles[segment[0]][0] == "winter/5" and self.table.kind(segment) == "road")
            for segment in area.segments
        )

    def finished(self, area: Area) -> int:
        """The worth of a completed road, city or monastery."""
        more = self.improved(area)
        match self.kind(area):
            case "road":
                return (2 if more else 1) * len(area.cells)
            case "city":
                return (3 if more else 2) * (len(area.cells) + self.table.pennants(area))
            case _:
                (cell,) = area.cells
                return 9 + 3 * sum(self.vineyard(other) for other in neighbours(cell))

    def vineyard(self, cell: Cell) -> bool:
        """Whether a vineyard lies on a cell, and counts."""
        laid = self.table.tiles.get(cell)
        return self.vineyards and laid is not None and bool(entry(laid[0]).get("vineyard"))

    def unfinished(self, area: Area) -> int:
        """The worth of what is open in the end."""
        if self.improved(area):
            return 0
        match self.kind(area):
            case "road":
                return len(area.cells)
            case "city":
                return len(area.cells) + self.table.pennants(area)
            case "field":
                return 3 * self.table.supplied(area)
            case "monastery":
                (cell,) = area.cells
                return 1 + self.table.around(cell)
            case "plain":
                return len(area.cells)
            case _:
                return len(self.table.counted(area))

    def taken_back(self, area: Area) -> int:
        """The worth of an area of The Discoverers for a figure taken back."""
        if area.open or len(area.cells) <= 2:
            return self.unfinished(area)
        match self.kind(area):
            case "plain":
                return 2 * len(area.cells)
            case "mountain":
                return 2 * len(self.table.counted(area))
            case _:
                return len(self.table.counted(area)) + len(area.cells)

    # Majorities

    def weight(self, area: Area, stand: Stand) -> int:
        """How much one figure counts in a majority."""
        match stand.figure:
            case "mayor":
                return self.table.pennants(area)
            case "big":
                return 2
            case _:
                return 1

    def pig(self, area: Area, seat: int) -> int:
        """What a seat gets more for a field because of its pig."""
        pigs = {stand.seat for stand in self.standing(area, "pig")}
        return self.table.supplied(area) if seat in pigs else 0

    def majority(self, area: Area) -> set[int]:
        """The seats that get an area's points."""
        totals: Counter[int] = Counter()
        for stand in self.standing(area, *FOLLOWERS):
            totals[stand.seat] += self.weight(area, stand)
        best = max(totals.values(), default=0)
        if best == 0:
            return set()
        tied = {seat for seat, total in totals.items() if total == best}
        uphill = Counter(
            stand.seat
            for stand in self.standing(area, *FOLLOWERS)
            if self.tie
            and stand.seat in tied
            and self.weight(area, stand)
            and entry(self.table.tiles[stand.segment[0]][0]).get("hill")
        )
        if len(tied) == 1 or not uphill:
            return tied
        if self.tie == "count":
            return {seat for seat in uphill if uphill[seat] == max(uphill.values())}
        return set(uphill)

    # What the features of a position should look like

    def view(self, area: Area) -> tuple[str, frozenset[Segment], bool, int, int, int, set[int]]:
        """Kind, segments, complete, pennants, worth now, worth in the end, owners."""
        kind = self.kind(area)
        complete = not area.open
        owners = self.majority(area)
        now = final = self.finished(area) if complete and kind in CLAIMED else self.unfinished(area)
        if kind in ("plain", "mountain", "sea"):
            now = self.taken_back(area)
            owners = {stand.seat for stand in self.standing(area, "meeple")}
        barns = self.standing(area, "barn")
        if barns:
            now = final = 4 * self.table.supplied(area)
            owners = {stand.seat for stand in barns}
        pennants = self.table.pennants(area)
        return kind, area.segments, complete, pennants, now, final, owners
