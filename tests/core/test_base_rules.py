"""Base game, sections 3 to 5: drawing, laying, deploying; the examples B1 to B4, B11, B12 and B22.

The points of all examples are worked out by hand from the rules, never by the engine.
"""

import pytest

from core import Figure, GameRecord, RecordError, TileDiscarded, TileDrawn, tile_set
from tests.core.boards import lay

# Laying (section 4)


@pytest.mark.parametrize("cell", ["1,1", "-1,1", "1,-1", "-1,-1"])
def test_b1_a_tile_cannot_touch_by_a_corner_only(cell: str) -> None:
    """A space that meets the start tile only at a corner is no space for a tile."""
    game = lay("Red: B")
    assert {game.refusal(f"place {cell} {turn}") for turn in (0, 90, 180, 270)} == {"apart"}


def test_b2_a_city_edge_cannot_meet_a_field() -> None:
    """Above the start tile's city only the city side of a one-city tile can lie."""
    game = lay("Red: E")
    assert game.refusal("place 0,-1 0") == "mismatch"
    assert {text for text in game.legal if " 0,-1 " in text} == {"place 0,-1 180"}


def test_every_touching_edge_has_to_match() -> None:
    """The space 0,-1 has D's city in the south and U's field in the east: both have to be continued.

    N has two cities side by side. South and east, the field is not continued; south and west is legal.
    """
    game = lay("""
        Red:  V 1,0 90
        Blue: U 1,-1 90
        Red:  N
    """)
    assert game.refusal("place 0,-1 180") == "mismatch"
    assert {text for text in game.legal if " 0,-1 " in text} == {"place 0,-1 270"}


def test_a_taken_space_is_refused() -> None:
    """Two tiles cannot lie on one cell."""
    game = lay("Red: D")
    assert game.refusal("place 0,0 0") == "taken"


def test_a_gap_that_no_tile_fits_may_be_made() -> None:
    """E closes the space 0,-1 in between cities north and south and roads east and west; it is legal.

    No tile of the base game has such edges.
    """
    game = lay("""
        Red:  V 1,0 90
        Blue: V 1,-1 0
        Red:  V -1,0 180
        Blue: V -1,-1 270
        Red:  B 1,-2 0
        Blue: E 0,-2 180
    """)
    assert game.position.board.at((0, -2)) is not None
    needed = ("city", "road", "city", "road")
    turned = (needed, needed[1:] + needed[:1])
    assert not [kind.id for kind in tile_set("base").kinds.values() if kind.edges in turned]


def test_a_tile_that_fits_must_be_laid() -> None:
    """Once a tile is drawn, the only legal actions are placements."""
    game = lay("Red: C")
    assert game.legal == {f"place 0,-1 {turn}" for turn in (0, 90, 180, 270)}
    assert game.refusal("pass") == "wrong_phase"


def test_an_unplaceable_tile_is_set_aside_and_replaced_in_the_same_draw() -> None:
    """Beside a monastery in a field a city tile fits nowhere: it leaves the game, and Red draws again."""
    game = lay("Red: C,C,E", start="B 0,0 0")
    assert game.to_move == "Red"
    assert game.position.tile is not None
    assert game.position.tile.id == "base/E"
    assert game.position.discarded == ("base/C", "base/C")
    assert [type(event) for event in game.events] == [
        TileDrawn, TileDiscarded, TileDrawn, TileDiscarded, TileDrawn,
    ]  # fmt: skip


def test_when_nothing_left_fits_the_game_ends_with_the_draw() -> None:
    """The last tile fits nowhere: no tile, no follower, the final scoring follows."""
    game = lay(
        """
        Red: B 0,1 0; deploy meeple monastery
        Blue: C
        """,
        start="B 0,0 0",
        rest="",
    )
    assert game.position.over
    assert game.position.discarded == ("base/C",)
    # An open monastery: itself and the start tile beside it.
    assert game.scores == {"Red": 2}


# Deploying (section 5)


