"""The board that one touches, on a phone: a touch shows what would be, and only ✓ does it."""

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, FloatRect, Locator, expect

from bot.clock import SystemClock
from bot.games.loading import Games
from bot.painting.painters import Painters
from bot.people import Channel
from bot.request import Request
from bot.store import open_store
from bot.store.protocol import Store
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from core import Phase
from tests.bot.web_app.browser import DESK, PHONE, Visitor, visiting

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

ROOM: Final = Channel("web", ("friday",))
SMALL: Final = {**PHONE, "viewport": {"width": 320, "height": 640}}
ASIDE: Final = {**PHONE, "viewport": {"width": 844, "height": 390}}
TOUCH: Final = 44
TILE: Final = 260
TOUCHABLE: Final = """(least) => {
  const { width, height } = document.querySelector(".spot rect").getBoundingClientRect();
  return Math.min(width, height) >= least;
}"""
"""Whether a spot is large enough for a finger; the board takes a moment to glide there."""
LARGE: Final = """(least) => {
  const frames = [...document.querySelectorAll(".frame.under")];
  return Math.min(...Object.values(frames.at(-1).getBoundingClientRect().toJSON()).slice(2, 4)) >= least;
}"""
"""Whether the tile laid last is shown large; the board takes a moment to glide there."""


@dataclass
class House:
    """A web table that can go away and come back at the same address."""

    store: Store
    table: Table
    texts: Texts
    painter: Painters
    app: WebApp
    port: int = 0

    @property
    def room(self) -> str:
        """Where the room is."""
        return f"http://127.0.0.1:{self.port}/r/friday"

    def another(self, port: int) -> WebApp:
        """A web table over the same games."""
        return WebApp(host="127.0.0.1", port=port, table=self.table, texts=self.texts, painter=self.painter)

    async def version(self) -> tuple[str, int]:
        """The game and its version as they are stored."""
        found = await self.store.version(ROOM)
        assert found is not None
        return found


