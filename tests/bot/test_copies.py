"""``python -m bot backup`` and ``restore``: games that are being played are copied whole, and go on elsewhere."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from bot.clock import SystemClock
from bot.people import Channel, Person
from bot.request import Request
from bot.scene import Scene
from bot.store import open_store
from bot.store.redis_store import RedisStore
from bot.table import Table
from bot.table.loading import Games
from tests.bot.store.redis_server import RedisServer, free_port
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
        reply = await self._table.handle(Request(self.channel, who, command, f"{self.channel} {self.made}"))
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
    """Copies are made by a process of their own while the bot runs and people play; each game replays."""
    here, there = start_server(), start_server()
    web = {"BASTIDE_WEB": f"127.0.0.1:{free_port()}"}
    copies = [tmp_path / "1.gz", tmp_path / "2.jsonl"]
    store = await open_store(here.url, tmp_path)
    rooms = [Room(Table(store, SystemClock()), f"room-{number}") for number in range(3)]
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
        for copy in copies:
            async with bot(tmp_path, "backup", str(copy), REDIS_URL=here.url) as copying:
                _, told = await copying.communicate()
                assert copying.returncode == 0, told.decode()
                assert b"Backed up " in told
        copied.set()
        await asyncio.gather(*playing)
        after = await replayed(store)
        async with bot(tmp_path, "restore", str(copies[0]), "--replace", REDIS_URL=here.url) as refused:
            _, told = await refused.communicate()
            assert refused.returncode == 1
            assert told.startswith(b"A bot uses the store ")
    await store.close()
    for copy in copies:
        async with bot(tmp_path, "restore", str(copy), "--replace", REDIS_URL=there.url) as restoring:
            _, told = await restoring.communicate()
            assert restoring.returncode == 0, told.decode()
        store = await open_store(there.url, tmp_path)
        found = await replayed(store)
        assert before.keys() <= found.keys() <= after.keys()
        assert all(before.get(game, 0) <= length <= after[game] for game, length in found.items())
        for room in rooms:
            await goes_on(store, room.channel)
        await store.close()
    async with bot(tmp_path, "doctor", REDIS_URL=there.url, **web) as doctor:
        told, _ = await doctor.communicate()
        assert doctor.returncode == 0, told.decode()


async def goes_on(store: RedisStore, channel: Channel) -> None:
    """Whoever is to decide in the channel's game does so."""
    stored = await store.load(channel)
    assert stored is not None
    course = Games(store).open(channel, stored).course
    if course is None or course.position.over:
        return
    table, length = Table(store, SystemClock()), len(stored.actions)
    who = (ANN, BO)[course.position.seat]
    scene = (await table.handle(Request(channel, who, "game", "asked"))).answer
    assert scene is not None
    for command in (choice.command for row in scene.rows for choice in row):
        if command.split()[0] in MOVES:
            reply = await table.handle(Request(channel, who, command, f"goes on {length}"))
            assert reply.refusal is None
            again = await store.load(channel)
            assert again is not None
            assert len(again.actions) > length
            return
    raise AssertionError(scene)
