"""What players can ask about a position: one feature, the spots of a tile, open ends, unseen tiles."""

import pytest

from core import GameRecord, NotationError
from tests.core.boards import lay


def test_a_feature_is_found_by_any_of_its_segments() -> None:
    """D's road and U's are one, whichever is named; its open ends are in the west and in the east."""
    game = lay("Red: U 1,0 0; deploy meeple road@E")
    road = game.feature(0, 0, "road@W")
    assert road == game.feature(1, 0, "road@E")
    assert road.segments == (((0, 0), "road@E"), ((1, 0), "road@E"))
    # Port 1 is the east side of 1,0 and port 3 the west side of 0,0.
    assert set(road.open_ends) == {((0, 0), 3), ((1, 0), 1)}
    assert (road.now, road.final, road.owners, road.complete) == (2, 2, (0,), False)


def test_what_is_not_there_is_refused() -> None:
    """An empty cell, a segment that the tile does not have."""
    game = lay("")
    with pytest.raises(NotationError, match="no tile lies at 5,-5"):
        game.feature(5, -5, "road@E")
    with pytest.raises(NotationError, match="base/D has no monastery here; it has city@N, road@E"):
        game.feature(0, 0, "monastery")


def test_an_open_city_is_told_with_what_it_counts_now() -> None:
    """Three tiles and a pennant: 4 while open; complete with a fourth tile 2 x 4 + 2 = 10."""
    game = lay("Red: F 0,-1 90 \n Red: G 0,-2 90", rest="E B")
    city = game.feature(0, 0, "city@N")
    assert (city.now, city.final, city.pennants, city.complete, city.owners) == (4, 4, 1, False, ())
    game.play("draw", "place 0,-3 180", "pass")
    city = game.feature(0, 0, "city@N")
    assert (city.now, city.final, city.complete, city.open_ends) == (10, 10, True, ())


def test_spots_are_told_only_while_a_tile_is_in_hand() -> None:
    """U has two looks, so each spot has one turn where the road decides; row by row from the north."""
    game = lay("Red: U", rest="B")
    assert game.position.legal_spots() == {(-1, 0): (0,), (1, 0): (0,), (0, 1): (0,)}
    game.play("place 1,0 0")
    assert game.position.legal_spots() == {}


def test_unseen_tiles_are_those_of_the_bag() -> None:
    """At the start everything but D; after a draw one fewer."""
    position = GameRecord(players=("Ann", "Bo"), seed="5eed").opening()
    unseen = position.unseen()
    assert (sum(unseen.values()), unseen["base/D"], unseen["base/V"]) == (71, 3, 9)
    position.play(position.legal_actions()[0])
    assert position.tile is not None
    assert unseen - position.unseen() == {position.tile.id: 1}
