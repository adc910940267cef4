"""The sample of a matrix of faults."""

from itertools import product

from tests.bot.chaos.matrix import ALL, sampled

CELLS = [(a, b, c) for a, b, c in product("abcdefghij", "0123456789", "uvwxyz") if (a, b) != ("a", "0")]


def test_a_sample_has_every_value_of_every_axis() -> None:
    """Whatever the seed, no call, fault or moment is left out, and no cell is taken twice."""
    for chaos in ("", "1", "2"):
        taken = sampled(CELLS, chaos=chaos)
        assert len(taken) == len(set(taken)) == 40
        for axis in range(3):
            assert {cell[axis] for cell in taken} == {cell[axis] for cell in CELLS}


def test_a_sample_is_the_same_each_time_and_all_is_all() -> None:
    """Workers that collect by themselves collect the same; with ``all`` nothing is left out."""
    assert sampled(CELLS, chaos="") == sampled(CELLS, chaos="")
    assert sampled(CELLS, chaos="") != sampled(CELLS, chaos="1")
    assert sampled(CELLS, chaos=ALL) == CELLS
