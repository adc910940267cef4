"""When a board of 70 tiles is seen over a slow line: ``python -m benchmarks.page [--rounds N] [--slower N]``.

Chromium opens the page of a game with an empty cache, as a phone of 390 by 844 with three pixels to each of
these: the room of a game as somebody who only watches, the same as whoever has to lay a tile, and a chat's
board as a guest: with a personal link, as a Mini App of Telegram's on a phone, and in a frame of Discord's.
The line takes 1.6 Mbit/s each way and 150 ms there and back, and as much to begin a connection; in the frame
there is TLS, too, once more there and back. A board is seen when its picture stands in the page and the
browser has drawn it. Bytes are what has come over the line by then, headers and all; the best of the rounds
counts, each with a browser profile of its own. Telegram and Discord themselves take no time here: what the
one has signed is in the address, and the other's client has a code at once, which nobody looks up.

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
from urllib.parse import urlencode

if not __package__:  # started as a file, whose folder would hide the packages
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from playwright.async_api import Browser, Frame, Page

from benchmarks._page_line import SlowLine
from bot.clock import SystemClock
from bot.clocks.preferences import NOTHING_KNOWN
from bot.doors.discord import FRAMES
from bot.doors.guest import Guest
from bot.doors.passes import PassOffice
from bot.doors.places import PURPOSE, PlaceTokens
from bot.doors.reception import Reception
from bot.doors.telegram import TelegramDoor, Whereabouts
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
from tests.bot.doors.framing import over_tls, page_around, vouched
from tests.bot.doors.telegram import proof
from tests.bot.web_app.browser import PHONE, chromium
from tests.telegram_server import TOKEN

TILES: Final = 70
RATE: Final = 1.6e6 / 8
TRIP: Final = 0.15
QUICK: Final = 0.1
SECRET: Final = "a" * 43
ROOM: Final = Channel("web", ("friday",))
CHAT: Final = Channel("telegram", ("-1001",))
GUEST: Final = Person(CHAT.platform, "7", "Ann")
ALONE: Final = Channel(CHAT.platform, (GUEST.id, "0"))
SERVER: Final = Channel("discord", ("1",))
MEMBER: Final = Person(SERVER.platform, "8", "Ann")
APPLICATION: Final = "4242"
ACTIVITY: Final = f"{APPLICATION}.discordsays.com"
AROUND: Final = f"""<!doctype html><meta name="viewport" content="width=device-width">
<style>body {{ margin: 0 }} iframe {{ width: 390px; height: 844px; border: 0 }}</style><body></body>
<script>
  addEventListener("message", ({{ data: [opcode, said], source }}) => {{
    const told = {{ cmd: said.cmd, evt: null, data: {{ code: "good" }}, nonce: said.nonce }};
    source.postMessage([1, opcode ? told : {{ cmd: "DISPATCH", evt: "READY", data: {{}} }}], "*");
  }});
  const src = "https://{ACTIVITY}/board/?instance_id=i-1&frame_id=f1";
  const open = () => document.body.append(Object.assign(document.createElement("iframe"), {{ src }}));
</script>"""
"""What stands in for Discord's client: it has a code for whoever asks."""
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


KINDS: Final = ("watcher", "mover", "guest", "telegram", "discord")


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


class Within:
    """The door within Discord, without Discord."""

    async def admit(self, _proof: str) -> Guest:
        """See Door."""
        return Guest(MEMBER, SERVER)

    async def stays(self, guest: Guest) -> None:
        """See Door."""


async def nothing_told(_channel: Channel, _person: Person) -> Whereabouts | None:
    """What Telegram says of the members of groups."""
    return None


class Site:
    """A web table with the same game in a room and in three chats.

    ``safe`` is where it is over TLS, too, and ``framed`` where the line to that begins.
    """

    def __init__(self, store: Store, port: int, safe: int, framed: int) -> None:
        self._office = PassOffice(store.passes)
        self.port = port
        self.safe = safe
        self.framed = framed

    async def path(self, kind: str) -> str:
        """What is opened, after the address of the table."""
        if kind == "guest":
            return f"/board/#{await self._office.ticket(Guest(GUEST, CHAT, alone=True))}"
        if kind == "telegram":
            user = {"id": int(GUEST.id), "first_name": GUEST.name, "language_code": "en"}
            return f"/board/#{urlencode({'tgWebAppData': proof(user=user), 'tgWebAppVersion': '9.1'})}"
        return "/r/friday"


