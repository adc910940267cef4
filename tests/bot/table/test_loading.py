"""Games that stay replayed in memory."""

import gc
import random
import tracemalloc

from bot.games.loading import A_GAME, A_STEP, Games
from bot.people import Channel
from tests.bot.table.club import Club
from tests.bot.table.test_games import PEOPLE, typed

SOME = 8


def place(number: int) -> Channel:
    """One of many places."""
    return Channel("web", (f"place {number}",))


async def test_as_many_games_stay_replayed_as_there_is_room_for(club: Club) -> None:
    """Those that were used last; and they take no more memory than was said."""
    chance = random.Random(4)
    scene = await club.begin("all")
    while scene.actor:
        scene = await club.play(PEOPLE[scene.actor], typed(await club.position(), chance))
    stored = await club.store.load(club.channel)
    assert stored is not None
    room = SOME * (A_GAME + A_STEP * len(stored.actions))
    Games(club.store).open(place(0), stored)  # what all games share is there from now on
    gc.collect()
    tracemalloc.start()
    try:
        games = Games(club.store, room)
        for number in range(2 * SOME):
            games.open(place(number), stored)
            games.open(place(0), stored)
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert room / 3 < taken < room
    first, *others = (games.open(place(number), stored).course for number in (0, *range(SOME + 1, 2 * SOME)))
    assert games.open(place(0), stored).course is first
    assert all(
        games.open(place(SOME + 1 + number), stored).course is one for number, one in enumerate(others)
    )
