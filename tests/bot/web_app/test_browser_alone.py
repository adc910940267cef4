"""Whoever comes alone: from the first page to a running game against Bastide, by touch."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.bot.web_app.browser import PHONE, box_of, visiting
from tests.bot.web_app.program import web_table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
TOUCH = 44


async def test_a_lone_visitor_is_two_touches_from_a_game(browser: Browser, tmp_path: Path) -> None:
    """One and a name for whoever is new; then one; their turn comes, also on a page loaded anew."""
    async with (
        web_table(tmp_path) as site,
        visiting(browser, site, PHONE, language="pl") as zofia,
    ):
        page = zofia.page
        play = page.locator("button[name=against]")
        await expect(play).to_have_text("Zagraj z Bastide")
        box = await box_of(play)
        assert min(box["width"], box["height"]) >= TOUCH
        assert box["y"] + box["height"] <= PHONE["viewport"]["height"]
        await play.tap()
        await page.locator("#naming[open]").wait_for()
        await page.fill("#name", "Zofia")
        await page.locator("#naming .main").tap()
        await expect(page.locator("#table .seat .name")).to_have_count(2)
        await expect(page.locator("#table .seats")).to_contain_text("⚙ Bastide (równy)")
        await zofia.choices("place").first.wait_for()
        room = page.url
        assert "against" not in room
        await page.reload()
        await zofia.choices("place").first.wait_for()
        await page.goto(site)
        await page.locator("button[name=against]").tap()
        await zofia.choices("place").first.wait_for()
        assert page.url != room


async def test_whoever_only_watches_begins_no_game(browser: Browser, tmp_path: Path) -> None:
    """Without a name nothing is begun; the room is there, with all that can be done in it."""
    async with (
        web_table(tmp_path) as site,
        visiting(browser, site, PHONE, language="cs") as visitor,
    ):
        await visitor.page.locator("button[name=against]", has_text="Hrát proti Bastide").tap()
        await visitor.page.locator("#naming .watch").tap()
        await visitor.choices("new opponents=1").wait_for()
        await expect(visitor.page.locator("#table")).to_be_hidden()
