"""Two at once: however requests overlap, the game makes each move once."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import cast

from bot.people import Channel, Person
from bot.request import Request
from bot.scene import Phrase
from bot.store import Outcome, Store, StoredGame
from bot.store.protocol import KnownTables
from bot.table.table import Table
from tests.bot.table.club import ANN, BO, CID, Club, Counter


class Slow:
    """A store whose loads of a game all wait for each other, so that everyone works on the same version."""

    def __init__(self, store: Store, readers: int) -> None:
        self._store = store
        self._barrier = asyncio.Barrier(readers)
        self._met = 0
        self._readers = readers

    async def load_known(
        self, channel: Channel, people: Collection[str], topic: str
    ) -> tuple[StoredGame | None, KnownTables | None]:
        """Load, and go on when all have loaded; later loads do not wait."""
        loaded = await self._store.load_known(channel, people, topic)
        self._met += 1
        if self._met <= self._readers:
            await self._barrier.wait()
        return loaded

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


def tables(club: Club, count: int) -> tuple[Table, ...]:
    """Workers of their own on one store; each has loaded the game before any commits."""
    slow = Slow(club.store, count)
    return tuple(Table(cast(Store, slow), club.clock, Counter(number)) for number in range(count))


def asked(
    club: Club, command: str, once: str, *, version: int | None = None, person: Person = ANN
) -> Request:
    """A request of Ann's, or somebody else's; with a version, of a button."""
    game = club.scene.game if club.scene is not None and version is not None else ""
    return Request(club.channel, person, command, once, game, version)


async def moves(club: Club) -> Sequence[str]:
    """The stored actions without drawing."""
    stored = await club.store.load(club.channel)
    assert stored is not None
    return [action for action in stored.actions if action != "draw"]


async def test_one_button_pressed_at_two_workers_moves_once(club: Club) -> None:
    """Of two taps that saw the same version, one moves, the other is told that it is late."""
    scene = await club.begin()
    first, second = tables(club, 2)
    replies = await asyncio.gather(
        first.handle(asked(club, "place 1", "tap 1", version=scene.version)),
        second.handle(asked(club, "place 1", "tap 2", version=scene.version)),
    )
    refusals = [reply.refusal for reply in replies if reply.refusal is not None]
    assert [refusal.key for refusal in refusals] == ["refusal.stale"]
    assert len(await moves(club)) == 1


async def test_one_request_at_two_workers_moves_once_and_shows_both(club: Club) -> None:
    """The same request, delivered twice at once, is one move, and both answers show the same scene."""
    scene = await club.begin()
    replies = await asyncio.gather(
        *(table.handle(asked(club, "place 1", "same", version=scene.version)) for table in tables(club, 2))
    )
    assert [reply.refusal for reply in replies] == [None, None]
    assert {reply.scene.version for reply in replies if reply.scene is not None} == {scene.version + 1}
    assert len(await moves(club)) == 1


async def test_a_typed_command_that_came_late_means_the_new_moment(club: Club) -> None:
    """Typed twice at once, the second is judged by what the first has left, and refused by its rule."""
    await club.begin()
    replies = await asyncio.gather(
        *(table.handle(asked(club, "place 1", f"typed {n}")) for n, table in enumerate(tables(club, 2)))
    )
    refusals = [reply.refusal for reply in replies if reply.refusal is not None]
    assert [refusal.key for refusal in refusals] == ["refusal.wrong_phase"]
    assert len(await moves(club)) == 1


async def test_everyone_who_joins_at_once_sits(club: Club) -> None:
    """People who join in the same moment all get a seat, each one of their own."""
    await club.play(ANN, "new")
    assert club.scene is not None
    first, second = tables(club, 2)
    replies = await asyncio.gather(
        first.handle(asked(club, "join", "b", person=BO, version=1)),
        second.handle(asked(club, "join", "c", person=CID, version=1)),
    )
    assert [reply.refusal for reply in replies] == [None, None]
    stored = await club.store.load(club.channel)
    assert stored is not None
    assert stored.version == 3
    assert '"Bo"' in stored.header["people"]
    assert '"Cid"' in stored.header["people"]


async def test_two_who_open_a_game_at_once_get_one(club: Club) -> None:
    """One opens the game, the other is told that it is open."""
    first, second = tables(club, 2)
    replies = await asyncio.gather(
        first.handle(Request(club.channel, ANN, "new", "a")),
        second.handle(Request(club.channel, BO, "new", "b")),
    )
    assert sorted(reply.refusal.key for reply in replies if reply.refusal is not None) == [
        "refusal.already_open"
    ]


async def test_a_place_that_never_rests_is_given_up(club: Club) -> None:
    """When others are faster again and again, the request ends with a refusal, not with a hang."""

    class Restless(Slow):
        async def commit(self, *_arguments: object, **_options: object) -> Outcome:
            return Outcome.STALE

    await club.begin()
    table = Table(cast(Store, Restless(club.store, 1)), club.clock, Counter())
    reply = await table.handle(asked(club, "place 1", "late"))
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.stale"


async def test_a_race_of_many_moves_loses_nothing(club: Club) -> None:
    """Ten people's taps on one button, all at once, make one move; the versions have no gap."""
    scene = await club.begin()
    replies = await asyncio.gather(
        *(
            table.handle(asked(club, "place 1", f"tap {n}", version=scene.version))
            for n, table in enumerate(tables(club, 10))
        )
    )
    assert sum(reply.scene is not None for reply in replies) == 1
    found: Mapping[str, Phrase] = {reply.refusal.key: reply.refusal for reply in replies if reply.refusal}
    assert set(found) == {"refusal.stale"}
    assert await club.store.version(club.channel) == (scene.game, scene.version + 1)
