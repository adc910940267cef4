"""A web table whose board is touched, a line that is cut, and fingers that do what fingers do."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from playwright.async_api import Browser, FloatRect, Locator, expect

from bot.clock import SystemClock
from bot.games.loading import Games
from bot.painting.painters import Painters
from bot.people import Channel
from bot.request import Request
from bot.store import open_store
from bot.store.protocol import Store
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from core import Phase
from tests.bot.table.club import Counter
from tests.bot.web_app.browser import PHONE, Visitor, box_of, fingers, visiting

ROOM: Final = Channel("web", ("friday",))
DECISIONS: Final = ("place", "deploy")
"""What is decided by touching the board in a base game."""

LARGE: Final = """(least) => {
  const frames = [...document.querySelectorAll(".frame.under")];
  const box = frames.at(-1)?.getBoundingClientRect();
  return box && Math.min(box.width, box.height) >= least;
}"""
"""Whether the tile laid last is shown large; the board takes a moment to glide there."""
TILE: Final = 260
"""How large, in CSS pixels, at least."""
TRIES: Final = 8
"""Where two spots are near, a touch enlarges the board instead of choosing."""
IN_SIGHT: Final = """(parts) => [...parts.keys()].filter((number) => {
  const { x, y, width, height } = parts[number].getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".board");
})"""
"""The numbers of the places whose middle lies within the board's frame, and under no button."""

Moment = Literal["before", "between", "after"]
"""When a line is cut: before ✓ is touched twice, between the two, or when it was done and nobody knows."""


@dataclass
class House:
    """A web table that can go away and come back at the same address."""

    store: RedisStore
    table: Table
    texts: Texts
    painter: Painters
    app: WebApp
    port: int = 0

    @property
    def room(self) -> str:
        """Where the room is."""
        return f"http://127.0.0.1:{self.port}/r/friday"

    async def mend(self) -> None:
        """Be there, over the same games."""
        self.app = WebApp(
            host="127.0.0.1", port=self.port, table=self.table, texts=self.texts, painter=self.painter,
            news=self.store.news,
        )  # fmt: skip
        self.port = int((await self.app.start()).rstrip("/").rpartition(":")[2])

    async def cut(self) -> None:
        """Be away."""
        await self.app.stop()

    async def version(self) -> tuple[str, int]:
        """The game and its version as they are stored."""
        found = await self.store.version(ROOM)
        assert found is not None
        return found


@asynccontextmanager
async def opened_house(folder: Path) -> AsyncIterator[House]:
    """A running web table with the real use cases, pictures and store."""
    store = await open_store("memory://", folder)
    texts, table = Texts.load(), Table(store, SystemClock(), Counter())
    painter = Painters(texts)
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter)
    house = House(store, table, texts, painter, app)
    await house.mend()
    yield house
    await house.cut()
    await painter.close()
    await store.close()


@dataclass
class Line:
    """A line to a port of this machine, of one's own, which can be cut.

    While it is ``dumb`` what the page says arrives, and nothing comes back.
    """

    target: int
    port: int = 0
    dumb: bool = False
    _cut: bool = False
    _pumps: set[asyncio.Task[None]] = field(default_factory=set)
    _ends: set[asyncio.StreamWriter] = field(default_factory=set)

    async def lay(self) -> None:
        """Connect."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Break every connection at once, and let none be made."""
        self._cut = True
        for end in tuple(self._ends):
            end.transport.abort()

    async def mend(self) -> None:
        """Let connections be made again."""
        self._cut = self.dumb = False

    async def remove(self) -> None:
        """End."""
        await self.cut()
        self._server.close()
        for pump in tuple(self._pumps):
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._cut:
            writer.transport.abort()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        self._ends |= {writer, back}
        for source, target, answers in ((reader, back, False), (there, writer, True)):
            pump = asyncio.create_task(self._pump(source, target, answers=answers))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, answers: bool
    ) -> None:
        with contextlib.suppress(ConnectionError):
            while said := await source.read(65536):
                if answers and self.dumb:
                    continue
                target.write(said)
                await target.drain()
        target.close()
        self._ends.discard(target)


@dataclass
class Finger:
    """One person's phone, and their line."""

    visitor: Visitor
    line: Line


@asynccontextmanager
async def phone(browser: Browser, house: House) -> AsyncIterator[Finger]:
    """A phone in the room, over a line of its own."""
    line = Line(house.port)
    await line.lay()
    async with visiting(browser, f"http://127.0.0.1:{line.port}/r/friday", PHONE) as visitor:
        yield Finger(visitor, line)
        pass_over_lost_lines(visitor)
    await line.remove()


