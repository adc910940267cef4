"""Reactions on the pages, in a real browser: seen by all for a moment, and in nobody's way."""

from typing import Any, Final

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.bot.web_app.browser import DESK, PHONE, Visitor, box_of, visiting

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SMALL: Final = {**PHONE, "viewport": {"width": 320, "height": 640}}
TOUCH: Final = 44
WIDE: Final = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
WATCH: Final = """() => {
  const box = (part) => part && Object.values(part.getBoundingClientRect().toJSON()).slice(0, 4);
  const parts = () => [...document.querySelectorAll("header, header > :not(#reactions), main *")];
  const laidOut = () => JSON.stringify(parts().filter((part) => part.checkVisibility()).map(box));
  const before = laidOut();
  window.seen = [];
  new MutationObserver((changes) => {
    for (const part of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      window.seen.push({
        text: part.textContent,
        box: box(part),
        seats: [...document.querySelectorAll("#table .seat")].map(box),
        moves: part.getAnimations().length > 0,
        displaces: laidOut() !== before,
        wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      });
    }
  }).observe(document.querySelector("#air"), { childList: true });
}"""
"""Notes each reaction at the moment when it appears, since it is soon gone."""


async def seen(visitor: Visitor, said: str) -> dict[str, Any]:
    """The last reaction that has appeared, after this was said to whoever does not see it."""
    await expect(visitor.page.locator("#reacted")).to_have_text(said)
    found: dict[str, Any] = await visitor.page.evaluate("window.seen.at(-1)")
    return found


def floating(visitor: Visitor) -> Locator:
    """What is seen of reactions now."""
    return visitor.page.locator("#air .reaction")


async def react(visitor: Visitor, label: str) -> None:
    """Open the six, and choose one."""
    await visitor.page.click("#react")
    await visitor.page.get_by_role("button", name=label, exact=True).click()


async def begun(ann: Visitor, bo: Visitor) -> None:
    """A game of the two."""
    await ann.sit_down("Ann")
    await bo.sit_down("Bo")
    await ann.choices("new").first.click()
    await bo.choices("join").click()
    await ann.choices("settings view=more").click()
    await ann.choices("settings order=joined").click()
    await ann.sees("as you joined")
    await ann.choices("start").click()
    for visitor in (ann, bo):
        await expect(visitor.page.locator("#table .seat")).to_have_count(2)
        await visitor.image.wait_for()


async def test_a_reaction_floats_beside_the_name(browser: Browser, real: str) -> None:
    """Beside a seat, or with the name for whoever has none; nothing moves, and it is gone by itself."""
    async with (
        visiting(browser, real, PHONE) as ann,
        visiting(browser, real, SMALL, language="pl") as bo,
        visiting(browser, real, DESK, language="cs") as cid,
    ):
        await cid.sit_down("Cid")
        await begun(ann, bo)
        await cid.image.wait_for()
        for visitor in (ann, bo, cid):
            await visitor.page.evaluate(WATCH)
        await react(ann, "Bravo")
        for visitor, said in ((ann, "Ann: Bravo"), (bo, "Ann: Brawo"), (cid, "Ann: Bravo")):
            shown = await seen(visitor, said)
            assert (shown["text"], shown["displaces"], shown["wide"]) == ("👏", False, False)
            assert shown["moves"]
            left, top, width, _ = shown["box"]
            at, above, across, high = shown["seats"][0]
            assert at <= left + width / 2 <= at + across
            assert abs(top - above - high) < 40
        await react(cid, "Páni")
        shown = await seen(bo, "Cid: Wow")
        assert (shown["text"], shown["displaces"], shown["wide"]) == ("😮Cid", False, False)
        await expect(floating(bo)).to_have_count(0)
        await expect(floating(ann)).to_have_count(0)


async def test_who_wants_no_motion_sees_it_stand(browser: Browser, real: str) -> None:
    """It is there and goes, without moving; it can be chosen by keys alone, and Escape leaves."""
    quiet: dict[str, Any] = {**DESK, "reduced_motion": "reduce"}
    async with visiting(browser, real, quiet) as ann:
        await ann.sit_down("Ann")
        page = ann.page
        await ann.tab_to("react")
        await page.keyboard.press("Enter")
        await expect(page.locator("#reactions button").first).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(page.locator("#reactions")).to_be_hidden()
        assert await ann.focused() == "react"
        await page.evaluate(WATCH)
        await page.keyboard.press("Enter")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        shown = await seen(ann, "Ann: Good")
        assert (shown["text"], shown["moves"]) == ("👍Ann", False)
        assert await ann.focused() == "react"
        await expect(page.locator("#react")).to_have_attribute("aria-expanded", "false")
        await expect(floating(ann)).to_have_count(0)


async def test_whoever_watches_is_asked_for_a_name_first(browser: Browser, real: str) -> None:
    """And what was chosen is shown then."""
    async with visiting(browser, real, PHONE) as ann:
        await ann.page.click("#naming .watch")
        await ann.page.evaluate(WATCH)
        await react(ann, "Wow")
        await ann.sit_down("Wu")
        assert (await seen(ann, "Wu: Wow"))["text"] == "😮Wu"


@pytest.mark.parametrize(
    ("device", "scheme", "language"), [(SMALL, "light", "pl"), (SMALL, "dark", "cs"), (DESK, "dark", "en")]
)
async def test_the_six_are_large_and_have_names(
    browser: Browser, real: str, device: dict[str, Any], scheme: Any, language: str
) -> None:
    """Each can be touched, axe finds nothing, and with a long name the page is as wide as the screen."""
    async with visiting(browser, real, device, scheme=scheme, language=language) as ann:
        await ann.sit_down("Wolfeschlegelsteinhausen")
        await ann.page.click("#react")
        buttons = ann.page.locator("#react, #reactions button")
        await expect(buttons).to_have_count(7)
        boxes = [await box_of(button) for button in await buttons.all()]
        for box in boxes:
            assert min(box["width"], box["height"]) >= TOUCH
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= device["viewport"]["width"]
        assert await ann.page.evaluate(WIDE) <= 0
        await ann.is_accessible()
