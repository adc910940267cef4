"""What pictures are made of is kept within bounds."""

import pkgutil
from functools import _lru_cache_wrapper
from importlib import import_module
from inspect import signature

from PIL import Image

import render
from render.rooms import EACH, PARTS, Room, kept

SIDE = 100


def test_what_was_used_longest_ago_makes_way() -> None:
    """As much as there is room for stays, and what is asked for again is not made again."""
    room, made = Room(limit=3 * (SIDE * SIDE + EACH)), list[int]()

    def ask(number: int) -> Image.Image:
        def paint() -> Image.Image:
            made.append(number)
            return Image.new("L", (SIDE, SIDE), number)

        return room.get(number, paint)

    first = [ask(number) for number in range(3)]
    assert ask(0) is first[0]
    assert ask(3).getpixel((0, 0)) == 3
    assert room.held == room.limit
    assert (ask(0), ask(2)) == (first[0], first[2])
    assert ask(1).tobytes() == first[1].tobytes()
    assert made == [0, 1, 2, 3, 1]


def test_all_parts_of_pictures_share_one_room() -> None:
    """Whatever function painted them: together they take what there is, and not so much each."""

    @kept
    def one(number: int) -> Image.Image:
        return Image.new("RGB", (500, 500), (number, 0, 0))

    @kept
    def other(number: int, *, green: int = 0) -> Image.Image:
        return Image.new("RGB", (500, 500), (number, green, 0))

    for number in range(10):
        assert one(number).getpixel((0, 0)) == (number, 0, 0)
        assert other(number, green=7).getpixel((0, 0)) == (number, 7, 0)
        assert one(number) is one(number)
        assert PARTS.held <= PARTS.limit


def test_no_pictures_are_kept_by_their_number() -> None:
    """One of a large tile takes as much as a hundred of a small one: only a room knows what it holds."""
    found = {
        f"{one.__module__}.{one.__qualname__}"
        for module in pkgutil.walk_packages(render.__path__, "render.")
        for one in vars(import_module(module.name)).values()
        if isinstance(one, _lru_cache_wrapper) and signature(one).return_annotation is Image.Image
    }
    assert not found
