"""Lost turns and seats that leave the game, in every phase."""

import pytest

from core import Phase, SeatResigned, TileDiscarded, TurnSkipped
from core.sets.abbey_mayor.actions import ABBEY_DUE, WAGON_DUE
from core.sets.hills_sheep.actions import FLOCK_DUE, SHEPHERD
from core.sets.hills_sheep.shepherds import flock
from tests.core.boards import Award, Game, lay

ABBEY = ("base", "abbey-mayor")
RING = "".join(f"Red: B {cell} 0\n" for cell in ("1,0", "2,0", "2,1", "2,2", "1,2", "0,1"))
"""Monasteries around the hole 1,1, with the start tile."""


def drawing() -> Game:
    """Red is to draw."""
    return lay("", players=3, rest="B B")


def placing() -> Game:
    """Red has a tile in hand."""
    return lay("Red: U", players=3, rest="V B")


def deploying() -> Game:
    """Red has laid a tile that completes Blue's city."""
    return lay("Blue: G 0,-1 90; deploy meeple city@N \n Red: E 0,-2 180; ...", players=3)


def choosing() -> Game:
    """Red is to choose from an open hand."""
    return lay("", players=3, sets=("discoverers",), options={"hand": 2}, start="d/full-p 0,0 0",
               rest=" ".join(["d/full-p"] * 8))  # fmt: skip


def minding_sheep() -> Game:
    """Red is to grow or herd a flock."""
    return lay("Red: E 0,1 180; deploy shepherd field@NL \n Red: U 1,0 0", players=3,
               sets=("base", "hills-sheep"), tokens=(2,))  # fmt: skip


def moving_a_wagon(active: str = "Red") -> Game:
    """Red is to move a wagon, in the turn of the active seat."""
    return lay(
        f"Red: w/11 1,0 90; deploy wagon road@W \n {active}: A -1,0 270",
        players=3,
        sets=("base", "winter", "abbey-mayor"),
    )


def being_asked_for_the_abbey() -> Game:
    """Red is the first to be asked in the abbey round."""
    return lay(RING.replace("Red: B 0,1", "Yellow: B 0,1"), players=3, sets=ABBEY, start="B 0,0 0", rest="")


PHASES = {
    Phase.DRAW: drawing,
    Phase.PLACE: placing,
    Phase.DEPLOY: deploying,
    Phase.CHOOSE: choosing,
    FLOCK_DUE: minding_sheep,
    WAGON_DUE: moving_a_wagon,
    ABBEY_DUE: being_asked_for_the_abbey,
}

# Skipping


def test_a_skipped_draw_is_the_next_seats() -> None:
    """No tile is lost."""
    game = drawing()
    (event,) = game.play("skip")
    assert event == TurnSkipped(0)
    assert (game.to_move, game.legal, game.position.bag_left) == ("Blue", {"draw"}, 2)


def test_a_tile_in_hand_passes_to_the_next_seat() -> None:
    """Blue lays the tile that Red drew, in Blue's own turn; the turn after is Yellow's."""
    game = placing()
    game.play("skip")
    assert (game.to_move, game.position.phase, str(game.position.tile)) == ("Blue", Phase.PLACE, "base/U")
    game.play("place 1,0 0", "deploy meeple road@E")
    assert game.figures() == {("Blue", "meeple", (1, 0), "road@E")}
    assert game.to_move == "Yellow"


def test_skipping_instead_of_deploying_scores_the_tile_all_the_same() -> None:
    """The tile lies: Blue's city of three tiles is worth 6."""
    game = deploying()
    game.play("skip")
    assert game.awards == [Award("Blue", 6, "city")]
    assert game.to_move == "Blue"


def test_a_chosen_tile_goes_back_to_the_hand() -> None:
    """In the variant with open hands the tile stays its owner's."""
    game = choosing()
    game.play("choose discoverers/full-p", "skip")
    assert [len(hand) for hand in game.position.hands] == [2, 2, 2]
    assert (game.to_move, game.position.phase) == ("Blue", Phase.CHOOSE)


