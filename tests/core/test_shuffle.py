"""Chance from the seed: the documented function against the one in tests/core/chance.py.

The fixed vectors were made with OpenSSL: ``printf 5eed/bag | openssl dgst -shake256 -xoflen 16``.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Event, GameRecord, TokenDrawn, seat_order, seed_hash
from core.shuffle import drawn_token, shuffled, words
from tests.core.chance import printed_tiles, shuffle, token

SEEDS = st.text(alphabet="0123456789abcdef", min_size=1, max_size=32)


def test_the_words_are_those_of_shake_256() -> None:
    """Against OpenSSL."""
    assert words("5eed", "bag", 4) == (0x982E87B7, 0x836DD102, 0x5DDFE0A2, 0xDD10ADEB)
    assert words("5eed", "token 0", 1) == (0x8FD0F51B,)


def test_the_order_of_the_seats() -> None:
    """Worked out from OpenSSL's words for 5eed/seats: c6440baf, efd98963, 407ca656.

    0xc6440baf % 4 = 3 and 0xefd98963 % 3 = 2: the last two stay. 0x407ca656 % 2 = 0: the first two change.
    """
    assert (0xC6440BAF % 4, 0xEFD98963 % 3, 0x407CA656 % 2) == (3, 2, 0)
    assert seat_order("5eed", 4) == (1, 0, 2, 3)


def test_the_hash_of_a_seed_is_its_sha_256() -> None:
    """Against sha256sum."""
    assert seed_hash("5eed") == "253e2c69fc07d2cf6f83c79b0bf81b9122c816573477986ca87c6ef907a52a53"


@given(SEEDS, st.integers(0, 40))
def test_shuffling_follows_the_description(seed: str, count: int) -> None:
    """The same order as the function written from the documentation, and every item once."""
    items = [str(number) for number in range(count)]
    assert list(shuffled(items, seed, "bag")) == shuffle(items, seed, "bag")


@pytest.mark.parametrize(
    ("game", "sets", "start", "edition"),
    [
        ("carcassonne", ("base",), "base/D", 2),
        ("carcassonne", ("base", "winter", "abbey-mayor", "hills-sheep"), "base/D", 2),
        ("discoverers", ("discoverers",), "discoverers/start", 2),
        ("discoverers", ("discoverers",), "discoverers/start", 1),
    ],
)
def test_the_bag_follows_from_the_seed(game: str, sets: tuple[str, ...], start: str, edition: int) -> None:
    """All tiles of the sets in the order of the files, without one start tile, shuffled."""
    tiles = [name for box in sets for name in printed_tiles(box, edition)]
    tiles.remove(start)
    for seed in ("5eed", "0" * 32, "any text, даже такой"):
        record = GameRecord(players=("Ann", "Bo"), game=game, sets=sets, seed=seed, edition=edition)
        drawn = [kind.id for kind in record.opening().setup.bag]
        assert drawn == shuffle(tiles, seed, "bag")


PRINTED = {"1": 4, "2": 5, "3": 5, "4": 2, "wolf": 2}


@given(SEEDS, st.integers(0, 30), st.data())
def test_tokens_follow_the_description(seed: str, draw: int, data: st.DataObject) -> None:
    """Of the tokens in the bag, rising and the wolves last, the one that the draw's word points at."""
    bag = [1] * 4 + [2] * 5 + [3] * 5 + [4] * 2
    on_table = data.draw(st.permutations(bag))[: data.draw(st.integers(0, 16))]
    assert drawn_token(seed, draw, PRINTED, on_table) == (token(seed, draw, on_table) or "wolf")


@pytest.mark.parametrize("seed", ["5eed", "a", "b", "c", "d", "e"])
def test_a_game_draws_its_tokens_from_its_seed(seed: str) -> None:
    """The first shepherd's token is the one that the seed's word for draw 0 points at; a wolf is 0."""
    position = GameRecord(players=("Ann", "Bo"), sets=("base", "hills-sheep"), seed=seed).opening()
    events: tuple[Event, ...] = ()
    while not any(isinstance(event, TokenDrawn) for event in events):
        actions = position.legal_actions()
        shepherds = [action for action in actions if str(action).startswith("deploy shepherd")]
        events = position.play(shepherds[0] if shepherds else actions[-1])
    (drawn,) = (event.sheep for event in events if isinstance(event, TokenDrawn))
    assert drawn == token(seed, 0, [])
