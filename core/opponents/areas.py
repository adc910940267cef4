"""What figures promise in The Discoverers, for the automatic player.

Each figure is paid for itself, and only when it is taken back, one in a turn (The Discoverers, sections 7
to 9): what closing an area has added is lost if no turn is left to take its figure back.
"""

from collections.abc import Callable

from core.actions import Phase
from core.features import Feature
from core.game import Position
from core.scoring import worth


def promised(position: Position, open_promise: Callable[[Position, Feature], float]) -> list[float]:
    """The points that each seat may expect of its figures on the table.

    ``open_promise`` tells what an open area will bring. A closed one brings what it counts in the final
    scoring, and, as far as the seat has turns to take figures back, what it is worth closed.
    """
    totals = [0.0] * len(position.scores)
    gains: list[list[int]] = [[] for _ in totals]
    for standing in position.standing():
        area = position.feature(standing.segment)
        if area.open:
            totals[standing.seat] += open_promise(position, area)
            continue
        final = worth(position, area, finished=False)
        totals[standing.seat] += final
        gains[standing.seat].append(worth(position, area, finished=True) - final)
    for seat, mine in enumerate(gains):
        if mine:
            mine.sort(reverse=True)
            totals[seat] += sum(mine[: turns_left(position, seat)])
    return totals


def turns_left(position: Position, seat: int) -> int:
    """How many turns a seat still has to take a figure back, the present one included.

    Tiles that will fit nowhere and seats that leave are not foreseen.
    """
    if position.over:
        return 0
    seats = position.seats_from(position.active)
    if seat not in seats:
        return 0
    tiles = position.bag_left + sum(map(len, position.hands))
    tiles += position.phase in (Phase.PLACE, Phase.DEPLOY)
    return max(0, -((seats.index(seat) - tiles) // len(seats)))
