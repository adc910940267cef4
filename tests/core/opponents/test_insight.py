"""What sharp knows of the things that only one set has: flocks, barns, wagons, abbeys."""

from functools import partial

from core import GameRecord, Position, Terrain, parse_action
from core.opponents.levels import PLAYERS
from core.opponents.sharp import Sharp
from core.scoring import worth
from core.sets.abbey_mayor.abbeys import LAID
from core.sets.abbey_mayor.actions import WAGON_DUE
from core.sets.abbey_mayor.insight import filled
from core.sets.discoverers import closed
from core.sets.hills_sheep.actions import FLOCK_DUE, GROW, HERD
from core.sets.hills_sheep.insight import grazing, waiting
from core.sets.hills_sheep.shepherds import DRAWN
from tests.core.boards import lay

SHARP = PLAYERS["sharp"]
sheep = partial(lay, sets=("base", "hills-sheep"))
discoverers = partial(lay, sets=("discoverers",), rest="d/full-p " * 20)
abbey = partial(lay, sets=("base", "abbey-mayor"), start="B 0,0 0")

FLOCK = """
    Red:  E 0,-1 180; deploy shepherd field@NL
    Blue: E 0,1 180; pass
    Red:  B 1,-1 0; pass; ...
"""
"""Red's shepherd has seen his field extended."""


PLENTY = "V K E D " * 10
"""A bag with which there are turns enough."""


def test_a_flock_is_worth_its_sheep_and_the_turns_that_are_left() -> None:
    """More sheep are worth more; without another turn they are lost; wolves take some."""
    assert (
        grazing(5, 10, 4, 0.1) > grazing(2, 10, 4, 0.1) > grazing(2, 3, 4, 0.1) > grazing(2, 0, 4, 0.1) == 0
    )
    assert grazing(8, 10, 4, 0.3) < grazing(8, 10, 4, 0.1)
    assert waiting(20, 0.1) > waiting(5, 0.1) > waiting(1, 0.1) == 0


def test_a_small_flock_grows_and_one_that_has_no_time_is_herded() -> None:
    """With the bag full sharp lets three sheep grow; when it is as good as empty it herds them."""
    position = sheep(FLOCK, tokens=(3,)).position
    assert position.phase is FLOCK_DUE
    assert SHARP.choose(position) == HERD
    assert SHARP.choose(sheep(FLOCK, tokens=(3,), rest=PLENTY).position) == GROW


def test_a_larger_flock_makes_a_seat_stand_better() -> None:
    """What stands beside the shepherd counts for its seat and against the other."""
    few, many = (sheep(FLOCK, tokens=(token,), rest=PLENTY).position for token in (1, 4))
    for seat, sign in ((0, 1), (1, -1)):
        outlooks = [Sharp(position).outlook(position, seat) for position in (few, many)]
        assert sign * (outlooks[1] - outlooks[0]) > 0


def test_judging_a_turn_that_waits_changes_nothing() -> None:
    """Looking behind a decision about a flock leaves the position as it was, and draws no token."""
    position = sheep(FLOCK, tokens=(3, "wolf")).position
    before = position.copy()
    Sharp(position).outlook(position, 0)
    assert position == before
    assert DRAWN.of(position) == 1


BARN = """
    Red:  B 1,0 0
    Red:  B 0,1 0
    Blue: B 1,1 0; deploy barn corner@NW
"""
"""Four monasteries in a square, and Blue's barn in the middle."""


def test_a_barn_promises_cities_that_are_still_to_come() -> None:
    """On an open field without a city it is worth something as long as there are turns, and only then."""
    late, early = (abbey(BARN, rest=rest).position for rest in ("", PLENTY))
    assert with_barn(early) > with_barn(late) + 4
    assert with_barn(late) < 4


def with_barn(position: Position) -> float:
    """What Blue may expect for its figures on the table, against Red."""
    red, blue = Sharp(position).expected(position)
    return blue - red


def test_a_hole_can_be_filled_as_long_as_somebody_holds_an_abbey() -> None:
    """The more abbeys are held, the likelier; with none, never."""
    position = abbey("").position
    both = filled(position)
    LAID.keep(position, frozenset({0}))
    one = filled(position)
    LAID.keep(position, frozenset({0, 1}))
    assert both > one > filled(position) == 0


def test_a_turn_in_which_a_wagon_waits_is_judged_as_if_it_had_moved() -> None:
    """A wagon on a feature that has been scored is not counted there once more."""
    record = GameRecord(("Ann", "Bo"), sets=("base", "abbey-mayor"), seed="wagons")
    position = waiting_wagon(record)
    judge = Sharp(position)
    value = judge.outlook(position, position.seat)
    best = max(
        judge.outlook(after, position.seat)
        for after in (played(position, str(action)) for action in position.legal_actions())
    )
    assert position.phase is WAGON_DUE
    assert value <= best


def waiting_wagon(record: GameRecord) -> Position:
    """The first position of a game in which a wagon is due."""
    position = record.opening()
    while position.phase is not WAGON_DUE:
        wagons = [a for a in position.legal_actions() if str(a).startswith("deploy wagon road")]
        position.play(wagons[0] if wagons else PLAYERS["greedy"].choose(position))
    return position


def played(position: Position, action: str) -> Position:
    """A copy of a position in which an action has been taken."""
    after = position.copy()
    after.play(parse_action(action))
    return after


def test_an_area_is_foreseen_as_it_is_scored() -> None:
    """Once no tile is missing to it, what is foreseen of an area is what it is worth."""
    position = GameRecord(("A", "B"), game="discoverers", sets=("discoverers",), seed="5eed").replay()
    while not position.over:
        position.play(position.legal_actions()[0])
    segments = (laid.first + number for laid in position.laid for number in range(len(laid.tile.segments)))
    areas = {area for segment in segments if not (area := position.feature(segment)).open}
    assert {area.kind for area in areas} == {Terrain.PLAIN, Terrain.MOUNTAIN, Terrain.SEA}
    for area in areas:
        assert closed(position, area, 0) == worth(position, area, finished=True)


def test_an_open_area_promises_the_tiles_that_will_close_it() -> None:
    """A plain of two tiles counts twice as soon as a third one closes it: 6 points, not 2."""
    position = discoverers("Red: d/cap1-ps 0,-1 180; deploy meeple plain@S", start="d/full-p 0,0 0").position
    (plain,) = (feature for feature in position.standing_on())
    assert worth(position, plain, finished=True) == 2
    assert [closed(position, plain, tiles) for tiles in (0, 1, 3)] == [2, 6, 10]
    assert Sharp(position).promise(position, plain) > 2
