"""Chance from a seed, so that anyone can check it afterwards.

Everything random in a game follows from its seed (any text, by custom 32 hexadecimal digits) through
SHA-256. The number for a purpose is ``int(sha256("SEED/PURPOSE/INDEX"))``, taken modulo what is asked for;
with 256 bits the error of the modulo is far below anything that could be noticed.

* The bag: the tiles in the order of the data files, each as often as it is printed, shuffled from the end
  (Fisher-Yates): for ``i`` from the last index down to 1, swap the tiles ``i`` and
  ``number("bag", i) % (i + 1)``.
* The order of the seats: likewise with the purpose ``seats``.
* Flock tokens: draw ``k`` takes, of the tokens in the bag in rising order with the wolves last, the one with
  index ``number("token", k) % len(tokens)``.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")


def number(seed: str, purpose: str, index: int) -> int:
    """The random number of a purpose: 256 bits."""
    return int.from_bytes(sha256(f"{seed}/{purpose}/{index}".encode()).digest())


def shuffled(items: Sequence[Item], seed: str, purpose: str) -> tuple[Item, ...]:
    """The items in the order that the seed gives them."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = number(seed, purpose, i) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def seat_order(seed: str, count: int) -> tuple[int, ...]:
    """Who sits where when the order is left to chance: the joining numbers, by seat."""
    return shuffled(range(count), seed, "seats")


def seed_hash(seed: str) -> str:
    """The SHA-256 of a seed, in hexadecimal: shown at the start so that nobody can change the seed later."""
    return sha256(seed.encode()).hexdigest()


def drawn_token(
    seed: str, index: int, printed: Mapping[str, int], on_table: Sequence[int | str]
) -> int | str:
    """The flock token of draw ``index``, given the printed counts and the tokens that lie on the table."""
    bag: list[int | str] = []
    for name, count in printed.items():
        token = int(name) if name.isdigit() else name
        bag += [token] * max(0, count - on_table.count(token))
    return bag[number(seed, "token", index) % len(bag)]
