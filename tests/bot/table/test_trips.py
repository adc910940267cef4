"""How often a command asks the store: each round trip is time that people wait, and there are few."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.people import Channel, Person
from bot.request import Request
from bot.scene import Scene
from bot.store import open_store
from bot.store.connection.link import Link
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from tests.bot.store.redis_server import RedisServer
from tests.bot.table.club import Counter, Hands, show

ROOM = Channel("discord", ("1", "2"))
PEOPLE = tuple(Person("discord", str(number), f"P{number}") for number in range(1, 5))


class Trips:
    """A table on a real server, and how often it was asked: a pipeline or a script is one round trip."""

    def __init__(self, store: RedisStore, link: Link, patch: pytest.MonkeyPatch) -> None:
        self.store = store
        self.table = Table(store, Hands(), Counter())
        self.count = 0
        run = link.run

        async def counted(*arguments: object, **options: object) -> object:
            self.count += 1
            return await run(*arguments, **options)  # type: ignore[arg-type]

        patch.setattr(link, "run", counted)
        self.scene: Scene | None = None
        self.noting = 0

    async def ask(self, who: Person, command: str, once: str = "", *, button: bool = False) -> int:
        """Ask for something; the round trips that it took until it was answered."""
        self.count = 0
        of = self.scene if button else None
        request = Request(
            ROOM, who, command, once, *((of.game, of.version) if of is not None else ("", None))
        )
        reply = await self.table.handle(request)
        took = self.count
        if reply.scene is not None:
            self.scene = reply.scene
            self.count = 0
            await show(self.table, ROOM, reply)
            self.noting = self.count
        return took


@pytest.fixture
async def trips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Trips]:
    """A place of a server of its own."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    store = await open_store(server.url, tmp_path)
    yield Trips(store, store._link, monkeypatch)
    await store.close()
    server.stop()


async def test_a_move_asks_twice_and_a_look_once(trips: Trips) -> None:
    """Whatever is moved, asked for, refused or repeated in a game of four; what is shown takes one more."""
    took = {"new": await trips.ask(PEOPLE[0], "new order=joined")}
    for person in PEOPLE[1:]:
        took["join"] = await trips.ask(person, "join")
    await trips.ask(PEOPLE[0], "start")
    took["place"] = await trips.ask(PEOPLE[0], "place 1", "a", button=True)
    noted = {"place": trips.noting}
    took["again"] = await trips.ask(PEOPLE[0], "place 1", "a", button=True)
    took["refused"] = await trips.ask(PEOPLE[0], "place 1")
    for command in ("game", "board"):
        took[command] = await trips.ask(PEOPLE[1], command)
    took["pass"] = await trips.ask(PEOPLE[0], "pass", "b", button=True)
    noted["pass"] = trips.noting
    # Nothing is known of the place yet, nor what was played before, and a new game is counted besides, so
    # that nobody makes too many.
    assert took.pop("new") == 5
    # Who has just joined was not known to sit there.
    assert took.pop("join") == 3
    assert took == {"place": 2, "pass": 2, "again": 2, "refused": 1, "game": 1, "board": 1}
    assert noted == {"place": 1, "pass": 1}


async def test_a_clock_is_looked_at_without_replaying_its_game(trips: Trips) -> None:
    """Each start looks at every game: three round trips, and nothing is opened while nothing is due in it."""
    await trips.ask(PEOPLE[0], "new order=joined")
    for person in PEOPLE[1:]:
        await trips.ask(person, "join")
    await trips.ask(PEOPLE[0], "start")
    clock = Hands()
    starting = Table(trips.store, clock, Counter())
    await trips.store.deadline_set(ROOM, clock.now().timestamp())
    trips.count = 0
    assert await starting.due(ROOM) is None
    assert trips.count == 3
    assert not starting._games._courses
    assert await starting.claim(["discord"]) == []
    # When somebody has been silent for ten days, the others are asked.
    clock.pass_by(days=11)
    assert await starting.claim(["discord"]) == [ROOM]
    asked = await starting.due(ROOM)
    assert asked is not None
    assert asked[1].notice is not None
    assert starting._games._courses


async def test_somebody_who_has_left_is_not_waited_for(trips: Trips) -> None:
    """Who has left stands in the moves alone: such a game is opened whole to see what is due in it."""
    await trips.ask(PEOPLE[0], "new order=joined")
    for person in PEOPLE[1:]:
        await trips.ask(person, "join")
    await trips.ask(PEOPLE[0], "start")
    await trips.ask(PEOPLE[2], "resign yes")
    stored = await trips.store.load(ROOM)
    assert stored is not None
    assert "resign 2" in stored.actions
    starting = Table(trips.store, Hands(), Counter())
    assert await starting.due(ROOM) is None
    assert starting._games._courses
