"""The River, Inns & Cathedrals and Traders & Builders with each other and with the other expansions.

Source: the interactions of the classic modules, section 7. The points of all examples are worked out by
hand from the rules, never by the engine.
"""

from functools import partial

import pytest

from core import Event, Figure, FigureReturned, GameRecord, Phase, PointsAwarded, RecordError, TokensTaken
from core.sets import rows
from core.sets.abbey_mayor.actions import WAGON_DUE
from core.sets.hills_sheep.actions import FLOCK_DUE
from tests.core.boards import Award
from tests.core.boards import lay as lay_any

ADDED = ("winter", "river", "inns-cathedrals", "traders-builders", "abbey-mayor", "hills-sheep")
LAND = ("base", *(name for name in ADDED if name != "river"))
BUILDER, PIG, BIG = map(Figure.named, ("builder", "pig", "big"))
lay = partial(lay_any, sets=LAND, start="B 0,0 0")


def test_sets_are_in_this_order() -> None:
    """In records and wherever they are told of."""
    assert tuple(name for name, row in rows().items() if row.game == "carcassonne") == ("base", *ADDED)


@pytest.mark.parametrize(("sets", "count"), [(LAND, 155), (("base", *ADDED), 166)])
def test_tiles_to_draw(sets: tuple[str, ...], count: int) -> None:
    """With everything, and without the river."""
    assert GameRecord(("A", "B"), sets=sets, seed="0").opening().bag_left == count


@pytest.mark.parametrize("name", ["river", "inns-cathedrals", "traders-builders"])
@pytest.mark.parametrize("game", ["carcassonne", "discoverers"])
def test_the_discoverers_go_with_none_of_them(name: str, game: str) -> None:
    """One clear sentence, whichever game it is said to be."""
    with pytest.raises(RecordError) as caught:
        GameRecord(("A", "B"), game, ("discoverers", name), seed="0")
    assert caught.value.part == "sets"
    assert len(str(caught.value)) < 200


def told(events: list[Event]) -> list[str]:
    """What was scored, taken and returned, in order."""
    found = []
    for event in events:
        match event:
            case PointsAwarded(seat, points, reason):
                found.append(f"{seat} {points} {reason}")
            case TokensTaken(seat, kinds):
                found.append(f"{seat} {' '.join(kinds)}")
            case FigureReturned(seat, figure):
                found.append(f"{seat} {figure} home")
    return found


def test_one_tile_completes_all_there_is() -> None:
    """Points, goods, the builder home, another seat's wagon, and then the second part.

    A cathedral has joined Red's knight with Blue's wagon.
    """
    game = lay(
        """
        Red:  E 0,1 0
        Blue: B 1,1 0
        Red:  B -1,1 0
        Blue: B 2,1 0
        Red:  E -1,0 90; deploy meeple city@E
        Blue: t/17 1,0 180; deploy wagon city@W
        Red:  E 2,0 270
        Blue: B -1,2 0
        Red:  i/1 0,0 0; deploy builder city@N
        Blue: B 1,2 0
        Red:  E 0,-1 180
        """,
        start="B 0,2 0",
    )
    assert told(game.events) == [
        "0 18 city", "1 18 city", "0 meeple home", "0 builder home", "0 grain",
    ]  # fmt: skip
    assert (game.to_move, game.position.phase) == ("Blue", WAGON_DUE)
    game.play("wagon home")
    assert (game.to_move, game.position.phase) == ("Red", Phase.DRAW)


def test_a_wagon_goes_on_at_the_crossing_between_two_cities() -> None:
    """On that tile both cities and both roads meet."""
    game = lay("Red: E 0,-1 180; deploy wagon city@S", start="i/5 0,0 0")
    assert game.legal == {"wagon home", "wagon 0,0 city@S", "wagon 0,0 road@W", "wagon 0,0 road@E"}


