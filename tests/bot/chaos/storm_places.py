"""Where a storm is played through: chats of both platforms, and a room of the web table."""

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from aiohttp import ClientError, ClientSession, CookieJar

from bot.people import Channel, Person
from bot.store import Store, StoreUnavailable
from bot.telegram_app.keyboard import Pressed
from tests.bot.chaos.storm_games import MOVES, Told
from tests.bot.chaos.storm_workers import Worker
from tests.bot.chaos.telegram_evening import calling
from tests.bot.discord_app.stage import commands
from tests.bot.web_app.page import Message as WebMessage
from tests.bot.web_app.page import Page
from tests.bot.web_app.test_whole_game import moves
from tests.discord_server import Call as DiscordCall
from tests.discord_server import DiscordServer, Payload
from tests.telegram_server import BotApiServer, Call, Message

PATIENCE: Final = 8.0
"""Seconds after which people press once more, when nothing comes of it."""
LOOK: Final = 0.05


class Place(ABC):
    """One game in one place. ``calls`` are when each turn called its player, by its heading."""

    def __init__(self, channel: Channel, chance: random.Random, pause: float) -> None:
        self.channel = channel
        self.told = Told("", 0)
        self.pause = pause
        self.calls: list[tuple[float, str]] = []
        self.wrong_since: float | None = None
        self.longest_wrong = 0.0
        self._chance = chance

    def begin(self, game: str, version: int) -> None:
        """A game is on the table."""
        self.told = Told(game, version, shown=version)

    @abstractmethod
    def faces(self) -> list[tuple[str, int]]:
        """Each message with buttons, or each page: the game and version that it shows, oldest first."""

    @abstractmethod
    def offered(self) -> list[str]:
        """What the newest of them offers whoever is to move."""

    @abstractmethod
    async def press(self, command: str, version: int) -> None:
        """Whoever is to move presses this on the newest one, which shows that version."""

    @abstractmethod
    def sound(self, game: str, version: int) -> bool:
        """Whether everything there shows this moment, and nothing there anything else."""

    async def weary(self) -> None:  # noqa: B027  most just press again
        """What people do when nothing came of a press for a while."""

    def look(self) -> int:
        """Note what is shown now: the newest version."""
        newest = max((version for game, version in self.faces() if game == self.told.game), default=0)
        self.told.see(newest)
        return newest

    @property
    def resting(self) -> bool:
        """Whether there is nothing to be pressed: the game is over, or is not shown."""
        return not [each for each in self.offered() if each.split()[0] in MOVES]

    async def move(self) -> bool:
        """Press one button, and wait for what comes of it, as long as people do; whether something came."""
        version = self.look()
        if not version or self.resting:
            return False
        command = self.told.choose(version, self.offered(), self._chance)
        with suppress(ConnectionError, ClientError):
            await self.press(command, version)
        if await until(lambda: self.look() > version, PATIENCE):
            return True
        await self.weary()
        return False

    async def play(self) -> None:
        """Make moves, without end."""
        while True:
            await asyncio.sleep(self.pause * self._chance.uniform(0.5, 1.5))
            await self.move()

    async def right(self, store: Store) -> bool:
        """Whether the place shows just what the store has."""
        try:
            found = await store.version(self.channel)
        except StoreUnavailable:
            return False
        return found is not None and self.sound(*found)

    def note(self, *, right: bool) -> None:
        """Remember for how long the place has been wrong."""
        now = time.monotonic()
        if not right:
            self.wrong_since = self.wrong_since or now
        elif self.wrong_since is not None:
            self.longest_wrong = max(self.longest_wrong, now - self.wrong_since)
            self.wrong_since = None

    def called_twice(self, troubled: Callable[[float, float], bool]) -> list[str]:
        """The headings of turns that called once more, with no trouble between the calls to explain it."""
        found = []
        before: dict[str, float] = {}
        for moment, heading in self.calls:
            if heading in before and not troubled(before[heading], moment):
                found.append(heading)
            before[heading] = moment
        return found


async def until(claim: Callable[[], object], seconds: float) -> bool:
    """Wait until a claim holds, so long at most; whether it does."""
    end = time.monotonic() + seconds
    while not claim():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(LOOK)
    return True


