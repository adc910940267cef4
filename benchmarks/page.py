"""When a board of 70 tiles is seen over a slow line: ``python -m benchmarks.page [--rounds N] [--slower N]``.

Chromium opens the page of a game with an empty cache, as a phone of 390 by 844 with three pixels to each of
these: the room of a game as somebody who only watches, the same as whoever has to lay a tile, and a chat's
board as a guest with a personal link. The line takes 1.6 Mbit/s each way and 150 ms there and back, and as
much to begin a connection. A board is seen when its picture stands in the page and the browser has drawn it.
Bytes are what has come over the line by then, headers and all; the best of the rounds counts, each with a
browser profile of its own.

``--slower 8``: over a line that is so many times slower, of which the times are told as if it were not. What
the machine itself takes counts an eighth then, so this is for machines that are busy.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

if not __package__:  # started as a file, whose folder would hide the packages
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from playwright.async_api import Browser

from benchmarks._page_line import SlowLine
from bot.clock import SystemClock
from bot.clocks.preferences import NOTHING_KNOWN
from bot.doors.guest import Guest
from bot.doors.passes import PassOffice
from bot.doors.reception import Reception
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Header, Status
from bot.games.settle import settle
from bot.painting.painters import Painters
from bot.people import Channel, Person
from bot.store import Change, Store, open_store
from bot.table.table import Table
from bot.texts import Texts
from bot.timing.timekeeping import kept
from bot.web_app.app import WebApp
from bot.web_app.visitors import COOKIE, person_of
from core import GameRecord, Phase, seed_hash
from core.opponents.levels import PLAYERS
from tests.bot.web_app.browser import PHONE, chromium

TILES: Final = 70
RATE: Final = 1.6e6 / 8
TRIP: Final = 0.15
SECRET: Final = "a" * 43
ROOM: Final = Channel("web", ("friday",))
CHAT: Final = Channel("telegram", ("-1001",))
SEEN: Final = """new Promise((resolve) => {
  const drawn = () => setTimeout(() => resolve(performance.now()));
  const there = () => {
    const image = document.querySelector("#table .pictures img");
    if (image?.complete && image.offsetWidth) requestAnimationFrame(drawn);
    else requestAnimationFrame(there);
  };
  there();
})"""
FETCHED: Final = """performance.getEntries().filter((entry) => entry.responseEnd).map(
  ({ name, requestStart, responseStart, responseEnd, transferSize }) =>
    [name, requestStart, responseStart, responseEnd, transferSize])"""


KINDS: Final = ("watcher", "mover", "guest")


@dataclass(frozen=True)
class Fetched:
    """What the browser says of a file: when it was asked for, began and ended to come, in milliseconds."""

    name: str
    asked: float
    begun: float
    ended: float
    size: int


@dataclass(frozen=True)
class View:
    """One opening of a page: seconds until the board is seen, bytes by then, and what came when."""

    seconds: float
    bytes: int
    connections: int
    fetched: list[Fetched]


def game_of(reader: Person) -> Change:
    """A game of the base set in which this reader, of two, has to lay the tile after the seventieth."""
    people = (Person(reader.platform, "another", "Bohdan"), reader)
    seed, now = "5eed", datetime.now(UTC)
    record = GameRecord(tuple(person.name for person in people), "carcassonne", ("base",), {}, seed=seed)
    header = Header(
        status=Status.RUNNING, people=people, host=reader.key, game="carcassonne", sets=("base",),
        seats=len(people), since=now, record=record.to_json(), seed_hash=seed_hash(seed), touched=now,
        heard=now,
    )  # fmt: skip
    course = Course(record.opening())
    settle(course)
    header = kept(None, Game(ROOM, "-", 1, header, course), now, NOTHING_KNOWN).header
    while len(course.position.laid) < TILES or course.position.phase is not Phase.PLACE:
        course.play(PLAYERS["greedy"].choose(course.position))
        settle(course)
    if people[course.position.seat] is not reader:
        raise RuntimeError("it is not the reader's turn")
    return Change(
        header=header.to_table(), append=[str(step.action) for step in course.steps], people=header.keys
    )


class Site:
    """A web table with the same game in a room and in a chat."""

    def __init__(self, store: Store, port: int) -> None:
        self._office = PassOffice(store.passes)
        self.port = port

    async def path(self, kind: str) -> str:
        """What is opened, after the address of the table."""
        if kind != "guest":
            return "/r/friday"
        guest = Guest(Person(CHAT.platform, "7", "Ann"), CHAT, alone=True)
        return f"/board/#{await self._office.ticket(guest)}"


@asynccontextmanager
async def site(folder: Path) -> AsyncIterator[Site]:
    """A running web table, whose pictures have been asked for once."""
    store = await open_store("memory://", folder)
    texts, table = Texts.load(), Table(store, SystemClock())
    for channel, reader in (
        (ROOM, person_of(SECRET, "Ann", "en")),
        (CHAT, Person(CHAT.platform, "7", "Ann")),
    ):
        await store.create(channel, f"game-{channel.platform}", game_of(reader), over="", once="")
    painter = Painters(texts)
    app = WebApp(
        host="127.0.0.1", port=0, table=table, texts=texts, painter=painter,
        reception=Reception(PassOffice(store.passes), {}),
    )  # fmt: skip
    address = await app.start()
    yield Site(store, int(address.rstrip("/").rpartition(":")[2]))
    await app.stop()
    await painter.close()
    await store.close()


async def opened(browser: Browser, port: int, path: str, *, mover: bool) -> tuple[float, list[Fetched]]:
    """When the board is seen by a new browser profile, and what was fetched until then."""
    context = await browser.new_context(**PHONE, device_scale_factor=3)
    if mover:
        url = f"http://127.0.0.1:{port}"
        await context.add_cookies([{"name": COOKIE, "value": SECRET, "url": url}])
    # Nobody is asked for a name, and whether there is one makes no difference to what is fetched.
    await context.add_init_script("localStorage.setItem('bastide-name', 'Ann')")
    page = await context.new_page()
    await page.goto(f"http://127.0.0.1:{port}{path}", wait_until="commit")
    seen = await page.evaluate(SEEN)
    fetched = [Fetched(*entry) for entry in await page.evaluate(FETCHED)]
    await context.close()
    return seen / 1000, fetched


async def view(browser: Browser, at: Site, kind: str, slower: float) -> View:
    """One opening of a page over a new line."""
    line = SlowLine(at.port, RATE / slower, TRIP * slower)
    await line.lay()
    seconds, fetched = await opened(browser, line.port, await at.path(kind), mover=kind == "mover")
    brought, connections = line.brought, line.connections
    await line.remove()
    return View(seconds / slower, brought, connections, fetched)


async def measure(rounds: int, slower: float) -> dict[str, list[View]]:
    """Every opening, by kind of page."""
    with tempfile.TemporaryDirectory() as folder:
        async with site(Path(folder)) as at, chromium() as browser:
            for kind in KINDS:  # the pictures are drawn, the engine has loaded
                await opened(browser, at.port, await at.path(kind), mover=kind == "mover")
            return {kind: [await view(browser, at, kind, slower) for _ in range(rounds)] for kind in KINDS}


def main() -> None:
    """Measure, and print a table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--rounds", type=int, default=4)
    options.add_argument("--slower", type=float, default=1.0)
    asked = options.parse_args()
    views = asyncio.run(measure(asked.rounds, asked.slower))
    for kind, seen in views.items():
        best = min(seen, key=lambda one: one.seconds)
        every = " ".join(f"{one.seconds:.2f}" for one in seen)
        sys.stdout.write(
            f"{kind:9} {best.seconds:5.2f} s  {best.bytes / 1000:4.0f} KB  {best.connections} connections"
            f"  (all: {every})\n"
        )
        for one in best.fetched:
            asked_for, begun, ended = (
                each / 1000 / asked.slower for each in (one.asked, one.begun, one.ended)
            )
            sys.stdout.write(
                f"    {asked_for:5.2f} {begun:5.2f} {ended:5.2f} {one.size / 1000:6.1f} KB {one.name}\n"
            )


if __name__ == "__main__":
    main()
