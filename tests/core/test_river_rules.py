"""The River: where its tiles go, what its banks part, and in which order the bag is drawn."""

import random
from collections import Counter

import pytest

from core import GameRecord, RecordError
from core.records.record import start_tiles
from core.records.verify import verify
from tests.core.boards import Game, lay
from tests.core.chance import printed_tiles, shuffle
from tests.core.games import play_out

SETS = ("base", "river")


def river(turns: str, *, rest: str = "B", sets: tuple[str, ...] = SETS, players: int = 2) -> Game:
    """A board that begins with the spring."""
    return lay(turns, sets=sets, start="r/1 0,0 0", rest=rest, players=players)


# The bag


def drawn(sets: tuple[str, ...], seed: str = "50e") -> list[str]:
    """The bag of a game, in order."""
    return [kind.id for kind in GameRecord(("A", "B"), sets=sets, seed=seed).opening().setup.bag]


def test_the_river_is_drawn_first_and_the_lake_after_it() -> None:
    """Ten tiles in an order of their own, the lake, then the land as it comes without the river."""
    bag, land = drawn(SETS), drawn(("base",))
    between = [tile for tile in printed_tiles("river", 2) if tile not in ("river/1", "river/2")]
    assert bag[:10] == shuffle(between, "50e", "river")
    assert bag[10] == "river/2"
    assert bag[11:] == land
    assert Counter(land)["base/D"] == 3


@pytest.mark.parametrize(
    ("sets", "count"),
    [
        (SETS, 82),
        (("base", "winter", "river"), 94),
    ],
)
def test_so_many_tiles_are_drawn(sets: tuple[str, ...], count: int) -> None:
    """All tiles of the sets but the spring and the start tile of the base game."""
    assert len(drawn(sets)) == count


def test_the_spring_lies_in_the_middle() -> None:
    """It takes the place of the start tile, which is out of the game."""
    position = GameRecord(("A", "B"), sets=SETS, seed="0").opening()
    ((kind, cell, turn), tiles) = position.setup.start, start_tiles(SETS, 2)
    assert (kind.id, cell, turn) == ("river/1", (0, 0), 0)
    assert [tile.id for tile in tiles] == ["base/D", "river/1"]
    assert not position.unseen()["river/1"]


def test_another_start_tile_takes_the_place_of_the_spring() -> None:
    """One of the land is missing from the land, one of the river from the river; the spring is out."""
    bags = {}
    for tile in ("base/B", "river/7"):
        record = GameRecord(("A", "B"), sets=SETS, seed="0", start=(tile, 0, 0, 0))
        bags[tile] = Counter(kind.id for kind in record.opening().setup.bag)
    assert (bags["base/B"]["base/B"], bags["base/B"]["base/D"]) == (3, 4)
    assert (bags["river/7"]["river/7"], bags["river/7"]["base/D"]) == (1, 3)
    assert [(bag["river/1"], bag["river/2"]) for bag in bags.values()] == [(0, 1), (0, 1)]


def test_a_whole_game_is_fair() -> None:
    """The order of the tiles follows from the seed, and can be checked."""
    record = play_out(GameRecord(("A", "B", "C"), sets=SETS, seed="f00d"), random.Random(5))
    assert verify(record).fair


def test_the_discoverers_have_no_river() -> None:
    """It belongs to the base game, as the other expansions do."""
    with pytest.raises(RecordError, match=r'the sets of discoverers are \["discoverers"\]'):
        GameRecord(("A", "B"), "discoverers", ("discoverers", "river"), seed="0")


# Laying


def test_the_first_tile_goes_on_from_the_spring() -> None:
    """River-start: a straight one fits beside the spring alone, in both turns."""
    game = river("Red: r/7")
    assert game.legal == {"place 1,0 0", "place 1,0 180"}


def test_no_two_bends_in_a_row_to_the_same_hand() -> None:
    """River-u-turn, river-u-turn-refused: after a bend to the south it must not leave to the west."""
    game = river("Red: r/10 1,0 0\nBlue: r/10")
    assert game.legal == {"place 1,1 180"}
    assert game.refusal("place 1,1 90") == "placing"


def test_after_the_spring_both_hands_are_free() -> None:
    """It has no side by which the river came in."""
    assert river("Red: r/10").legal == {"place 1,0 0", "place 1,0 90"}


def test_a_straight_tile_between_frees_both_hands() -> None:
    """River-bend-after-straight."""
    game = river("Red: r/10 1,0 0\nBlue: r/7 1,1 90\nRed: r/10")
    assert game.legal == {"place 1,2 90", "place 1,2 180"}


def test_touching_with_other_edges_is_not_enough() -> None:
    """A river tile beside the spring's fields would match there, but joins no river."""
    game = river("Red: r/7")
    assert game.refusal("place 0,1 90") == "placing"
    assert game.refusal("place 1,0 90") == "placing"


def test_land_never_lies_at_the_open_end() -> None:
    """Whatever its edges are: a bag may bring a land tile before the lake."""
    game = river("Red: B", rest="r/7")
    assert {text.split()[1] for text in game.legal} == {"0,-1", "0,1", "-1,0"}
    assert game.refusal("place 1,0 0") == "mismatch"
    assert game.refusal("place 2,0 0") == "apart"


