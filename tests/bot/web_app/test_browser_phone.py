"""A game on a phone of 390 px: everything keeps its place, and all that matters can be seen and touched."""

from collections.abc import Iterable
from typing import Final

import pytest
from playwright.async_api import Browser, expect

from tests.bot.web_app.browser import PHONE, Visitor, box_of, visiting

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

BELOW: Final = ("#news", "#table", ".board", "#table .bar", "#lines", "#choices", "#typed", "#tools", "#log")
PLACES: Final = """
(selectors) => Object.fromEntries(selectors.map((selector) => {
  const element = document.querySelector(selector);
  const box = element.getBoundingClientRect();
  return [selector, element.offsetParent === null ? null : Math.round(box.top + scrollY)];
}))
"""
TOUCH: Final = 44
MEANT: Final = {"place": ".spot rect", "deploy": ".badge circle"}
"""What is touched for a command."""
SHEET: Final = "#table .pictures img >> nth=0"
"""The board that is shown; the next one takes its place when it has arrived."""


async def begun(ann: Visitor, bo: Visitor) -> None:
    """A game of two in which Ann begins."""
    await ann.sit_down("Ann")
    await bo.sit_down("Bo")
    await ann.choices("new").first.tap()
    await bo.choices("join").tap()
    await expect(ann.choices("start")).to_be_visible()
    await ann.choices("settings view=more").tap()
    await ann.choices("settings order=joined").tap()
    await ann.sees("as you joined")
    await ann.choices("start").tap()
    for visitor in (ann, bo):
        await expect(visitor.page.locator(SHEET)).to_be_visible()


async def places(visitors: Iterable[Visitor]) -> list[dict[str, int | None]]:
    """Where everything stands in each page; None for what is not there."""
    for visitor in visitors:
        await expect(visitor.page.locator(SHEET)).to_be_visible()
    return [await visitor.page.evaluate(PLACES, list(BELOW)) for visitor in visitors]


async def test_over_a_game_everything_keeps_its_place(browser: Browser, real: str) -> None:
    """Before and after each tap of eight turns, for who decides and who waits; the frame, too."""
    height = "document.querySelector('.board').offsetHeight"
    async with visiting(browser, real, PHONE) as ann, visiting(browser, real, PHONE) as bo:
        await begun(ann, bo)
        seen: list[dict[str, int | None]] = await places((ann, bo))
        heights = {await ann.page.evaluate(height)}
        for turn in range(8):
            mover, waiter = (ann, bo)[turn % 2], ("Bo", "Ann")[turn % 2]
            spots = mover.choices("place")
            await expect(spots.first).to_be_visible()
            await spots.nth(turn * 5 % await spots.count()).tap()
            await expect(spots).to_have_count(0)
            seen += await places((ann, bo))
            heights.add(await ann.page.evaluate(height))
            waits = mover.page.locator("#lines", has_text=f"{waiter} lays the tile.")
            await expect(waits.or_(mover.choices("pass"))).to_be_visible()
            if await mover.choices("pass").count():
                await mover.choices("deploy" if turn < 3 else "pass").first.tap()
                await expect(mover.choices("pass")).to_have_count(0)
            seen += await places((ann, bo))
            heights.add(await bo.page.evaluate(height))
    assert len(heights) == 1
    for what in BELOW:
        stood = {place[what] for place in seen} - {None}
        assert len(stood) == 1, (what, stood)


async def test_what_is_touched_is_large_enough(browser: Browser, real: str) -> None:
    """Spots and letters on the board, and every button, are at least 44 px each way when they are meant."""
    sizes = (
        "(selector) => [...document.querySelectorAll(selector)].map((element) =>"
        " { const box = element.getBoundingClientRect(); return Math.min(box.width, box.height); })"
    )
    async with visiting(browser, real, PHONE) as ann, visiting(browser, real, PHONE) as bo:
        await begun(ann, bo)
        for command in ("place", "deploy"):
            await expect(ann.choices(command).first).to_be_visible()
            await expect(ann.page.locator(MEANT[command]).first).to_be_visible()
            if command == "place":
                assert min(await ann.page.evaluate(sizes, MEANT[command])) >= TOUCH
            buttons = "#choices button, #tools button, #table .bar button, .zoom button"
            assert min(await ann.page.evaluate(sizes, buttons)) >= TOUCH
            await ann.touch(ann.page.locator(MEANT[command]).first)
            await ann.page.locator(".bar .confirm").tap()
            await expect(ann.choices(command)).to_have_count(0)
        await expect(bo.choices("place").first).to_be_visible()


