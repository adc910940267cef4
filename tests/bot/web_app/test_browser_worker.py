"""The worker of the pages, in a real browser: a page for when there is no line, and nothing old of a game."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.texts import Texts
from bot.web_app import app as app_module
from bot.web_app.app import WebApp
from bot.web_app.pages import STATIC
from tests.bot.web_app.browser import PATIENCE, PHONE, Visitor, box_of, visiting
from tests.bot.web_app.scripted import ScriptedPainter, ScriptedTable

pytestmark = pytest.mark.asyncio(loop_scope="module")

KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    kept[name] = requests.map((request) => new URL(request.url).pathname);
  }
  return kept;
}"""
CONTROLLED = "async () => Boolean(navigator.serviceWorker.controller)"
SAYS_SO_IN_CZECH = """async () => {
  const offline = await caches.match("/offline");
  return Boolean(offline) && (await offline.text()).includes("Žádné spojení");
}"""
LOST = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "WebSocket connection")
"""What a browser says of a server that is away."""


class Site:
    """A web table that goes away and comes back at the same address."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._table = ScriptedTable(spots=3)
        self._app: WebApp | None = None
        self.port = 0

    async def come(self) -> str:
        """Be there."""
        self._app = WebApp(
            host="127.0.0.1", port=self.port, table=self._table, texts=self._texts, painter=ScriptedPainter()
        )
        site = await self._app.start()
        self.port = urlsplit(site).port or 0
        return site

    async def go(self) -> None:
        """Be away."""
        if self._app is not None:
            await self._app.stop()
            self._app = None


@pytest_asyncio.fixture(loop_scope="module")
async def coming(texts: Texts) -> AsyncIterator[Site]:
    """A table that is not there yet."""
    site = Site(texts)
    yield site
    await site.go()


async def until(page: Page, true: str) -> None:
    """Wait until an asynchronous function within the page says yes; its policy allows no other way."""
    async with asyncio.timeout(PATIENCE / 1000):
        while not await page.evaluate(true):
            await asyncio.sleep(0.05)


async def kept(page: Page) -> dict[str, list[str]]:
    """The addresses that the worker keeps, by edition."""
    await until(page, CONTROLLED)
    found: dict[str, list[str]] = await page.evaluate(KEPT)
    return found


def pass_over_what_was_lost(visitor: Visitor) -> None:
    """Forget what the browser has said of a server that was away on purpose."""
    visitor.complaints[:] = [text for text in visitor.complaints if not any(part in text for part in LOST)]


async def test_nothing_of_a_game_is_kept(coming: Site, browser: Browser) -> None:
    """Only files whose address changes with their content, and the page for when there is no line."""
    site = await coming.come()
    async with visiting(browser, f"{site}r/kept", PHONE) as ann:
        await until(ann.page, CONTROLLED)
        await ann.page.reload()
        await ann.sit_down("Ann")
        await ann.choices("new").first.click()
        await ann.choices("start").click()
        await ann.image.wait_for()
        ((name, paths),) = (await kept(ann.page)).items()
        edition = name.removeprefix("bastide-")
        assert f"/static/{edition}/room.js" in paths
        assert "/offline" in paths
        assert [path for path in paths if not path.startswith(f"/static/{edition}/")] == ["/offline"]


async def test_without_a_line_there_is_a_page_that_says_so(coming: Site, browser: Browser) -> None:
    """In the reader's language, whatever was asked for; it comes back by itself as soon as it can."""
    site = await coming.come()
    async with visiting(browser, f"{site}r/away", PHONE, language="pl-PL") as ann:
        page = ann.page
        await ann.sit_down("Ann")
        await ann.choices("new").first.click()
        await ann.choices("start").wait_for()
        await kept(page)
        await coming.go()
        await page.reload()
        await page.get_by_role("heading", name="Brak połączenia").wait_for()
        assert await page.evaluate("document.documentElement.lang") == "pl"
        assert await page.locator("#lines, #table, img:not(.mark)").count() == 0, "nothing old is shown"
        button = page.get_by_role("button", name="Spróbuj ponownie")
        box = await box_of(button)
        assert box["height"] >= 44
        assert await button.evaluate("(part) => getComputedStyle(part).backgroundColor") == "rgb(53, 104, 47)"
        await page.goto(f"{site}?room=other", wait_until="commit")
        await page.get_by_role("heading", name="Brak połączenia").wait_for()
        await page.go_back()
        await coming.come()
        await ann.choices("start").wait_for()
        pass_over_what_was_lost(ann)


async def test_a_new_edition_takes_over(
    coming: Site, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is loaded after that has nothing of the old one, and nothing of the old one is kept."""
    site = await coming.come()
    async with visiting(browser, f"{site}r/new", PHONE) as ann:
        page = ann.page
        (before,) = await kept(page)
        await coming.go()
        shutil.copytree(STATIC, tmp_path / "static")
        with (tmp_path / "static" / "style.css").open("a", encoding="utf-8") as sheet:
            sheet.write("h1 { letter-spacing: 7px; }\n")
        monkeypatch.setattr(app_module, "STATIC", tmp_path / "static")
        await coming.come()
        await page.reload()
        heading = page.locator("h1")
        assert await heading.evaluate("(part) => getComputedStyle(part).letterSpacing") == "7px"
        async with asyncio.timeout(PATIENCE / 1000):
            while before in await kept(page):
                # What a browser could not fetch of the new one just then it fetches with the next page.
                await asyncio.sleep(2)
                await page.reload()
        assert len(await kept(page)) == 1
        await coming.go()
        await page.reload()
        await page.get_by_role("heading", name="No connection").wait_for()
        assert await heading.evaluate("(part) => getComputedStyle(part).letterSpacing") == "7px"
        pass_over_what_was_lost(ann)


async def test_another_language_is_that_of_the_page_without_a_line(real: str, browser: Browser) -> None:
    """Whoever chooses another language reads that there is no line in it, too."""
    async with visiting(browser, real, PHONE) as ann:
        page = ann.page
        await ann.sit_down("Ann")
        await kept(page)
        await page.fill("#command", "settings me language=cs")
        await page.keyboard.press("Enter")
        await until(page, SAYS_SO_IN_CZECH)