class DiscordRoom(Place):
    """A channel of a guild of one's own."""

    def __init__(self, server: DiscordServer, shard: int, chance: random.Random, pause: float) -> None:
        world = server.world
        guild = world.add_guild(shard=shard)
        self._server = server
        self.room = world.add_channel(guild)
        self._people = world.add_user("Ann"), world.add_user("Bo")
        super().__init__(Channel("discord", (guild["id"], self.room["id"])), chance, pause)
        self._called = 0
        server.after.append(self._hear)

    @property
    def people(self) -> tuple[Person, ...]:
        """The two as the table knows them."""
        return tuple(Person("discord", user["id"], user["global_name"]) for user in self._people)

    async def _hear(self, call: DiscordCall) -> None:
        called = len(self._server.mentions(self.room))
        if called > self._called and call.method == "POST" and self.room["id"] in call.path:
            self._called = called
            self.calls.append((time.monotonic(), call.message["content"].splitlines()[0]))

    def _messages(self) -> list[Payload]:
        return [message for message, _ in self._server.buttons(self.room)]

    def faces(self) -> list[tuple[str, int]]:
        """See Place."""
        found = [ids[0].split(":") for _, ids in self._server.buttons(self.room)]
        return [(parts[1], int(parts[2])) for parts in found if len(parts) > 2 and parts[2].isdecimal()]

    def offered(self) -> list[str]:
        """See Place."""
        found = self._messages()
        return list(commands(found[-1])) if found else []

    async def press(self, command: str, version: int) -> None:  # noqa: ARG002  the newest message shows it
        """See Place."""
        live = self._messages()[-1]
        heading = live["content"].splitlines()[0]
        mover = next(
            (u for u in self._people if f"<@{u['id']}>" in heading or u["global_name"] in heading),
            self._people[0],
        )
        custom_id = commands(live).get(command)
        if custom_id is None:
            return
        if custom_id.startswith("bastide-select:"):
            await self._server.choose(mover, live, custom_id, command, wait=False)
        else:
            await self._server.press(mover, live, custom_id, wait=False)

    def sound(self, game: str, version: int) -> bool:
        """See Place."""
        found = self._server.buttons(self.room)
        moments = {tuple(each.split(":")[1:3]) for _, ids in found for each in ids}
        return len(found) == 1 and moments == {(game, str(version))}


class TelegramGroup(Place):
    """A group of two."""

    def __init__(self, server: BotApiServer, chance: random.Random, pause: float) -> None:
        self._server = server
        self._people = server.user("Ann"), server.user("Bo")
        self.group = server.group("Club", *self._people, supergroup=True)
        super().__init__(Channel("telegram", (str(self.group.id), "0")), chance, pause)
        server.after.append(self._hear)

    @property
    def people(self) -> tuple[Person, ...]:
        """The two as the table knows them."""
        return tuple(Person("telegram", str(user.id), user.first_name) for user in self._people)

    async def _hear(self, call: Call) -> None:
        if call.chat_id == self.group.id and calling(call):
            text = call.params.get("caption") or call.params["text"]
            self.calls.append((time.monotonic(), text.splitlines()[0]))

    def _messages(self) -> list[tuple[Message, list[Pressed]]]:
        read = [(m, [Pressed.parse(button.data) for button in m.buttons]) for m in self.group.from_bot]
        found = [(m, [each for each in buttons if each is not None and each.game]) for m, buttons in read]
        return [(message, buttons) for message, buttons in found if buttons]

    def faces(self) -> list[tuple[str, int]]:
        """See Place."""
        return [(buttons[0].game, buttons[0].version) for _, buttons in self._messages()]

    def offered(self) -> list[str]:
        """See Place."""
        found = self._messages()
        return [each.command for each in found[-1][1]] if found else []

    async def press(self, command: str, version: int) -> None:  # noqa: ARG002  the newest message shows it
        """See Place."""
        live, buttons = self._messages()[-1]
        data = next((str(each) for each in buttons if each.command == command), None)
        mover = next((u for u in self._people if u.first_name in live.text.splitlines()[0]), self._people[0])
        if data is not None:
            self.group.tap(mover, live, data)

    def sound(self, game: str, version: int) -> bool:
        """See Place."""
        found = self._messages()
        moments = {(each.game, each.version) for _, buttons in found for each in buttons}
        return len(found) == 1 and moments == {(game, version)}


