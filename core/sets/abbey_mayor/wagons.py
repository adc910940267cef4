"""Wagons: where they go when their feature is scored.

Source: Abbey & Mayor, section 5; the order within a turn from the interactions, section 1.
"""

from collections.abc import Iterable
from typing import Final

from core.actions import Action
from core.board import Laid
from core.errors import IllegalAction, NotationError
from core.events import FigureMoved
from core.features import Standing, ones
from core.geometry import SIDES, around, opposite
from core.rules.carcassonne import CLAIMED
from core.scoring import complete
from core.sets.abbey_mayor.actions import WAGON, WAGON_DUE, WAGON_HOME, MoveWagon, WagonHome
from core.state import STAYING, Kept, State

WAGONS: Final[Kept[tuple[Standing, ...]]] = Kept("wagons", ())
"""The wagons whose owners have yet to decide, in their order."""


def line_up_wagons(position: State, scored: Iterable[Standing]) -> None:
    """Line up the wagons whose features were scored: the active player's first, then clockwise.

    (Abbey & Mayor: Wagon)
    """
    order = position.seats_from(position.active)
    STAYING.keep(position, ())
    WAGONS.keep(position, tuple(sorted(scored, key=lambda wagon: order.index(wagon.seat))))


def move_wagons(position: State) -> bool:
    """Let the next wagon's owner decide; one that cannot go anywhere goes home by itself.

    (Abbey & Mayor: Wagon)
    """
    scored = STAYING.of(position)
    if scored:
        line_up_wagons(position, scored)
    waiting = WAGONS.of(position)
    while waiting:
        if any(True for _ in destinations(position, waiting[0])):
            position.seat = waiting[0].seat
            position.phase = WAGON_DUE
            return True
        position.send_home(waiting[0])
        waiting = waiting[1:]
        WAGONS.keep(position, waiting)
    position.seat = position.active
    return False


def destinations(position: State, wagon: Standing) -> Iterable[tuple[Laid, int]]:
    """The segments to which a wagon can move: unfinished, unclaimed, and within reach.

    (Abbey & Mayor: Wagon)
    """
    if position.options["wagon_move"] == "adjacent":
        reach = adjacent_segments(position, wagon)
    else:
        reach = connected_segments(position, wagon)
    seen: set[int] = set()
    for laid, number in reach:
        segment = laid.first + number
        feature = position.feature(segment)
        if segment in seen or feature.kind not in CLAIMED or feature.followers:
            continue
        seen.add(segment)
        if not complete(position, feature):
            yield laid, number


def adjacent_segments(position: State, wagon: Standing) -> Iterable[tuple[Laid, int]]:
    """All segments of the wagon's own tile and the eight around it (Abbey & Mayor: Wagon)."""
    for cell in (wagon.cell, *around(wagon.cell)):
        if (laid := position.board.at(cell)) is not None:
            for number in range(len(laid.tile.segments)):
                yield laid, number


def connected_segments(position: State, wagon: Standing) -> Iterable[tuple[Laid, int]]:
    """The segments that meet the scored feature on one of its tiles, or through an abbey.

    (Abbey & Mayor: Wagon)
    """
    features, board = position.features_state, position.board
    home = features.find(wagon.segment)
    for tile in ones(features.state[home].tiles):
        laid = board.laid[tile]
        neighbours = board.neighbours(laid.cell)
        own = [n for n in range(len(laid.tile.segments)) if features.find(laid.first + n) == home]
        for group in laid.kind.meets:
            if any(number in own for number in group):
                yield from ((laid, number) for number in group if number not in own)
        for side in SIDES:
            other = neighbours[side]
            if other is None:
                continue
            if laid.tile.closes and not other.tile.closes:
                yield from ((other, number) for number in other.tile.at_port[opposite(side)])
            elif other.tile.closes and any(n in own for n in laid.tile.at_port[side]):
                yield other, 0


def offer_wagon(position: State) -> Iterable[Action]:
    """Every destination of the wagon that is due, and going home (Abbey & Mayor: Wagon)."""
    for laid, number in destinations(position, WAGONS.of(position)[0]):
        yield MoveWagon(laid.cell, laid.tile.names[number])
    yield WAGON_HOME


def verify_wagon(position: State, action: MoveWagon) -> None:
    """Raise IllegalAction unless the wagon can go there (Abbey & Mayor: Wagon)."""
    laid = position.board.at(action.cell)
    details = {"where": action.where, "x": action.cell[0], "y": action.cell[1]}
    if laid is None:
        raise IllegalAction(f"no tile lies at {action.cell[0]},{action.cell[1]}", "no_tile", **details)
    try:
        number = laid.tile.segment_number(action.where)
    except NotationError as error:
        raise IllegalAction(str(error), "no_such_segment", **details) from error
    if (laid, number) not in list(destinations(position, WAGONS.of(position)[0])):
        raise IllegalAction("the wagon cannot go there", "wagon_reach", **details)


def play_wagon(position: State, action: MoveWagon) -> None:
    """Send the wagon to another feature (Abbey & Mayor: Wagon)."""
    wagon, *rest = WAGONS.of(position)
    laid = position.board.cells[action.cell]
    number = laid.tile.segment_number(action.where)
    moved = Standing(wagon.seat, WAGON, laid.cell, laid.tile.names[number], laid.first + number)
    position.remove(wagon)
    position.stand(moved)
    position.emit(FigureMoved(wagon.seat, WAGON, wagon.cell, moved.cell, moved.where))
    WAGONS.keep(position, tuple(rest))
    position.proceed()


def play_wagon_home(position: State, action: WagonHome) -> None:
    """Take the wagon back into the supply (Abbey & Mayor: Wagon)."""
    wagon, *rest = WAGONS.of(position)
    position.send_home(wagon)
    WAGONS.keep(position, tuple(rest))
    position.proceed()


def forget_wagons(position: State, seat: int) -> None:
    """A seat that leaves has no wagon decision any more (Abbey & Mayor: Wagon)."""
    waiting = WAGONS.of(position)
    if any(wagon.seat == seat for wagon in waiting):
        WAGONS.keep(position, tuple(wagon for wagon in waiting if wagon.seat != seat))