def test_a_wagon_leaves_a_completed_abbey_for_a_road_with_an_inn() -> None:
    """Along the road that ends at it."""
    game = lay("""
        Red:  B 0,1 0
        Blue: B 0,2 0
        Red:  B 1,2 0
        Blue: B 2,2 0
        Red:  i/15 2,1 0
        Blue: B 2,0 0
        Red:  B 1,0 0
        Blue: abbey 1,1; deploy wagon monastery
    """, rest="B", sets=("base", "inns-cathedrals", "abbey-mayor"))  # fmt: skip
    assert game.scores == {"Blue": 9}
    assert game.legal == {"wagon home", "wagon 2,1 road@E"}
    game.play("wagon 2,1 road@E", "draw", "place 0,3 0", "pass")
    if not game.position.over:
        game.play("pass")
    assert game.scores == {"Blue": 9}


def test_a_big_farmer_counts_two_where_a_barn_compares() -> None:
    """Against one farmer; a pig beside him brings a point more."""
    game = lay("""
        Red:  U 1,0 0; deploy big field@NL
        Blue: U 2,0 0; deploy meeple field@SL
        Red:  U 3,0 0; deploy pig field@NL
        Blue: E 0,-1 0
        Red:  E 0,-2 180
        Blue: A 4,0 90
        Red:  B 0,1 0
        Blue: B 0,2 0
        Red:  B 1,2 0
        Blue: B 1,1 0; deploy barn corner@SW
    """, start="U 0,0 0")  # fmt: skip
    assert game.awards == [Award("Red", 4, "field")]
    assert [game.supply("Red", figure) for figure in (BIG, PIG)] == [1, 1]
    assert game.supply("Blue") == 7


def test_the_own_flock_acts_in_each_part() -> None:
    """Each part lays a tile that may extend the shepherd's field."""
    game = lay("""
        Red:  U 1,0 0; deploy meeple road@W
        Blue: B 0,1 0
        Red:  U 2,0 0; deploy builder road@W
        Blue: B 1,1 0
        Red:  B 0,-1 0; deploy shepherd field@NL
        Blue: B 2,1 0
    """, start="A 0,0 270", tokens=(1, 2, 3, 4), sets=("base", "traders-builders", "hills-sheep"),
        rest="U U B")  # fmt: skip
    game.play("draw", "place 3,0 0", "pass")
    assert (game.to_move, game.position.phase) == ("Red", FLOCK_DUE)
    game.play("flock grow", "draw", "place 4,0 0", "pass")
    assert (game.to_move, game.position.phase) == ("Red", FLOCK_DUE)
    game.play("flock herd")
    assert game.scores == {"Red": 3}
    assert game.to_move == "Blue"


def test_neither_builder_nor_pig_breaks_a_tie_on_a_hill() -> None:
    """Only followers do."""
    game = lay("""
        Red:  U 1,0 0; deploy meeple road@W
        Blue: B 0,1 0
        Red:  h/15,B 2,0 0; deploy builder road@W
        Blue: B 1,1 0
        Red:  B 1,2 0
        Blue: A 2,2 180; deploy meeple road@N
        Blue: U 2,1 90
    """, start="A 0,0 270")  # fmt: skip
    assert game.scores == {"Red": 5, "Blue": 5}


def test_across_the_river_a_wagon_finds_what_is_adjacent() -> None:
    """The river neither connects nor hinders."""
    game = lay("""
        Red:  r/3 1,0 0; deploy wagon city@N
        Blue: E 1,-1 180
    """, start="r/1 0,0 0", sets=("base", "river", "abbey-mayor"),
        options={"wagon_move": "adjacent"})  # fmt: skip
    assert game.scores == {"Red": 4}
    assert game.legal == {"wagon home", "wagon 1,0 city@S"}


@pytest.mark.parametrize("options", [{"abbey_round": False}, {"hills_tie": "count"}, {"fields": False}])
def test_figures_without_the_rest(options: dict[str, bool | str]) -> None:
    """Every combination of these options has the figures that it can use."""
    record = GameRecord(("A", "B"), sets=LAND, options=options, seed="0")
    supply = record.opening().supply(0)
    assert (BIG in supply, BUILDER in supply) == (True, True)
    assert (PIG in supply) is options.get("fields", True)
