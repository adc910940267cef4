"""What happened so far, as a page tells it, in a real browser."""

import pytest
from playwright.async_api import Browser, expect

from bot.people import Channel
from bot.texts import Texts
from bot.web_app.app import WebApp
from tests.bot.web_app.browser import PHONE, Visitor, visiting
from tests.bot.web_app.scripted import ScriptedPainter, ScriptedTable

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def lay(visitor: Visitor, spot: int) -> None:
    """One turn of a game alone."""
    await visitor.choices(f"place {spot}").first.tap()
    await visitor.choices("pass").tap()
    await expect(visitor.choices("place 1").first).to_be_visible()


async def test_each_turn_is_told_once_whatever_happens_to_the_line(
    browser: Browser, table: ScriptedTable, texts: Texts
) -> None:
    """A server that starts anew tells it from the record; nothing is doubled, what was taken back is gone."""

    def app(port: int) -> WebApp:
        return WebApp(host="127.0.0.1", port=port, table=table, texts=texts, painter=ScriptedPainter())

    first = app(0)
    site = await first.start()
    second = app(int(site.rstrip("/").rpartition(":")[2]))
    async with visiting(browser, f"{site}r/friday", PHONE) as ann:
        told = ann.page.locator("#log li")
        await ann.sit_down("Ann")
        await ann.choices("new").first.tap()
        await ann.choices("start").tap()
        for spot in (5, 8):
            await lay(ann, spot)
        await expect(told).to_have_text(["Ann laid on spot 8.", "Ann laid on spot 5."])
        await first.stop()
        await second.start()
        await ann.page.evaluate("dispatchEvent(new Event('online'))")
        await expect(ann.page.locator("#banner")).to_be_hidden()
        await lay(ann, 9)
        await expect(told).to_have_text(["Ann laid on spot 9.", "Ann laid on spot 8.", "Ann laid on spot 5."])
        table.plays[Channel("web", ("friday",))].turn = 3
        await lay(ann, 12)
        await expect(told).to_have_text(
            ["Ann laid on spot 12.", "Ann laid on spot 8.", "Ann laid on spot 5."]
        )
        await ann.page.reload()
        await expect(told).to_have_text(
            ["Ann laid on spot 12.", "Ann laid on spot 8.", "Ann laid on spot 5."]
        )
        ann.complaints[:] = [text for text in ann.complaints if "ERR_CONNECTION_REFUSED" not in text]
    await second.stop()
