"""Puzzles: the same for everyone, different each day, and worth thinking about."""

import pytest

from core import Phase, RecordError
from core.forecast import best_moves, moves
from core.puzzle import FEW_BEST, FEWEST, MOST, WORTH_FINDING, puzzle
from core.records.verify import verify

SEEDS = tuple(f"day {number}" for number in range(12))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_puzzle_is_a_legal_game_with_a_tile_to_lay(seed: str) -> None:
    """The record replays, its tiles follow from its seed, and the next decision is a placement."""
    record = puzzle(seed)
    verify(record)
    position = record.replay()
    assert position.phase is Phase.PLACE
    assert FEWEST < len(position.laid) <= MOST + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_a_puzzle_has_few_best_moves(seed: str) -> None:
    """There is something to find: the best move is worth something, and most moves are not it."""
    position = puzzle(seed).replay()
    best, winners = best_moves(position)
    assert best >= WORTH_FINDING
    assert 1 <= len(winners) <= FEW_BEST < len(list(moves(position)))


def test_a_puzzle_follows_from_its_seed_alone() -> None:
    """The same seed gives the same puzzle, another seed another one."""
    assert puzzle("day 1") == puzzle("day 1")
    assert len({puzzle(seed).to_json() for seed in SEEDS}) == len(SEEDS)


def test_the_seed_of_a_puzzle_is_not_the_seed_it_was_made_from() -> None:
    """The bag of a puzzle's record is that of its own seed: a record under the day's seed is another game."""
    record = puzzle("day 1")
    with pytest.raises(RecordError):
        verify(type(record)(record.players, seed="day 1", actions=record.actions))