async def test_points_and_meeples_are_always_in_sight(browser: Browser, real: str) -> None:
    """Above the board, in every decision, for who decides and who waits; above it is what others did."""
    async with visiting(browser, real, PHONE) as ann, visiting(browser, real, PHONE) as bo:
        await begun(ann, bo)
        for command in ("place", "deploy"):
            for visitor in (ann, bo):
                seats = visitor.page.locator(".seats")
                await expect(seats).to_have_text("Ann0♟7 is hereBo0♟7 is here")
                await expect(seats).to_be_in_viewport(ratio=1)
                await expect(visitor.page.locator(".seat.decides .name")).to_have_text("Ann")
                await expect(visitor.page.locator(".tiles")).to_have_text("▦ 70")
            await ann.choices(command).first.tap()
            await expect(ann.choices(command)).to_have_count(0)
        await expect(bo.page.locator(".seat.decides .name")).to_have_text("Bo")
        await expect(bo.page.locator("#news")).to_contain_text("Ann: meeple (")
        board = await box_of(bo.page.locator("#table"))
        news = await box_of(bo.page.locator("#news"))
        assert news["y"] + news["height"] <= board["y"] + 1
        assert news["height"] < 30


async def test_those_who_wait_are_not_asked(browser: Browser, real: str) -> None:
    """Bo reads that Ann lays, has no button, and no number stands in his picture."""
    async with visiting(browser, real, PHONE) as ann, visiting(browser, real, PHONE) as bo:
        await begun(ann, bo)
        await bo.sees("Ann lays the tile.")
        assert await bo.page.locator("#choices button").count() == 0
        assert "your" not in (await bo.page.locator("#lines").inner_text()).lower()
        alt = await bo.image.get_attribute("alt") or ""
        assert "spot" not in alt
        assert "spot" in (await ann.image.get_attribute("alt") or "")


async def test_what_is_typed_and_is_not_there_is_named(browser: Browser, real: str) -> None:
    """99 is a spot, z a letter, and /plcae a slip of the finger."""
    async with visiting(browser, real, PHONE) as ann, visiting(browser, real, PHONE) as bo:
        await begun(ann, bo)

        async def told(words: str) -> str:
            await ann.page.fill("#command", words)
            await ann.page.keyboard.press("Enter")
            await expect(ann.page.locator("#toast")).not_to_be_empty()
            said = await ann.page.locator("#toast").inner_text()
            await ann.page.keyboard.press("Escape")
            return said

        assert (await told("99")).startswith("There is no spot 99")
        assert await told("/plcae 12") == "I do not know /plcae: did you mean /place?"
        await ann.choices("place").first.tap()
        await expect(ann.choices("deploy").first).to_be_visible()
        assert (await told("z")).startswith("There is no z here")


async def test_an_open_page_speaks_another_language_as_if_it_had_been_opened_in_it(
    browser: Browser, real: str
) -> None:
    """Each word and its description, in the page that asked and in the second one of the same browser."""
    words = """() => [document.documentElement.lang, ...[...document.body.querySelectorAll("*")]
        .flatMap((e) =>
        e.closest("#answer, #toast, noscript") ? [] : [
            e.id, e.getAttribute("aria-label"), e.title, e.placeholder ?? "",
            ...[...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data.trim())])]"""
    async with visiting(browser, real, PHONE) as ann, visiting(browser, real, PHONE) as bo:
        await begun(ann, bo)
        tab = await ann.page.context.new_page()
        await tab.goto(real)
        await expect(tab.locator(SHEET)).to_be_visible()
        await ann.page.fill("#command", "/settings language=cs")
        await ann.page.keyboard.press("Enter")
        await expect(ann.page.locator("#answer")).to_contain_text("Tvoje nastavení")
        for page in (ann.page, tab):
            await expect(page.locator("html")).to_have_attribute("lang", "cs")
            await expect(page.locator("#lines")).to_contain_text("jsi na tahu")
            await expect(page.locator("#log")).to_contain_text("Hra začala")
            await expect(page.locator("#people")).to_contain_text("Právě")
        switched = await tab.evaluate(words)
        await tab.reload()
        await expect(tab.locator(SHEET)).to_be_visible()
        await expect(tab.locator("#log li")).to_have_count(1)
        await expect(tab.locator("#people")).to_contain_text("Právě")
        assert await tab.evaluate(words) == switched
        await expect(bo.page.locator("html")).to_have_attribute("lang", "en")


async def test_the_end_of_a_game_has_all_the_room_that_it_needs(browser: Browser, real: str) -> None:
    """Where nothing is to be decided any more, the results stand there whole."""
    hidden = (
        "(() => { const e = document.querySelector('#lines'); return e.scrollHeight - e.clientHeight; })()"
    )
    async with visiting(browser, real, PHONE) as ann, visiting(browser, real, PHONE) as bo:
        await begun(ann, bo)
        await ann.page.fill("#command", "/end yes")
        await ann.page.keyboard.press("Enter")
        await ann.sees("The game is over.")
        assert await ann.page.evaluate(hidden) <= 0
        await expect(ann.page.locator("#news")).to_be_hidden()
