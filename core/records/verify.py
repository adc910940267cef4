"""Checks of a finished record: the shuffle is the one that was promised, and every action was legal.

At the start of a game the SHA-256 of its seed is shown, at the end the seed itself. Whoever kept the hash can
check here that nobody changed the seed in between, and that the tiles came in the order which it gives.
"""

from dataclasses import dataclass

from core.errors import RecordError
from core.events import TileDrawn
from core.records.record import GameRecord, full_bag
from core.shuffle import seed_hash
from core.tile_data import tile_kind


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found to be true.

    ``seed_hash`` is the SHA-256 of the record's seed, None for a record whose tiles were given one by one.
    ``matches`` tells whether it is the published one, None when none was given to compare. ``actions`` and
    ``drawn`` count what was checked.
    """

    seed_hash: str | None
    matches: bool | None
    actions: int
    drawn: int

    @property
    def fair(self) -> bool:
        """Whether nothing speaks against the shuffle."""
        return self.matches is not False


def verify(record: GameRecord, published: str | None = None) -> Verdict:
    """Check a record against the hash that was published at its start, if it is known.

    Raises RecordError when an action breaks a rule, or a tile came out of order.
    """
    position, events = record.replay_events()
    given = None if record.seed is None else seed_hash(record.seed)
    drawn = [(index, event.tile) for index, event in events if isinstance(event, TileDrawn)]
    if record.seed is not None and not position.hands:
        _check_order(record, record.seed, drawn)
    matches = None if published is None else given == published.strip().lower()
    return Verdict(given, matches, len(record.actions), len(drawn))


def _check_order(record: GameRecord, seed: str, drawn: list[tuple[int, str]]) -> None:
    """Every tile drawn must come from the seed's order; tiles may be missing in between, under hills."""
    start = record.opening().setup.start[0]
    order = iter(full_bag(record.sets, start, seed, record.edition))
    for index, tile in drawn:
        if tile_kind(tile).per_player:
            continue
        if not any(kind.id == tile for kind in order):
            raise RecordError(f"action {index}: {tile} does not come from the seed's order", index=index)