def test_an_abbey_in_hand_stays_its_owners() -> None:
    """Who skips with the abbey in hand can lay it later; the next seat draws."""
    game = lay(RING, sets=ABBEY, start="B 0,0 0", rest="B B")
    game.play("abbey", "skip")
    assert (game.to_move, game.legal, game.position.bag_left) == ("Red", {"draw", "abbey"}, 2)
    game.play("skip")
    assert game.legal == {"draw", "abbey"}


@pytest.mark.parametrize("phase", [FLOCK_DUE, WAGON_DUE, ABBEY_DUE])
def test_other_decisions_cannot_be_skipped(phase: Phase) -> None:
    """Flocks, wagons and the abbey round wait for their owner."""
    game = PHASES[phase]()
    assert (game.position.phase, game.to_move) == (phase, "Red")
    assert game.refusal("skip") == "wrong_phase"


# Resigning


@pytest.mark.parametrize("phase", PHASES)
def test_who_has_to_decide_can_resign_in_every_phase(phase: Phase) -> None:
    """Then nothing of Red's is on the board, and somebody else decides."""
    game = PHASES[phase]()
    assert (game.position.phase, game.to_move) == (phase, "Red")
    events = game.play("resign 0")
    assert SeatResigned(0) in events
    assert game.to_move != "Red"
    assert not [figure for figure in game.figures() if figure[0] == "Red"]
    assert game.position.supply(0) == game.record.opening().supply(0)
    assert game.legal


@pytest.mark.parametrize("phase", PHASES)
def test_others_can_resign_in_every_phase(phase: Phase) -> None:
    """Yellow leaves while Red decides: Red still has to decide the same."""
    game = PHASES[phase]()
    legal, tile = game.legal, game.position.tile
    game.play("resign 2")
    assert (game.position.phase, game.to_move, game.legal, game.position.tile) == (phase, "Red", legal, tile)
    assert game.refusal("resign 2") == "not_playing"


@pytest.mark.parametrize("phase", PHASES)
def test_the_last_one_left_wins(phase: Phase) -> None:
    """Red and Yellow leave: Blue has won, without a final scoring."""
    game = PHASES[phase]()
    game.play("resign 0", "resign 2")
    assert (game.position.over, game.winners()) == (True, ["Blue"])
    assert game.refusal("resign 1") == "over"


def test_seats_that_do_not_exist_cannot_resign() -> None:
    """Three players have the seats 0, 1 and 2."""
    assert drawing().refusal("resign 3") == "not_playing"


def test_who_resigns_with_a_tile_in_hand_passes_it_on() -> None:
    """Blue lays Red's tile."""
    game = placing()
    game.play("resign 0")
    assert (game.to_move, game.position.phase, str(game.position.tile)) == ("Blue", Phase.PLACE, "base/U")


def test_who_resigns_with_the_abbey_in_hand_takes_it_along() -> None:
    """The next seat draws or plays its own."""
    game = lay(RING, players=3, sets=ABBEY, start="B 0,0 0")
    game.play("abbey", "resign 1")
    assert (game.to_move, game.legal, game.position.tile) == ("Yellow", {"draw", "abbey"}, None)


def test_who_resigns_after_laying_has_the_tile_scored() -> None:
    """Blue's city is completed by it: 6."""
    game = deploying()
    game.play("resign 0")
    assert game.awards == [Award("Blue", 6, "city")]
    assert game.to_move == "Blue"


def test_the_turns_of_a_seat_that_left_are_passed_over() -> None:
    """After Blue has left, Yellow's turn follows Red's."""
    game = drawing()
    game.play("resign 1", "draw", "place 0,1 0", "pass")
    assert (game.to_move, game.position.phase) == ("Yellow", Phase.DRAW)