async def begun(*visitors: Visitor) -> None:
    """A game of these people, in this order."""
    for visitor, name in zip(visitors, ("Ann", "Bo"), strict=False):
        await visitor.sit_down(name)
    ann = visitors[0]
    await ann.choices("new").first.click()
    for other in visitors[1:]:
        await other.choices("join").click()
    await ann.choices("settings view=more").click()
    await ann.choices("settings order=joined").click()
    await ann.sees("as you joined")
    await ann.choices("start").click()


async def rush(store: Store, channel: Channel, left: int) -> int:
    """Let everybody move without their pages, until only so many tiles are left; the game's version then."""
    games, table = Games(store), Table(store, SystemClock())
    number = 0
    while True:
        game, scene = await games.current(channel), await table.view(channel)
        assert game is not None
        assert game.course is not None
        assert scene is not None
        if game.course.position.phase is Phase.PLACE and game.course.position.bag_left <= left:
            return scene.version
        offered = [choice.command for row in scene.rows for choice in row]
        command = next(command for command in offered if command.split()[0] in {"place", "pass"})
        person = next(person for person in game.header.people if person.key == scene.actor)
        number += 1
        await table.handle(Request(channel, person, command, f"rush {number}", scene.game, scene.version))


def spots(visitor: Visitor) -> Locator:
    """The spots on the board."""
    return visitor.page.locator(".spot rect")


def letters(visitor: Visitor) -> Locator:
    """The places for a figure on the board."""
    return visitor.page.locator(".badge circle")


async def decision_of(visitor: Visitor) -> str:
    """What somebody can choose on the board; "" while it is nothing."""
    for decision, offered in zip(DECISIONS, (spots, letters), strict=True):
        if await visitor.choices(decision).count() and await offered(visitor).count():
            return decision
    return ""


async def choose(visitor: Visitor, decision: str) -> None:
    """Open the page anew and touch a place that is offered, so that ✓ stands for it."""
    await visitor.page.reload()
    await touch_one(visitor, spots(visitor) if decision == DECISIONS[0] else letters(visitor))


async def touch_one(visitor: Visitor, offered: Locator) -> None:
    """Touch one of these places, whichever can be seen, so that ✓ stands for it."""
    await expect(offered.first).to_be_visible()
    for _ in range(TRIES):
        await (await offered.first.element_handle()).wait_for_element_state("stable")
        seen = await offered.evaluate_all(IN_SIGHT)
        await visitor.touch(offered.nth(seen[0] if seen else 0))
        if await confirm(visitor).count():
            return
    raise AssertionError("nothing is chosen by touching it")


def confirm(visitor: Visitor) -> Locator:
    """✓."""
    return visitor.page.locator("#table .confirm")


async def touch_anywhere(visitor: Visitor, chance: random.Random, times: int) -> int:
    """So many touches, drags and pinches anywhere on the board; after how many something was chosen.

    The page stays where it is.
    """
    box = await box_of(visitor.page.locator(".board"))
    client = await visitor.page.context.new_cdp_session(visitor.page)
    chosen = 0
    for _ in range(times):
        points = [_somewhere(box, chance) for _ in range(chance.choice((1, 1, 1, 2)))]
        await fingers(client, "touchStart", *points)
        if chance.random() < 0.4:
            points = [_somewhere(box, chance) for _ in points]
            await fingers(client, "touchMove", *points)
        await fingers(client, "touchEnd")
        chosen += await confirm(visitor).count()
    await client.detach()
    assert await box_of(visitor.page.locator(".board")) == box
    return chosen


def _somewhere(box: FloatRect, chance: random.Random) -> tuple[float, float]:
    return box["x"] + chance.random() * (box["width"] - 60), box["y"] + chance.random() * box["height"]


async def confirm_twice(
    visitor: Visitor, house: House, line: House | Line, moment: Moment = "before"
) -> None:
    """Touch ✓ twice over a line that is cut in the meantime, and see that it made one move."""
    game, before = await house.version()
    press = "document.querySelector('#table .confirm').click()"
    if moment == "before":
        await line.cut()
    elif isinstance(line, Line):
        line.dumb = moment == "after"
    await visitor.page.evaluate(press)
    if moment == "between":
        await line.cut()
    await expect(confirm(visitor)).to_be_disabled()
    await visitor.page.evaluate(press)
    if moment == "after":
        while await house.version() == (game, before):
            await asyncio.sleep(0.01)
        await line.cut()
    await line.mend()
    await visitor.page.evaluate("dispatchEvent(new Event('online'))")
    # A page that is back shows the game as it stands, and then repeats what was not answered.
    await expect(visitor.page.locator("body:not(.busy)")).to_be_attached()
    await expect(confirm(visitor)).to_be_hidden()
    assert await house.version() == (game, before + 1)


def pass_over_lost_lines(*visitors: Visitor) -> None:
    """Forget what browsers have said of lines that were cut on purpose."""
    for visitor in visitors:
        visitor.complaints[:] = [text for text in visitor.complaints if "WebSocket connection" not in text]
