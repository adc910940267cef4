"""``python -m bot backup`` and ``restore``: games that are played are copied whole, and go on elsewhere."""

import asyncio
import random
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.clock import Clock, SystemClock
from bot.errors import StartError
from bot.games.loading import Games
from bot.people import Channel, Person
from bot.request import Request
from bot.scene import Phrase, Scene
from bot.store import open_store
from bot.store.connection.link import Link
from bot.store.copies.contents import restore
from bot.store.copies.file import opened
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from tests.bot.store.redis_server import RedisServer, free_port
from tests.bot.table.club import Hands
from tests.bot.test_start import READY_SECONDS, bot

GOLDEN = Path(__file__).parents[1] / "golden" / "store-0.1.0.jsonl"
ANN, BO = Person("web", "1", "Ann"), Person("web", "2", "Bo")
PEOPLE = {person.key: person for person in (ANN, BO)}
MOVES = ("draw", "place", "deploy", "pass")


class Room:
    """A room in which two people play at random, as fast as they can."""

    def __init__(self, table: Table, name: str) -> None:
        self.channel = Channel("web", (name,))
        self.chance = random.Random(name)
        self.made = 0
        self._table = table
        self._scene = Scene(())

    async def begin(self) -> None:
        """Open a game, take the seats, and start."""
        for who, command in ((ANN, "new order=joined"), (BO, "join"), (ANN, "start")):
            await self._say(who, command)

    async def come_back(self) -> None:
        """See how the game stands."""
        scene = await self._table.current(self.channel)
        assert scene is not None
        self._scene = scene

    async def move(self) -> None:
        """Press a button that makes a move; a new game where there is none, since one is over."""
        commands = [choice.command for row in self._scene.rows for choice in row]
        moves = [command for command in commands if command.split()[0] in MOVES]
        if not moves:
            await self.begin()
            return
        await self._say(PEOPLE[self._scene.actor], self.chance.choice(moves))

    async def _say(self, who: Person, command: str) -> None:
        self.made += 1
        reply = await self._table.handle(Request(self.channel, who, command, f"{id(self)} {self.made}"))
        # In a copy people may have gathered already for the game that was to begin.
        if reply.refusal == Phrase("refusal.own_lobby"):
            return
        assert reply.scene is not None, (command, reply.refusal)
        self._scene = reply.scene


async def replayed(store: RedisStore) -> dict[str, int]:
    """How many actions each game has, by place and game; all of them are played through."""
    found = {}
    async for channel, game in store.everything():
        stored = await store.load_game(channel, game)
        assert stored is not None
        course = Games(store).open(channel, stored).course
        assert course is None or len(course.steps) == len(stored.actions)
        found[f"{channel} {game}"] = len(stored.actions)
    return found


async def test_games_that_are_being_played_are_copied_whole_and_go_on_elsewhere(
    start_server: Callable[..., RedisServer], tmp_path: Path
) -> None:
    """A process of its own makes the copy while the bot runs and people play; each game in it replays."""
    here, there = start_server(), start_server()
    web = {"BASTIDE_WEB": f"127.0.0.1:{free_port()}"}
    copy = tmp_path / "copy.gz"
    store = await open_store(here.url, tmp_path)
    rooms = [Room(Table(store, SystemClock()), f"room-{number}") for number in range(2)]
    for room in rooms:
        await room.begin()
    copied = asyncio.Event()

    async def play(room: Room) -> None:
        while not copied.is_set():
            await room.move()

    async with bot(tmp_path, REDIS_URL=here.url, **web) as process:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), READY_SECONDS)
        assert line.startswith(b"bastide ready: ")
        playing = [asyncio.create_task(play(room)) for room in rooms]
        before = await replayed(store)
        async with bot(tmp_path, "backup", str(copy), REDIS_URL=here.url) as copying:
            _, told = await copying.communicate()
            assert copying.returncode == 0, told.decode()
            assert b"Backed up " in told
        copied.set()
        await asyncio.gather(*playing)
        after = await replayed(store)
        await store.close()
        link = Link.to(here.url)
        with opened(copy) as whole, pytest.raises(StartError, match="A bot uses the store"):
            await restore(link, whole.pieces(), replace=True, alone=False)
        await link.close()
    await put_back(tmp_path, copy, there.url)
    store = await open_store(there.url, tmp_path)
    found = await replayed(store)
    assert before.keys() <= found.keys() <= after.keys()
    assert all(before.get(game, 0) <= length <= after[game] for game, length in found.items())
    for room in rooms:
        await goes_on(store, room.channel, SystemClock())
    await store.close()


async def put_back(folder: Path, copy: Path, url: str) -> None:
    """Restore a copy by the program itself, from its standard input."""
    async with bot(folder, "restore", "--replace", "-", stdin=str(copy), REDIS_URL=url) as restoring:
        _, told = await restoring.communicate()
        assert restoring.returncode == 0, told.decode()
        assert b"Put back " in told


async def goes_on(store: RedisStore, channel: Channel, clock: Clock) -> None:
    """A game of the place is played on with its own buttons."""
    before = await store.load(channel)
    room = Room(Table(store, clock), channel.place[0])
    await room.come_back()
    await room.move()
    after = await store.load(channel)
    assert before is not None
    assert after is not None
    assert (after.game, len(after.actions)) != (before.game, len(before.actions))


async def test_games_that_an_earlier_program_stored_go_on(
    start_server: Callable[..., RedisServer], tmp_path: Path
) -> None:
    """A copy of 0.1.0: a game that runs, a place with two, a lobby, what was chosen, a result, an answer."""
    server = start_server()
    await put_back(tmp_path, GOLDEN, server.url)
    store = await open_store(server.url, tmp_path)
    assert await replayed(store) == {
        "web:lobby f5f7a5b786": 0,
        "web:running c53811a2ac": 61,
        "web:second 63ce8eba7c": 213,
        "web:second 166d08df2e": 14,
    }
    for name in ("running", "second"):
        await goes_on(store, Channel("web", (name,)), Hands(datetime(2026, 11, 29, tzinfo=UTC)))
    assert (await store.person_get(ANN.key))["zone"] == "Europe/Warsaw"
    assert [game for _, game, _ in await store.results.of_person(ANN.key)] == ["63ce8eba7c"]
    assert await store.answers.about(ANN.key)
    await store.close()
