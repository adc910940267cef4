"""The Discoverers, section 10: the open hand and even turns, each an option of its own."""

from functools import partial

import pytest

from core import GameRecord, Phase, TileDiscarded
from tests.core.boards import Game
from tests.core.boards import lay as lay_any

HAND = partial(lay_any, "", sets=("discoverers",), options={"hand": 2}, start="d/full-p 0,0 0")


def hands(game: Game) -> list[list[str]]:
    """The open hands, short."""
    return [[kind.id.removeprefix("discoverers/") for kind in hand] for hand in game.position.hands]


# The open hand


def test_the_hands_are_dealt_seat_by_seat() -> None:
    """The first two tiles of the bag are the first seat's, the next two the second's."""
    game = HAND(rest="d/full-p d/half-ps d/half-mp d/cap1-ps d/full-m")
    assert hands(game) == [["full-p", "half-ps"], ["half-mp", "cap1-ps"]]
    assert (game.position.bag_left, game.position.phase) == (1, Phase.CHOOSE)
    assert game.legal == {"choose discoverers/full-p", "choose discoverers/half-ps"}


def test_choose_lay_and_refill_before_the_figure() -> None:
    """The replacement is drawn face up as soon as the tile lies, before the figure (12.12)."""
    game = HAND(rest="d/full-p d/half-ps d/half-mp d/cap1-ps d/full-m")
    game.play("choose discoverers/half-ps")
    assert hands(game)[0] == ["full-p"]
    assert game.position.tile is not None
    game.play("place 0,1 0")
    assert hands(game)[0] == ["full-p", "full-m"]
    assert "deploy meeple plain@N" in game.legal
    game.play("pass")
    assert (game.to_move, game.legal) == (
        "Blue",
        {"choose discoverers/half-mp", "choose discoverers/cap1-ps"},
    )


def test_two_tiles_alike_are_one_choice() -> None:
    """Which of two equal tiles is laid makes no difference."""
    game = HAND(rest="d/full-p d/full-p d/full-p d/full-p")
    assert game.legal == {"choose discoverers/full-p"}


def test_a_tile_that_fits_nowhere_leaves_the_other_one() -> None:
    """A mountain beside plain alone: the other tile has to be taken."""
    game = HAND(rest="d/full-m d/full-p d/full-p d/full-p")
    assert game.legal == {"choose discoverers/full-p"}
    assert game.refusal("choose discoverers/full-m") == "fits_nowhere"
    assert game.refusal("choose discoverers/full-s") == "not_in_hand"


def test_when_neither_fits_one_is_discarded_and_replaced() -> None:
    """The seat chooses which, draws another and tries again, in the same turn."""
    game = HAND(rest="d/full-m d/full-s d/full-p d/full-p d/half-mp")
    assert game.legal == {"choose discoverers/full-m", "choose discoverers/full-s"}
    events = game.play("choose discoverers/full-s")
    assert any(isinstance(event, TileDiscarded) for event in events)
    assert (game.to_move, hands(game)[0]) == ("Red", ["full-m", "half-mp"])
    assert game.legal == {"choose discoverers/half-mp"}


def test_the_hands_are_played_down_and_the_last_tile_ends_the_game() -> None:
    """With an empty bag two tiles each are four turns more, in order."""
    game = HAND(rest=" ".join(["d/full-p"] * 4))
    for x, name in enumerate(("Red", "Blue", "Red", "Blue"), 1):
        assert game.to_move == name
        game.play("choose discoverers/full-p", f"place {x},0 0", "pass")
    assert game.position.over


def test_a_seat_without_tiles_is_passed_over() -> None:
    """Blue discards both tiles, which fit nowhere, with the bag empty: Red plays on and ends the game."""
    game = HAND(rest="d/full-p d/full-p d/full-s d/full-m")
    game.play("choose discoverers/full-p", "place 1,0 0", "pass")
    game.play("choose discoverers/full-s")
    assert (game.to_move, hands(game)) == ("Blue", [["full-p"], ["full-m"]])
    game.play("choose discoverers/full-m")
    assert (game.to_move, game.position.discarded) == (
        "Red", ("discoverers/full-s", "discoverers/full-m"),
    )  # fmt: skip
    game.play("choose discoverers/full-p", "place 2,0 0", "pass")
    assert game.position.over


def test_a_bag_too_short_for_all_hands() -> None:
    """Three tiles for two seats: the second has one; a bag of one tile is a game of one turn."""
    assert hands(HAND(rest="d/full-p d/full-p d/full-p")) == [["full-p", "full-p"], ["full-p"]]
    game = HAND(rest="d/full-p")
    assert hands(game) == [["full-p"], []]
    game.play("choose discoverers/full-p", "place 1,0 0", "pass")
    assert game.position.over


def test_without_the_option_there_are_no_hands() -> None:
    """One draws as usual."""
    game = lay_any("", sets=("discoverers",), start="d/full-p 0,0 0", rest="d/full-p")
    assert (game.position.hands, game.legal) == ((), {"draw"})


# Even turns

REMOVED = {
    "off": {2: 0, 3: 0, 4: 0, 5: 0},
    "printed": {2: 1, 3: 2, 4: 3, 5: 1},
    "exact": {2: 1, 3: 2, 4: 3, 5: 3},
}
"""Of 83 tiles; as printed with five players the turns are not even (12.9)."""


@pytest.mark.parametrize("rule", REMOVED)
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_even_turns_remove_tiles_for_all_to_see(rule: str, count: int) -> None:
    """The tiles removed are public: they are neither in the bag nor unseen; all others are."""
    record = GameRecord(
        players=("A", "B", "C", "D", "E")[:count],
        game="discoverers",
        sets=("discoverers",),
        options={"even_turns": rule},
        seed="5eed",
    )
    position = record.opening()
    removed = position.setup.removed
    assert len(removed) == REMOVED[rule][count]
    assert position.bag_left == 83 - len(removed)
    assert sum(position.unseen().values()) == position.bag_left
    if rule == "exact" or (rule == "printed" and count < 5):
        assert position.bag_left % count == 0


def test_removing_tiles_changes_nothing_about_the_others() -> None:
    """The order of draws is that of the whole bag, without the last tiles."""
    whole, even = (
        GameRecord(players=("A", "B", "C"), game="discoverers", sets=("discoverers",), options=options,
                   seed="5eed").opening().setup
        for options in ({}, {"even_turns": "printed"})
    )  # fmt: skip
    assert whole.bag == even.bag + even.removed


def test_even_turns_leave_a_written_bag_alone() -> None:
    """A bag is taken as it is given."""
    game = lay_any("", sets=("discoverers",), options={"even_turns": "exact"}, start="d/full-p 0,0 0",
                   rest="d/full-p d/full-p")  # fmt: skip
    assert game.position.bag_left == 2


def test_both_options_go_together() -> None:
    """The hand is dealt from what is left after the removal."""
    record = GameRecord(
        players=("A", "B"),
        game="discoverers",
        sets=("discoverers",),
        options={"even_turns": "printed", "hand": 2},
        seed="5eed",
    )
    position = record.opening()
    assert position.bag_left == 83 - 1 - 4