@pytest_asyncio.fixture(loop_scope="module")
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A running web table with the real use cases, pictures and store."""
    store = await open_store("memory://", tmp_path)
    texts, table = Texts.load(), Table(store, SystemClock())
    painter = Painters(texts)
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter)
    house = House(store, table, texts, painter, app)
    house.port = int((await app.start()).rstrip("/").rpartition(":")[2])
    yield house
    await house.app.stop()
    await painter.close()
    await store.close()


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


def spots(visitor: Visitor) -> Locator:
    """The spots on the board."""
    return visitor.page.locator(".spot rect")


def confirm(visitor: Visitor) -> Locator:
    """✓."""
    return visitor.page.locator("#table .confirm")


async def size(what: Locator) -> float:
    """The shorter side of something, in CSS pixels."""
    box = await what.bounding_box()
    assert box is not None
    return min(box["width"], box["height"])


async def lay(visitor: Visitor, number: int = 0) -> None:
    """Lay the tile by two touches: a spot, and ✓."""
    await expect(spots(visitor).first).to_be_visible()
    await visitor.touch(spots(visitor).nth(number))
    await confirm(visitor).tap()
    await expect(visitor.choices("place")).to_have_count(0)


async def test_two_people_play_by_finger(browser: Browser, house: House) -> None:
    """Eight turns: a spot and ✓, a segment and ✓. Everything is large enough when it is touched."""
    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)
        for turn in range(8):
            mover, other = (ann, bo) if turn % 2 == 0 else (bo, ann)
            await expect(spots(mover).first).to_be_visible()
            await expect(spots(other)).to_have_count(0)
            await mover.page.wait_for_function(TOUCHABLE, arg=TOUCH)
            await lay(mover)
            letters = mover.page.locator(".badge circle")
            over = mover.page.locator(".seat.decides .name", has_text=("Bo", "Ann")[turn % 2])
            await expect(letters.or_(over).first).to_be_visible()
            if await letters.count():
                await mover.page.wait_for_function(LARGE, arg=TILE)
                await mover.touch(letters.first)
                await expect(mover.page.locator(".area.chosen")).to_have_count(1)
                assert await size(confirm(mover)) >= TOUCH
                await confirm(mover).tap()
            await expect(over).to_be_visible()
            await expect(other.page.locator(".frame.under").first).to_be_attached()


async def until_the_last_tile(house: House) -> None:
    """Let everybody move without their pages, until only one tile is to be laid."""
    number = 0
    while True:
        game, scene = await Games(house.store).current(ROOM), await house.table.view(ROOM)
        assert game is not None
        assert game.course is not None
        assert scene is not None
        if game.course.position.phase is Phase.PLACE and not game.course.position.bag_left:
            return
        offered = [choice.command for row in scene.rows for choice in row]
        command = next(command for command in offered if command.split()[0] in {"place", "pass"})
        person = next(person for person in game.header.people if person.key == scene.actor)
        number += 1
        await house.table.handle(Request(ROOM, person, command, f"{number}", scene.game, scene.version))


async def test_the_last_move_by_finger_shows_the_result(browser: Browser, house: House) -> None:
    """The board goes while it still waits to hear that its move is made."""
    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)
        await expect(spots(ann).first).to_be_visible()
        await until_the_last_tile(house)
        for visitor in (ann, bo):
            await visitor.page.reload()
            await expect(visitor.page.locator(".seat.decides")).to_be_visible()
        mover = ann if await ann.page.locator("#table .confirm, .spot rect").count() else bo
        await lay(mover)
        letters = mover.page.locator(".badge circle")
        result = mover.page.locator("#lines", has_text="The game is over")
        await expect(letters.or_(result).first).to_be_visible()
        if await letters.count():
            await mover.touch(letters.first)
            await confirm(mover).tap()
        for visitor in (ann, bo):
            await visitor.sees("The game is over")


async def test_the_ghost_lies_as_the_tile_will(browser: Browser, house: House) -> None:
    """The first look is legal, a touch on the ghost shows the next, ✕ takes it away, and ✓ lays it."""
    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)
        await expect(spots(ann).first).to_be_visible()
        before = await house.version()
        cell = spots(ann).first
        place = await cell.bounding_box()
        await ann.touch(cell)
        ghost = ann.page.locator(".over .ghost .ghost")
        await expect(ghost).to_have_count(1)
        bar = ann.page.locator("#table .bar")
        looks = ann.page.locator("#table .next")
        if await looks.count():
            count = int((await looks.inner_text()).rpartition("/")[2])
            for look in range(2, count + 1):
                await ann.touch(ann.page.locator(".ghostly"))
                await expect(looks).to_have_text(f"⟳ {look}/{count}")
            await looks.tap()
            await expect(looks).to_have_text(f"⟳ 1/{count}")
        await bar.locator(".cancel").tap()
        await expect(ghost).to_have_count(0)
        assert await house.version() == before
        assert place is not None
        await lay(ann)
        assert await house.version() != before


async def test_nothing_is_done_without_the_tick(browser: Browser, house: House) -> None:
    """Two hundred touches, drags and pinches anywhere on the board: the game stays as it is."""
    chance = random.Random(5)
    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)

        def somewhere(box: FloatRect) -> tuple[float, float]:
            return box["x"] + chance.random() * (box["width"] - 60), box["y"] + chance.random() * box[
                "height"
            ]

        client = await ann.page.context.new_cdp_session(ann.page)

        async def touched(kind: str, *points: tuple[float, float]) -> None:
            told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            await client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

        for decision in ("place", "deploy"):
            await expect(ann.choices(decision).first).to_be_visible()
            await expect(ann.page.locator(".badge, .spot").first).to_be_attached()
            box = await ann.page.locator(".board").bounding_box()
            assert box is not None
            before = await house.version()

            for _ in range(100):
                points = [somewhere(box) for _ in range(chance.choice((1, 1, 1, 2)))]
                await touched("touchStart", *points)
                if chance.random() < 0.4:
                    points = [somewhere(box) for _ in points]
                    await touched("touchMove", *points)
                await touched("touchEnd")
            assert await house.version() == before
            await ann.choices(decision).first.click()
            await expect(ann.choices(decision)).to_have_count(0)


async def test_a_doubled_tick_over_a_cut_line_makes_one_move(browser: Browser, house: House) -> None:
    """Tapped twice while the server is away, again when it is back: one tile lies."""
    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)
        await expect(spots(ann).first).to_be_visible()
        _, before = await house.version()
        await ann.touch(spots(ann).first)
        await expect(confirm(ann)).to_be_visible()
        await house.app.stop()
        twice = "(() => { const b = document.querySelector('#table .confirm'); b.click(); b.click(); })()"
        await ann.page.evaluate(twice)
        await expect(confirm(ann)).to_be_disabled()
        house.app = house.another(house.port)
        await house.app.start()
        for visitor in (ann, bo):
            await visitor.page.evaluate("dispatchEvent(new Event('online'))")
        await expect(ann.choices("pass")).to_be_visible()
        assert (await house.version())[1] == before + 1
        for visitor in (ann, bo):
            visitor.complaints[:] = [text for text in visitor.complaints if "ERR_CONNECTION" not in text]


@pytest.mark.parametrize(
    ("device", "scheme"), [(PHONE, "light"), (SMALL, "dark"), (ASIDE, "light"), (DESK, "dark")]
)
async def test_axe_finds_nothing_on_the_board(
    browser: Browser, house: House, device: dict[str, object], scheme: str
) -> None:
    """Names, roles and contrast, with a ghost and with a figure; nothing is wider than the page."""
    async with visiting(browser, house.room, device, scheme="dark" if scheme == "dark" else "light") as ann:
        await ann.sit_down("Ann")
        await ann.page.fill("#command", "/new opponents=1 order=joined")
        await ann.page.keyboard.press("Enter")
        await ann.choices("start").click()
        for command, what in (("place", ".spot rect"), ("deploy", ".badge circle")):
            await expect(ann.choices(command).first).to_be_visible()
            await expect(ann.page.locator(what).first).to_be_visible()
            box = await ann.page.locator(what).first.bounding_box()
            assert box is not None
            await ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            await expect(confirm(ann)).to_be_visible()
            results = await Axe().run(ann.page)
            assert results.violations_count == 0, results.generate_report()
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert await ann.page.evaluate(wide) <= 0
            await confirm(ann).click()
            await expect(ann.choices(command)).to_have_count(0)


async def test_keys_move_the_board(browser: Browser, house: House) -> None:
    """Arrows, + and 0 when the board has the focus; a number is still a command."""
    async with visiting(browser, house.room, DESK) as ann, visiting(browser, house.room, DESK) as bo:
        await begun(ann, bo)
        await expect(spots(ann).first).to_be_visible()
        await ann.page.locator(".board").focus()
        at = "document.querySelector('.world').style.transform"
        seen = [await ann.page.evaluate(at)]
        for key in ("+", "ArrowLeft", "0"):
            await ann.page.keyboard.press(key)
            seen.append(await ann.page.evaluate(at))
        assert seen[0] == seen[3]
        assert len(set(seen)) == 3
        await ann.page.keyboard.press("1")
        await expect(ann.page.locator("#command")).to_be_focused()
        await ann.page.keyboard.press("Enter")
        await expect(ann.choices("place")).to_have_count(0)
