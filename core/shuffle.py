"""Chance from a seed, so that anyone can check it afterwards.

Everything random in a game follows from its seed (any text, by custom 32 hexadecimal digits) through
SHAKE-256. The *words* of a purpose are the output of SHAKE-256 for the UTF-8 text ``SEED/PURPOSE``, read as
unsigned 32-bit numbers, most significant byte first.

* The bag: the tiles in the order of the data files, each as often as it is printed, shuffled from the end
  with the words of ``bag`` (Fisher-Yates): the first word ``w`` swaps the last tile, at ``i``, with the one
  at ``w % (i + 1)``; the next word the tile before it, and so on down to the second tile.
* The river comes before them: its tiles but the spring and the lake, likewise with the words of ``river``,
  then the lake. All other tiles come as they do without it.
* The order of the seats: likewise with the words of ``seats``.
* Flock tokens: draw ``k`` takes, of the tokens in the bag in rising order with the wolves last, the one at
  ``w % len(tokens)``, where ``w`` is the first word of ``token K``.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256, shake_256
from struct import unpack
from typing import TypeVar

Item = TypeVar("Item")


def words(seed: str, purpose: str, count: int) -> tuple[int, ...]:
    """The first 32-bit words of a purpose."""
    return unpack(f">{count}I", shake_256(f"{seed}/{purpose}".encode()).digest(4 * count))


def shuffled(items: Sequence[Item], seed: str, purpose: str) -> tuple[Item, ...]:
    """The items in the order that the seed gives them."""
    order = list(items)
    last = len(order) - 1
    for i, word in zip(range(last, 0, -1), words(seed, purpose, max(0, last)), strict=True):
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def seat_order(seed: str, count: int) -> tuple[int, ...]:
    """Who sits where when the order is left to chance: the joining numbers, by seat."""
    return shuffled(range(count), seed, "seats")


def seed_hash(seed: str) -> str:
    """The SHA-256 of a seed, in hexadecimal: shown at the start so that nobody can change the seed later."""
    return sha256(seed.encode()).hexdigest()


def token_of(name: str) -> int | str:
    """A token by its name in the data file: a count, or what it is called."""
    return int(name) if name.isdigit() else name


def drawn_token(
    seed: str, index: int, printed: Mapping[str, int], on_table: Sequence[int | str]
) -> int | str:
    """The flock token of draw ``index``, given the printed counts and the tokens that lie on the table."""
    bag: list[int | str] = []
    for name, count in printed.items():
        token = token_of(name)
        bag += [token] * max(0, count - on_table.count(token))
    return bag[words(seed, f"token {index}", 1)[0] % len(bag)]