def test_features_of_a_seat_that_left_are_free() -> None:
    """Its figures are off the board: Yellow may claim the road; its points remain and win nothing."""
    game = lay(
        """
        Red:  E 0,-1 180; deploy meeple city@S
        Red:  U 1,0 0; deploy meeple road@E
        Yellow: U 2,0 0; ...
        """,
        players=3,
        rest="",
    )
    assert game.refusal("deploy meeple road@E") == "occupied"
    game.play("resign 0", "deploy meeple road@E")
    assert game.position.over
    # D, U and U: an open road of 3 tiles.
    assert game.scores == {"Red": 4, "Yellow": 3}
    assert game.winners() == ["Yellow"]


def test_the_flock_of_a_seat_that_left_goes_back_into_the_bag() -> None:
    """No sheep are left beside it, and the field is free for another shepherd."""
    game = minding_sheep()
    game.play("resign 0")
    assert flock(game.position, 0) == 0
    assert game.position.in_supply(0, SHEPHERD) == 1


def test_the_hand_of_a_seat_that_left_is_out_of_the_game() -> None:
    """Both its tiles are discarded for all to see, whoever's turn it is."""
    game = choosing()
    events = game.play("resign 2")
    assert [event for event in events if isinstance(event, TileDiscarded)] == [
        TileDiscarded(2, "discoverers/full-p")
    ] * 2
    assert game.position.hands[2] == ()
    assert len(game.position.discarded) == 2


def test_a_chosen_tile_leaves_with_its_owner() -> None:
    """Red resigns with a tile in hand, in the variant with open hands: both Red's tiles are discarded."""
    game = choosing()
    game.play("choose discoverers/full-p", "resign 0")
    assert game.position.discarded == ("discoverers/full-p",) * 2
    assert [len(hand) for hand in game.position.hands] == [0, 2, 2]
    assert (game.to_move, game.position.phase, game.position.tile) == ("Blue", Phase.CHOOSE, None)


def test_the_active_seat_can_leave_while_another_moves_its_wagon() -> None:
    """Yellow's tile completed Red's road, then Yellow leaves: Red decides, and the turn goes on to Red."""
    game = moving_a_wagon(active="Yellow")
    assert (game.to_move, game.position.active) == ("Red", 2)
    game.play("resign 2")
    assert (game.position.phase, game.to_move) == (WAGON_DUE, "Red")
    game.play("wagon home")
    assert (game.position.phase, game.to_move, game.position.active) == (Phase.DRAW, "Red", 0)


def test_the_abbey_round_goes_on_without_who_left() -> None:
    """Red is asked and leaves, Blue passes, Yellow leaves with the abbey in hand: Blue has won."""
    game = being_asked_for_the_abbey()
    game.play("resign 0")
    assert (game.position.phase, game.to_move) == (ABBEY_DUE, "Blue")
    game.play("pass")
    assert (game.position.phase, game.to_move) == (ABBEY_DUE, "Yellow")
    game.play("abbey", "resign 2")
    assert (game.position.over, game.winners()) == (True, ["Blue"])


def test_a_barn_that_leaves_before_it_scores_sends_no_farmer_home() -> None:
    """Red puts a barn, has to decide about the flock first, and resigns: Yellow's farmer stays."""
    game = lay(
        """
        Red:    E 0,-1 0; deploy shepherd field@EL
        Yellow: E 0,-2 180
        Yellow: B 1,0 0; deploy meeple field@NL
        Yellow: B 0,1 0
        Red:    B 1,1 0; deploy barn corner@NW; ...
        """,
        players=3,
        sets=("base", "abbey-mayor", "hills-sheep"),
        start="B 0,0 0",
        tokens=(2,),
    )
    assert game.position.phase is FLOCK_DUE
    game.play("resign 0")
    assert game.awards == []
    assert game.figures() == {("Yellow", "meeple", (1, 0), "field@NL")}
