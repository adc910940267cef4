"""Positions that are sent to another process."""

import pickle
import random
from collections.abc import Mapping

import pytest

from core import GameRecord, tile_kind
from core.ruleset import OptionValue

GAMES: tuple[tuple[str, tuple[str, ...], Mapping[str, OptionValue]], ...] = (
    ("carcassonne", ("base", "winter", "abbey-mayor", "hills-sheep"), {}),
    ("discoverers", ("discoverers",), {"hand": 2}),
)


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(("game", "sets", "options"), GAMES)
def test_a_sent_position_is_the_same_and_goes_on_alike(
    game: str, sets: tuple[str, ...], options: Mapping[str, OptionValue], edition: int
) -> None:
    """At every moment of a game the copy is equal, offers the same, and plays on in the same way."""
    position = GameRecord(("Ann", "Bo", "Cy"), game, sets, options, seed="5eed", edition=edition).opening()
    rng = random.Random(3)
    while not position.over:
        sent = pickle.loads(pickle.dumps(position))  # noqa: S301  our own
        assert sent == position
        assert sent.legal_actions() == position.legal_actions()
        assert sent.features() == position.features()
        action = rng.choice(position.legal_actions())
        assert sent.play(action) == position.play(action)
        assert sent == position
        assert sent.rules is position.rules


def test_a_sent_position_has_no_past() -> None:
    """What is sent does not grow with the moves that could be taken back."""
    position = GameRecord(("Ann", "Bo"), seed="5eed").opening()
    position.play(position.legal_actions()[0])
    assert pickle.loads(pickle.dumps(position)).played == 0  # noqa: S301  our own
    assert position.played == 1


@pytest.mark.parametrize("edition", [1, 2])
def test_tiles_are_sent_by_name(edition: int) -> None:
    """A tile is there once in each process, and each turn of it too."""
    kind = tile_kind("discoverers/full-m", edition)
    assert pickle.loads(pickle.dumps(kind)) is kind  # noqa: S301  our own
    assert pickle.loads(pickle.dumps(kind.turns[2])) is kind.turns[2]  # noqa: S301  our own