def test_b3_a_road_with_a_robber_takes_no_second_one() -> None:
    """Road, monastery and field on one tile; the road is Red's: monk or farmer are left."""
    game = lay("""
        Red:  U 1,0 0; deploy meeple road@E
        Blue: A 2,0 90; ...
    """)
    assert game.refusal("deploy meeple road@W") == "occupied"
    assert game.legal == {"deploy meeple monastery", "deploy meeple field@NL", "pass"}


def test_b4_a_city_is_occupied_however_far_away_the_knight_is() -> None:
    """Red's knight stands three tiles away in the city that K continues: robber or farmer are left."""
    game = lay("""
        Red:  G 0,-1 90; deploy meeple city@N
        Blue: G 0,-2 90
        Red:  G 0,-3 90
        Blue: K 0,-4 180; ...
    """)
    assert game.refusal("deploy meeple city@S") == "occupied"
    # K upside down: city south, road north to east, a large field around and a small one in the curve.
    assert game.legal == {
        "deploy meeple road@N", "deploy meeple field@NL", "deploy meeple field@NR", "pass",
    }  # fmt: skip


def test_own_followers_occupy_too() -> None:
    """Not even the owner of the knight can add another one by deploying."""
    game = lay("""
        Red: G 0,-1 90; deploy meeple city@N
        Red: G 0,-2 90; ...
    """)
    assert game.refusal("deploy meeple city@N") == "occupied"


def test_b11_a_follower_may_be_put_on_a_feature_that_the_tile_completes() -> None:
    """A two-tile city completed and claimed in one turn: 2 x 2 = 4, the knight is back at once."""
    game = lay("Red: E 0,-1 180; deploy meeple city@S")
    assert game.scores == {"Red": 4}
    assert game.supply("Red") == 7
    assert game.figures() == set()


def test_b12_a_tile_that_joins_three_farms_takes_no_farmer() -> None:
    """B joins the fields of Red, Blue and Yellow: its player may be a monk or pass, but no farmer.

    The three fields are kept apart by a city that bends along the corners above the hole at 0,0.
    """
    game = lay(
        """
        Red:    G 0,-1 0; deploy meeple field@SL
        Blue:   N 1,-1 270
        Blue:   E 1,0 0; deploy meeple field@EL
        Yellow: E -1,0 0; deploy meeple field@EL
        Red:    B 0,0 0; ...
        """,
        players=3,
        start="N -1,-1 180",
    )
    assert game.refusal("deploy meeple field@NL") == "occupied"
    assert game.legal == {"deploy meeple monastery", "pass"}
    farm = game.feature(0, 0, "field@NL")
    assert {standing.seat for standing in farm.figures} == {0, 1, 2}


def test_b22_joining_makes_two_farmers_in_one_farm_legal() -> None:
    """Blue's farmer, then Red's on a tile diagonal to it, then a tile that joins both fields.

    The two fields belong to one farm afterwards; the joining player may not add a third farmer.
    """
    game = lay(
        """
        Blue: E 0,1 0; deploy meeple field@EL
        Red:  E 1,0 270; deploy meeple field@NL
        Blue: B 1,1 0; ...
        """,
        start="C 0,0 0",
    )
    farm = game.feature(1, 1, "field@NL")
    assert sorted(standing.seat for standing in farm.figures) == [0, 1]
    assert game.legal == {"deploy meeple monastery", "pass"}


def test_followers_go_only_on_the_tile_just_laid() -> None:
    """A segment of another tile cannot be named: the start tile's city is not on the tile just laid."""
    game = lay("Red: U 1,0 0; ...")
    assert game.refusal("deploy meeple city@N") == "no_such_segment"


def test_one_follower_a_turn() -> None:
    """After the deployment the turn is over: the next seat draws."""
    game = lay("Red: U 1,0 0; deploy meeple road@E")
    assert (game.to_move, game.legal) == ("Blue", {"draw"})
    assert game.refusal("deploy meeple field@NL") == "wrong_phase"


def test_a_feature_completed_by_nobody_is_worth_nothing_and_stays_free() -> None:
    """An empty city of two tiles is completed: no points, and the next tile gives no access to it."""
    game = lay("""
        Red:  E 0,-1 180
        Blue: B 0,-2 0; ...
    """)
    assert game.awards == []
    assert game.legal == {"deploy meeple monastery", "deploy meeple field@NL", "pass"}


