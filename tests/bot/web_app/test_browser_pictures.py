"""Films, saved pictures and the colours of the page, in real browsers."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Browser, expect

from bot.clock import SystemClock
from bot.painter import Live, Painted, Progress
from bot.painting.painters import Painters
from bot.scene import Picture, PictureKind
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from tests.bot.table.club import Counter
from tests.bot.web_app.browser import DESK, PHONE, Visitor, box_of, visiting
from tests.bot.web_app.touched import LARGE, TILE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


class HeldPainter:
    """The real painter, which can be held up where it takes long anyhow, and with boards that one touches."""

    def __init__(self, painter: Painters) -> None:
        self._painter = painter
        self.gate = asyncio.Event()
        self.gate.set()
        self.boards = asyncio.Event()
        self.boards.set()

    async def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,
        *,
        live: Live | None = None,
    ) -> Painted:
        """Paint; hand over what takes long when ``gate`` is open, and boards when ``boards`` is."""
        painted = await self._painter.paint(picture, profile, language, progress, live=live)
        if picture.slow:
            await self.gate.wait()
        if picture.kind is PictureKind.BARE:
            await self.boards.wait()
        return painted


@pytest_asyncio.fixture(loop_scope="module")
async def painter() -> AsyncIterator[HeldPainter]:
    """A painter to hold up."""
    real = Painters(Texts.load())
    yield HeldPainter(real)
    await real.close()


@pytest_asyncio.fixture(loop_scope="module")
async def room(painter: HeldPainter, tmp_path: Path) -> AsyncIterator[str]:
    """A room of a web table with the real use cases."""
    store = await open_store("memory://", tmp_path)
    table = Table(store, SystemClock(), Counter())
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=Texts.load(), painter=painter)
    yield f"{await app.start()}r/friday"
    await app.stop()
    await store.close()


async def begin(ann: Visitor, bo: Visitor) -> None:
    """Ann and Bo begin a game; Ann lays the first tile."""
    for visitor, name, command in ((ann, "Ann", "new order=joined"), (bo, "Bo", "join")):
        await visitor.sit_down(name)
        await typed(visitor, command)
        await visitor.sees(name)
    await ann.sees("Ann and Bo")
    await ann.choices("start").click()
    await expect(ann.choices("place").first).to_be_visible()


async def typed(visitor: Visitor, command: str) -> None:
    """Type a command."""
    await visitor.page.fill("#command", command)
    await visitor.page.keyboard.press("Enter")


async def test_a_film_comes_while_one_plays_on(browser: Browser, room: str, painter: HeldPainter) -> None:
    """A line tells that it is being made and how far; meanwhile the tile is laid; then the film is there."""
    async with visiting(browser, room, PHONE) as ann, visiting(browser, room, PHONE) as bo:
        await begin(ann, bo)
        line = ann.page.locator("#progress")
        await expect(line).to_be_hidden()
        painter.gate.clear()
        await typed(ann, "replay film")
        await expect(line).to_be_visible()
        await expect(line.locator("progress")).to_have_attribute("value", "1")
        await ann.choices("place").first.tap()
        await expect(ann.choices("place")).to_have_count(0)
        painter.gate.set()
        film = ann.page.locator("#answer img")
        await expect(film).to_have_attribute("src", re.compile(r"-film-.*\.gif$"))
        await expect(line).to_be_hidden()
        box = await box_of(film)
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


async def test_the_whole_game_is_saved_from_the_page(browser: Browser, room: str, tmp_path: Path) -> None:
    """The buttons lead from the summary to the film and back; film and full board can be saved as files."""
    async with visiting(browser, room, DESK) as ann, visiting(browser, room, DESK) as bo:
        await begin(ann, bo)
        for command, kind, picture in (("replay film", "GIF", "film"), ("board full", "PNG", "board")):
            await typed(ann, command)
            link = ann.page.locator("#answer a.file")
            await expect(link).to_be_visible()
            await expect(ann.page.locator("#answer img")).to_have_attribute("src", re.compile(f"-{picture}-"))
            async with ann.page.expect_download() as download:
                await link.click()
            await (await download.value).save_as(tmp_path / picture)
            with Image.open(tmp_path / picture) as saved:
                assert saved.format == kind
            await ann.page.keyboard.press("Escape")
        await typed(ann, "replay")
        for wanted in ("chart", "summary", "film"):
            await ann.page.locator(f'#answer button[data-command="replay {wanted}"]').click()
            await expect(ann.page.locator("#answer img")).to_have_attribute("src", re.compile(f"-{wanted}-"))


async def test_a_board_that_comes_late_is_looked_at_as_any_other(
    browser: Browser, room: str, painter: HeldPainter
) -> None:
    """The tile laid is shown large for a figure, as if the board had come with its words."""
    async with visiting(browser, room, PHONE) as ann, visiting(browser, room, PHONE) as bo:
        await begin(ann, bo)
        await expect(ann.image).to_be_visible()
        painter.boards.clear()
        await ann.choices("place").first.tap()
        await expect(ann.choices("pass")).to_be_visible()
        await expect(ann.page.locator(".board .note")).not_to_be_empty()
        painter.boards.set()
        await ann.page.wait_for_function(LARGE, arg=TILE)


async def test_pictures_follow_the_colours_of_the_page(browser: Browser, room: str) -> None:
    """By day the board is a bright one; when the page turns dark, the board does, and back again.

    Those who look on share their pictures: Cy by day and Bo by night.
    """
    async with (
        visiting(browser, room, DESK) as ann,
        visiting(browser, room, DESK, scheme="dark") as bo,
        visiting(browser, room, DESK) as cy,
    ):
        await begin(ann, bo)
        await expect(bo.image).to_be_visible()
        await expect(cy.image).to_be_visible()
        by_day, by_night = await cy.image.get_attribute("src"), await bo.image.get_attribute("src")
        assert by_day != by_night
        await cy.page.emulate_media(color_scheme="dark")
        await expect(cy.image).to_have_attribute("src", by_night or "")
        await cy.page.emulate_media(color_scheme="light")
        await expect(cy.image).to_have_attribute("src", by_day or "")


async def test_an_answer_never_has_the_picture_of_another(browser: Browser, room: str) -> None:
    """Not even faded, while its own is on the way: "as in the picture" would be said of the wrong one."""
    async with visiting(browser, room, PHONE) as ann:
        await ann.sit_down("Ann")
        answer = ann.page.locator("#answer")
        await ann.page.fill("#command", "rules roads")
        await ann.page.keyboard.press("Enter")
        await expect(answer.locator("img")).to_be_visible()
        await ann.page.keyboard.press("Escape")
        await expect(answer).to_be_hidden()
        await ann.page.route("**/picture/**", lambda _: None)
        await ann.page.fill("#command", "rules fields")
        await ann.page.keyboard.press("Enter")
        await expect(answer.locator(".lines")).to_contain_text("Fields")
        await expect(answer.locator("img")).to_have_count(0)
