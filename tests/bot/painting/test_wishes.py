"""What waits to be painted: of each place the newest only, and no place before its turn."""

import pytest

from bot.painter import Live, NotPainted, Superseded
from bot.painting.wishes import MOST, Wish, Wishes
from bot.scene import Picture, PictureKind
from core import GameRecord

POSITION = GameRecord(("Ann", "Bo"), seed="5eed").opening()


def wish(place: str = "", version: int = 1) -> Wish:
    """A wish for a picture of a place, or of none."""
    picture = Picture(PictureKind.BOARD, POSITION, ("Ann", "Bo"))
    return Wish(picture, "web", "en", Live(place, version) if place else None)


def all_of(wishes: Wishes) -> list[Wish]:
    """Everything that waits, in its order."""
    taken = []
    while (one := wishes.take()) is not None:
        taken.append(one)
    return taken


async def test_a_newer_wish_takes_the_turn_of_the_older() -> None:
    """Who wishes again does not go back to the end, and the older wish is told why it is not fulfilled."""
    wishes = Wishes()
    old, other, new = wish("a", 1), wish("b"), wish("a", 2)
    for one in (old, other, new):
        wishes.add(one)
    assert isinstance(old.done.exception(), Superseded)
    assert all_of(wishes) == [new, other]


async def test_a_place_that_takes_its_wish_back_keeps_its_turn() -> None:
    """Until that comes: then there is nothing left of it, and what it wishes later comes last."""
    wishes = Wishes()
    old, other, new, late = wish("a", 1), wish("b"), wish("a", 2), wish("a", 3)
    wishes.add(old)
    wishes.add(other)
    wishes.drop(old)
    wishes.add(new)
    assert all_of(wishes) == [new, other]
    wishes.add(old := wish("a", 2))
    wishes.drop(old)
    assert not wishes
    assert wishes.take() is None
    wishes.add(other)
    wishes.add(late)
    assert all_of(wishes) == [other, late]


async def test_an_older_wish_is_none() -> None:
    """A picture of an older scene is not wanted any more, even if it is asked for later."""
    wishes = Wishes()
    new = wish("a", 5)
    wishes.add(new)
    with pytest.raises(Superseded):
        wishes.add(wish("a", 4))
    assert all_of(wishes) == [new]


async def test_readers_of_one_scene_wait_together_and_others_come_between() -> None:
    """Several pictures of one scene are all painted, and each of them takes a turn of its own."""
    wishes = Wishes()
    mine, yours, other, third = wish("a"), wish("a"), wish("b"), wish()
    for one in (mine, yours, other, third):
        wishes.add(one)
    assert all_of(wishes) == [mine, other, third, yours]


async def test_the_queue_grows_with_places_only() -> None:
    """However often places wish, each has one; too much of no place is refused."""
    wishes = Wishes()
    for version in range(50):
        for place in range(30):
            wishes.add(wish(f"place {place}", version))
    assert len(wishes) == 30
    for _ in range(MOST):
        wishes.add(wish())
    with pytest.raises(NotPainted):
        wishes.add(wish())
    taken = all_of(wishes)
    assert [one.live.version for one in taken[:30] if one.live is not None] == [49] * 30
    assert len(taken) == 30 + MOST


async def test_what_nobody_waits_for_is_dropped() -> None:
    """A wish that was withdrawn leaves nothing behind, wherever it waited."""
    wishes = Wishes()
    one, other, taken = wish("a"), wish("a"), wish("b")
    for each in (one, other, taken):
        wishes.add(each)
    wishes.drop(one)
    wishes.drop(taken)
    wishes.drop(taken)
    assert all_of(wishes) == [other]
    assert len(wishes) == 0