class WebRoom(Place):
    """A room of the web table, in which two sit at any of the workers."""

    def __init__(self, workers: Sequence[Worker], chance: random.Random, pause: float) -> None:
        super().__init__(Channel("web", ("storm",)), chance, pause)
        self._workers = workers
        self._seats: list[Seat] = []

    async def open(self) -> None:
        """Two come in, and begin a game."""
        self._seats = [Seat(name, self._workers, self._chance) for name in ("Ann", "Bo")]
        for seat in self._seats:
            await seat.open()
        ann, bo = self._seats
        for version, (seat, command) in enumerate(
            ((ann, "new order=joined"), (bo, "join"), (ann, "start")), start=1
        ):
            await seat.do(command, once=f"begin-{version:05}")
            for each in self._seats:
                assert await until(partial(each.sees, version), 60)
        self.begin(ann.scene["game"], 3)

    async def close(self) -> None:
        """Both leave."""
        for seat in self._seats:
            await seat.close()

    def faces(self) -> list[tuple[str, int]]:
        """See Place."""
        return [(seat.scene.get("game", ""), seat.scene.get("version") or 0) for seat in self._seats]

    def _able(self) -> tuple["Seat", list[str]] | None:
        newest = max(version for _, version in self.faces())
        able = [(seat, moves(seat.scene)) for seat in self._seats if seat.scene.get("version") == newest]
        return next(((seat, found) for seat, found in able if found), None)

    def offered(self) -> list[str]:
        """See Place."""
        able = self._able()
        return able[1] if able else []

    async def press(self, command: str, version: int) -> None:
        """See Place."""
        able = self._able()
        if able is not None:
            # A page repeats what was not answered under the same key.
            await able[0].do(
                command, once=f"{self.told.game}-{version:06}", game=self.told.game, version=version
            )

    async def weary(self) -> None:
        """Reload both pages."""
        for seat in self._seats:
            await seat.reload()

    def sound(self, game: str, version: int) -> bool:
        """See Place."""
        return all(face == (game, version) for face in self.faces())


class Seat:
    """A browser that comes back to another worker whenever its connection ends."""

    def __init__(self, name: str, workers: Sequence[Worker], chance: random.Random) -> None:
        self.scene: WebMessage = {}
        self._name = name
        self._workers = workers
        self._chance = chance
        self._page: Page | None = None
        self._session: ClientSession | None = None
        self._reading: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Come in."""
        self._session = ClientSession(cookie_jar=CookieJar(unsafe=True))
        self._reading = asyncio.create_task(self._read(), name=f"page of {self._name}")
        assert await until(lambda: self.scene, 60)

    async def close(self) -> None:
        """Leave for good."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def sees(self, version: int) -> bool:
        """Whether this version is shown."""
        return self.scene.get("version") == version

    async def do(self, command: str, **more: Any) -> None:
        """Ask for something, if there is a connection."""
        if self._page is not None:
            await self._page.do(command, **more)

    async def reload(self) -> None:
        """Break the connection, so that another is made."""
        page, self._page = self._page, None
        if page is not None:
            page.session = self._session  # type: ignore[assignment]
            transport = page.socket._response.connection
            if transport is not None and transport.transport is not None:
                transport.transport.abort()

    async def _read(self) -> None:
        assert self._session is not None
        while True:
            live = [worker for worker in self._workers if worker.ready]
            if live:
                with suppress(ClientError, ConnectionError, TimeoutError, AssertionError, TypeError):
                    page = Page(self._session, self._chance.choice(live).site, "storm", self._name, "en")
                    async with asyncio.timeout(PATIENCE):
                        self.scene = (await page.connect())["scene"]
                    self._page = page
                    while True:
                        # A closed socket gives no text, which is a TypeError.
                        message = await page.socket.receive_json()
                        if message["type"] == "scene":
                            self.scene = message["scene"]
            self._page = None
            await asyncio.sleep(0.2)


def heard(places: Sequence[Place]) -> Counter[str]:
    """How often each turn of each place has called somebody."""
    return Counter(f"{place.channel} {heading}" for place in places for _, heading in place.calls)