@asynccontextmanager
async def site(folder: Path) -> AsyncIterator[Site]:
    """A running web table, whose pictures have been asked for once."""
    store = await open_store("memory://", folder)
    texts, table = Texts.load(), Table(store, SystemClock())
    readers = {ROOM: person_of(SECRET, "Ann", "en"), CHAT: GUEST, ALONE: GUEST, SERVER: MEMBER}
    for number, (channel, reader) in enumerate(readers.items()):
        await store.create(channel, f"game-{number}", game_of(reader), over="", once="")
    painter = Painters(texts)
    telegram = TelegramDoor(TOKEN, PlaceTokens(lambda: store.secret(PURPOSE)), store, nothing_told)
    app = WebApp(
        host="127.0.0.1", port=0, table=table, texts=texts, painter=painter, hosts=[ACTIVITY], frames=FRAMES,
        reception=Reception(PassOffice(store.passes), {"telegram": telegram, "discord": Within()}),
        activity=APPLICATION,
    )  # fmt: skip
    address = await app.start()
    async with over_tls(address, vouched(folder)) as safe:
        line = SlowLine(safe, RATE, TRIP)
        await line.lay()
        await line.remove()
        yield Site(store, int(address.rstrip("/").rpartition(":")[2]), safe, line.port)
    await app.stop()
    await painter.close()
    await store.close()


async def shown(page: Page, address: str) -> Frame:
    """The page or frame that has the board, as soon as it begins to come."""
    if ACTIVITY not in address:
        await page.goto(address, wait_until="commit")
        return page.main_frame
    await page.goto("https://discord.com/")
    async with page.expect_event("framenavigated"):
        await page.evaluate("open()")
    return page.frames[1]


async def opened(browser: Browser, address: str, *, mover: bool) -> tuple[float, list[Fetched]]:
    """When the board is seen by a new browser profile, and what was fetched until then."""
    context = await browser.new_context(**PHONE, device_scale_factor=3, ignore_https_errors=True)
    if mover:
        await context.add_cookies([{"name": COOKIE, "value": SECRET, "url": address}])
    # Nobody is asked for a name, and whether there is one makes no difference to what is fetched.
    await context.add_init_script("localStorage.setItem('bastide-name', 'Ann')")
    page = await context.new_page()
    frame = await shown(page, address)
    seen = await frame.evaluate(SEEN)
    fetched = [Fetched(*entry) for entry in await frame.evaluate(FETCHED)]
    await context.close()
    return seen / 1000, fetched


async def view(browser: Browser, at: Site, kind: str, slower: float) -> View:
    """One opening of a page over a new line."""
    framed = kind == "discord"
    target, port = (at.safe, at.framed) if framed else (at.port, 0)
    line = SlowLine(target, RATE / slower, TRIP * slower, port)
    await line.lay()
    address = f"https://{ACTIVITY}" if framed else f"http://127.0.0.1:{line.port}{await at.path(kind)}"
    seconds, fetched = await opened(browser, address, mover=kind == "mover")
    brought, connections = line.brought, line.connections
    await line.remove()
    return View(seconds / slower, brought, connections, fetched)


@asynccontextmanager
async def browsing(at: Site) -> AsyncIterator[Browser]:
    """A browser that finds Discord's client, and our page by the name under which that shows it."""
    with tempfile.TemporaryDirectory() as folder:
        async with page_around(AROUND, vouched(Path(folder))) as around:
            names = {"discord.com": around, ACTIVITY: at.framed}
            rules = ",".join(f"MAP {name}:443 127.0.0.1:{port}" for name, port in names.items())
            flags = (f"--host-resolver-rules={rules}", "--ignore-certificate-errors")
            async with chromium(*flags) as browser:
                yield browser


async def measure(rounds: int, slower: float) -> dict[str, list[View]]:
    """Every opening, by kind of page."""
    with tempfile.TemporaryDirectory() as folder:
        async with site(Path(folder)) as at, browsing(at) as browser:
            for kind in KINDS:  # the pictures are drawn, the engine has loaded
                await view(browser, at, kind, QUICK)
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