def test_an_open_end_does_not_match_a_laid_tile() -> None:
    """The river cannot be led against land, only where nothing lies."""
    game = river("Red: B 0,1 0\nBlue: E 1,1 90\nRed: r/10")
    assert game.legal == {"place 1,0 90"}


def test_what_is_open_comes_back_when_moves_are_taken_back() -> None:
    """The cell at the river's end is kept for it again, and what lay beside it constrains it."""
    game = river("Red: r/7 1,0 0\nBlue: B 0,1 0\nRed: V 0,-1 90\nBlue: r/10")
    position = game.position
    before = position.copy()
    legal = set(position.legal_actions())
    game.play("place 2,0 0", "pass", "draw")
    for _ in range(3):
        position.undo()
    assert position == before
    assert set(position.legal_actions()) == legal
    while position.played:
        position.undo()
    assert position == game.record.opening()


def test_a_river_tile_that_fits_nowhere_is_replaced() -> None:
    """River-lake: after the lake no river tile fits; the same seat draws the next."""
    game = river("Red: r/7 1,0 0\nBlue: r/2 2,0 0\nRed: r/7,V")
    assert game.position.discarded == ("river/7",)
    assert (game.to_move, str(game.position.tile)) == ("Red", "base/V")


def test_a_lake_that_fits_nowhere_leaves_the_river_open() -> None:
    """Land beside the end demands an edge that it has not; nothing lies there any more."""
    game = river("Red: B 0,1 0\nBlue: E 1,1 0\nRed: r/2,V", rest="B")
    assert game.position.discarded == ("river/2",)
    assert not any(text.startswith("place 1,0 ") for text in game.legal)


def test_whoever_lays_the_lake_gets_nothing() -> None:
    """The next seat draws the first land tile."""
    game = river("Red: r/2 1,0 0", rest="V")
    assert (game.to_move, game.awards) == ("Blue", [])
    game.play("draw")
    assert str(game.position.tile) == "base/V"


def test_an_abbey_may_fill_a_hole_at_the_open_end() -> None:
    """When the lake was discarded; its edges match anything, and it is surrounded as ever."""
    board = """
        Red: B 0,-1 0
        Blue: B 0,1 0
        Red: B 1,-1 0
        Blue: B 1,1 0
        Red: B 2,-1 0
        Blue: B 2,0 0
    """
    game = river(board, sets=("base", "river", "abbey-mayor"), rest="r/7 B")
    assert game.legal == {"draw", "abbey"}
    game.play("abbey")
    assert game.legal == {"place 1,0 0"}
    game.play("place 1,0 0", "deploy meeple monastery", "draw")
    assert game.position.discarded == ("river/7",)


# Figures and fields


def test_nobody_stands_on_the_river() -> None:
    """River-figure-refused: it is no feature, and is listed nowhere."""
    game = river("Red: r/7 1,0 0; ...")
    assert game.refusal("deploy meeple river@E") == "no_such_segment"
    assert {view.kind.value for view in game.position.features()} == {"field"}


def test_the_field_goes_round_the_spring() -> None:
    """River-field-round-spring: both banks are one farm."""
    game = river("Red: r/7 1,0 0; deploy meeple field@NL\nBlue: r/7 2,0 0; ...")
    assert game.legal == {"pass"}


def test_the_field_goes_round_the_lake() -> None:
    """Also where a bridge parts the banks at the spring."""
    game = river("Red: r/6 1,0 90\nBlue: r/7 2,0 0; deploy meeple field@NL\nRed: r/2 3,0 0; ...")
    assert game.legal == {"pass"}
    assert game.feature(2, 0, "field@SL").owners == (1,)


def test_a_bridge_parts_the_fields() -> None:
    """River-bridge: its four fields; those behind the road are free."""
    game = river("Red: r/6 1,0 90; deploy meeple field@NL\nBlue: r/7 2,0 0; ...")
    assert {text for text in game.legal if "field" in text} == {
        "deploy meeple field@NL",
        "deploy meeple field@ER",
    }
    assert game.feature(1, 0, "field@WL").owners == (0,)


def test_a_monastery_of_the_river() -> None:
    """River-monastery: spring and lake lie around it."""
    game = river("Red: r/5 1,0 0; deploy meeple monastery\nBlue: r/2 2,0 0", rest="")
    assert game.scores == {"Red": 3}


def test_a_city_of_the_river() -> None:
    """River-city: the upper city of the tile with two is closed by a cap."""
    game = river("Red: r/3 1,0 0; deploy meeple city@N\nBlue: E 1,-1 180")
    assert game.scores == {"Red": 4}


def test_a_road_over_a_bridge_goes_on() -> None:
    """From the city over the river to the south: one road, scored as ever."""
    game = river("Red: r/4 1,0 0; deploy meeple road@S\nBlue: r/5 2,0 0\nRed: A 1,1 180")
    assert game.scores == {"Red": 2}


def test_a_barn_stands_where_four_fields_of_the_river_meet() -> None:
    """Its tiles are field tiles like any other."""
    sets = ("base", "river", "abbey-mayor")
    game = river("Red: r/7 1,0 0\nBlue: B 0,-1 0\nRed: B 1,-1 0; ...", sets=sets)
    assert "deploy barn corner@SW" in game.legal