def test_without_a_follower_in_the_supply_one_lays_tiles_as_usual() -> None:
    """Seven monks stand in a row of monasteries; none can be called back, the eighth tile is laid bare."""
    monks = "".join(f"Red: B {x},0 0; deploy meeple monastery\n" for x in range(1, 8))
    game = lay(monks + "Red: B 8,0 0; ...", start="B 0,0 0")
    assert game.supply("Red") == 0
    assert game.legal == {"pass"}
    assert game.refusal("deploy meeple monastery") == "no_supply"
    assert game.refusal("score 1,0 monastery") == "wrong_phase"


def test_a_returned_follower_waits_for_the_next_turn() -> None:
    """The last follower comes home by scoring; the turn is over then, and it can be used in the next."""
    monks = "".join(f"Red: B {x},1 0; deploy meeple monastery\n" for x in range(6))
    game = lay(f"""
        {monks}
        Red:  E 0,-1 180; deploy meeple city@S
        Red:  E 1,-1 180; ...
    """)
    assert game.supply("Red") == 1
    assert "deploy meeple city@S" in game.legal


def test_fields_off_leaves_fields_unclaimed() -> None:
    """With the option for first games nobody can be a farmer; everything else can be claimed."""
    game = lay("Red: A 1,0 90; ...", options={"fields": False})
    assert game.legal == {"deploy meeple monastery", "deploy meeple road@W", "pass"}
    assert game.refusal("deploy meeple field@NL") == "wrong_feature"


# Setup and end (sections 1 and 7)


@pytest.mark.parametrize(("sets", "tiles"), [(("base",), 71), (("base", "winter"), 83)])
def test_setup(sets: tuple[str, ...], tiles: int) -> None:
    """71 tiles to draw, 83 with the winter tiles; seven followers each; D lies in the middle."""
    position = GameRecord(players=("Ann", "Bo"), sets=sets, seed="0").opening()
    assert position.bag_left == tiles
    assert [position.in_supply(seat, Figure.MEEPLE) for seat in (0, 1)] == [7, 7]
    assert [(laid.kind.id, laid.cell, laid.tile.turn) for laid in position.laid] == [("base/D", (0, 0), 0)]
    assert (position.seat, position.scores) == (0, (0, 0))


def test_players_are_two_to_six() -> None:
    """One player or seven are refused, two and six are not."""
    for count in (2, 6):
        GameRecord(players=("A", "B", "C", "D", "E", "F")[:count], seed="0")
    for count in (1, 7):
        with pytest.raises(RecordError, match=f"{count} players"):
            GameRecord(players=("A", "B", "C", "D", "E", "F", "G")[:count], seed="0")


def test_turns_go_around_and_need_not_be_equal() -> None:
    """Three seats and four tiles: the first seat has two turns, then the game ends at once."""
    game = lay(
        """
        Red: U 1,0 0
        Blue: U 2,0 0
        Yellow: U 3,0 0
        Red: U 4,0 0
        """,
        players=3,
        rest="",
    )
    assert "skip" not in game.record.actions
    assert game.position.over


def test_the_last_tile_has_its_whole_turn() -> None:
    """With the last tile a follower is put, its city scored (4) and the road in the end (2)."""
    game = lay(
        """
        Blue: U 1,0 0; deploy meeple road@E
        Red: E 0,-1 180; deploy meeple city@S
        """,
        rest="",
    )
    assert game.position.over
    assert game.scores == {"Red": 4, "Blue": 2}
    assert game.winners() == ["Red"]


def test_equal_points_share_the_victory() -> None:
    """Each completes a two-tile city, 4 points: both win."""
    game = lay(
        """
        Red: E 0,-1 180; deploy meeple city@S
        Blue: E 0,1 180; deploy meeple city@S
        Red: U 1,0 0
        Blue: E 0,2 0
        """,
        rest="",
    )
    assert game.scores == {"Red": 4, "Blue": 4}
    assert game.winners() == ["Red", "Blue"]
