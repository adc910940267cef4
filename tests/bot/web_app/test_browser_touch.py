"""The board that one touches, on a phone: a touch shows what would be, and only ✓ does it."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Route, expect

from core import tile_kind
from tests.bot.web_app.browser import DESK, PHONE, Visitor, box_of, chromium, visiting
from tests.bot.web_app.touched import (
    DECISIONS,
    LARGE,
    ROOM,
    TILE,
    House,
    begun,
    choose,
    confirm,
    confirm_twice,
    letters,
    opened_house,
    pass_over_lost_lines,
    rush,
    spots,
    touch_anywhere,
    touch_one,
)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SMALL: Final = {**PHONE, "viewport": {"width": 320, "height": 640}}
ASIDE: Final = {**PHONE, "viewport": {"width": 844, "height": 390}}
TOUCH: Final = 44
TOUCHABLE: Final = """(least) => {
  const { width, height } = document.querySelector(".spot rect").getBoundingClientRect();
  return Math.min(width, height) >= least;
}"""
"""Whether a spot is large enough for a finger; the board takes a moment to glide there."""
HIDDEN: Final = """() => {
  const { x, y, width, height } = document.querySelector(".board").getBoundingClientRect();
  const arrows = [...document.querySelectorAll(".edges button:not([hidden])")].map((one) => one.dataset.side);
  return [...document.querySelectorAll(".spot rect")].map((spot) => {
    const box = spot.getBoundingClientRect();
    const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
    const across = left < x ? "left" : left > x + width && "right";
    const sides = [across, top < y ? "up" : top > y + height && "down"];
    const way = sides.some((side) => arrows.includes(side));
    if (sides.some(Boolean)) return way ? "" : `no arrow to ${left}, ${top}`;
    const above = document.elementFromPoint(left, top);
    const zoom = above.closest(".zoom") && arrows.includes("right");
    return above.closest(".board") || zoom ? "" : `${left}, ${top} is under ${above.outerHTML}`;
  }).filter(Boolean);
}"""
"""The spots that can neither be touched nor be come to by an arrow, and why."""

MATTERS: Final = """() => {
  const { left, top, right, bottom } = document.querySelector(".board").getBoundingClientRect();
  const seen = (part) => {
    const box = part.getBoundingClientRect();
    return box.left >= left - 4 && box.top >= top - 4 && box.right <= right + 4 && box.bottom <= bottom + 4;
  };
  const [laid, spots] = [".frame.under", ".spot rect"].map((each) => [...document.querySelectorAll(each)]);
  return laid.length > 0 && laid.every(seen) && spots.some(seen);
}"""
"""Whether all tiles are seen that are new, and a spot; the board takes a moment to glide there."""


@pytest_asyncio.fixture(loop_scope="module")
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A running web table with the real use cases, pictures and store."""
    async with opened_house(tmp_path) as house:
        yield house


async def size(what: Locator) -> float:
    """The shorter side of something, in CSS pixels."""
    box = await box_of(what)
    return min(box["width"], box["height"])


async def lay(visitor: Visitor) -> None:
    """Lay the tile by two touches: a spot, and ✓."""
    await touch_one(visitor, spots(visitor))
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
            over = mover.page.locator(".seat.decides .name", has_text=("Bo", "Ann")[turn % 2])
            await expect(letters(mover).or_(over).first).to_be_visible()
            if await letters(mover).count():
                await mover.page.wait_for_function(LARGE, arg=TILE)
                await touch_one(mover, letters(mover))
                await expect(mover.page.locator(".area.chosen")).to_have_count(1)
                assert await size(confirm(mover)) >= TOUCH
                await confirm(mover).tap()
            await expect(over).to_be_visible()
            await expect(other.page.locator(".frame.under").first).to_be_attached()


async def test_the_last_move_by_finger_shows_the_result(browser: Browser, house: House) -> None:
    """The board, all of which can be touched, goes while it still waits to hear that its move is made."""
    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)
        await expect(spots(ann).first).to_be_visible()
        await rush(house.store, ROOM, 0)
        for visitor in (ann, bo):
            await visitor.page.reload()
            await expect(visitor.page.locator(".seat.decides")).to_be_visible()
        mover, other = (ann, bo) if await spots(ann).count() else (bo, ann)
        assert await other.page.evaluate("() => { scrollTo(0, 8); return scrollY; }") == 8
        for side in ("", "left", "down"):
            arrow = mover.page.locator(f".edges [data-side={side}]:not([hidden])")
            if side and await arrow.count():
                await arrow.tap()
            await (await spots(mover).first.element_handle()).wait_for_element_state("stable")
            assert await mover.page.evaluate(HIDDEN) == []
        await lay(mover)
        result = mover.page.locator("#lines", has_text="The game is over")
        await expect(letters(mover).or_(result).first).to_be_visible()
        if await letters(mover).count():
            await touch_one(mover, letters(mover))
            await confirm(mover).tap()
        for visitor in (ann, bo):
            await visitor.sees("The game is over")
            await visitor.page.wait_for_function("() => scrollY === 0")


async def test_the_ghost_lies_as_the_tile_will(browser: Browser, house: House) -> None:
    """The first look is legal, a touch on the ghost shows the next, ✕ takes it away, and ✓ lays it.

    Sprites may come late: the board waits for none of them.
    """
    there = asyncio.Event()

    async def late(route: Route) -> None:
        await there.wait()
        await route.continue_()

    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)
        await expect(spots(ann).first).to_be_visible()
        await ann.page.route("**/*-looks-*", late)
        await choose(ann, "place")
        await expect(ann.page.locator(".over .ghostly")).to_have_count(1)
        await expect(ann.page.locator(".over .ghost image, .in-hand")).to_have_count(0)
        there.set()
        await expect(ann.page.locator(".over .ghost image")).to_have_count(1)
        await ann.page.locator("#table .cancel").tap()
        before = await house.version()
        cell = spots(ann).first
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
        await lay(ann)
        assert await house.version() != before


async def pass_by_button(visitor: Visitor, *, then: str) -> None:
    """Lay the tile on the first spot and put no figure, by buttons, so that somebody else decides."""
    await expect(visitor.choices("place").first).to_be_visible()
    over = visitor.page.locator(".seat.decides .name", has_text=then)
    await visitor.choices("place").first.tap()
    await expect(visitor.choices("pass").or_(over).first).to_be_visible()
    if await visitor.choices("pass").count():
        await visitor.choices("pass").tap()
    await expect(over).to_be_visible()


async def test_a_new_turn_is_seen_wherever_one_has_looked(browser: Browser, house: House) -> None:
    """Whoever has enlarged the board sees what others did since, and where the next tile can lie."""
    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)
        await expect(spots(ann).first).to_be_visible()
        for _ in range(4):
            await ann.page.locator(".zoom [data-zoom=in]").tap()
        await ann.page.locator(".board").focus()
        for _ in range(4):
            await ann.page.keyboard.press("ArrowLeft")
        assert not await ann.page.evaluate(MATTERS)
        await pass_by_button(ann, then="Bo")
        await pass_by_button(bo, then="Ann")
        await expect(spots(ann).first).to_be_attached()
        await ann.page.wait_for_function(MATTERS)


async def test_a_part_that_shows_all_that_matters_stays(browser: Browser, house: House) -> None:
    """Whoever looks from farther away goes on to do so."""
    scale = "new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a"
    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)
        await expect(spots(ann).first).to_be_visible()
        await ann.page.locator(".zoom [data-zoom=out]").tap()
        before = await ann.page.evaluate(scale)
        await pass_by_button(ann, then="Bo")
        await ann.page.wait_for_function(f"() => Math.abs({scale} - {before}) < 0.001")


@pytest.mark.parametrize("language", ["en-GB", "pl-PL", "cs-CZ"])
async def test_all_that_can_be_done_with_a_figure_due_is_seen_at_once(
    browser: Browser, house: House, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No button beside the board is beyond the edge of a phone; the sign to turn has a name."""
    curves = (tile_kind("base/V"),) * 9
    monkeypatch.setattr("core.records.record.full_bag", lambda *_: curves)
    async with visiting(browser, house.room, PHONE, language=language) as ann:
        await ann.sit_down("Ann")
        await ann.page.fill("#command", "/new opponents=1 order=joined")
        await ann.page.keyboard.press("Enter")
        await ann.choices("start").tap()
        await expect(spots(ann).first).to_be_visible()
        await touch_one(ann, spots(ann))
        await confirm(ann).tap()
        await expect(ann.choices("turn")).to_be_visible()
        await expect(ann.choices("advice")).to_be_visible()
        bar = ann.page.locator("#table .bar")
        await expect(bar.locator("button")).to_have_count(4)
        assert await bar.evaluate("(e) => e.scrollWidth - e.clientWidth") <= 0
        named = bar.get_by_role("button", name=await ann.choices("turn").inner_text(), exact=True)
        await expect(named).to_have_text("⟳")


async def test_nothing_is_done_without_the_tick(browser: Browser, house: House) -> None:
    """Two hundred touches, drags and pinches anywhere on the board: the game stays as it is."""
    chance = random.Random(5)
    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)
        for decision in DECISIONS:
            await expect(ann.choices(decision).first).to_be_visible()
            await expect(ann.page.locator(".badge, .spot").first).to_be_attached()
            before = await house.version()
            assert await touch_anywhere(ann, chance, 100)
            assert await house.version() == before
            await ann.choices(decision).first.click()
            await expect(ann.choices(decision)).to_have_count(0)


async def test_a_doubled_tick_over_a_cut_line_makes_one_move(browser: Browser, house: House) -> None:
    """Tapped twice while the server is away, again when it is back: one tile lies."""
    async with visiting(browser, house.room, PHONE) as ann, visiting(browser, house.room, PHONE) as bo:
        await begun(ann, bo)
        await expect(spots(ann).first).to_be_visible()
        await ann.touch(spots(ann).first)
        await expect(confirm(ann)).to_be_visible()
        await confirm_twice(ann, house, house)
        await expect(ann.choices("pass")).to_be_visible()
        pass_over_lost_lines(ann, bo)


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
        await expect(ann.choices("start")).to_be_visible()
        await ann.page.evaluate("scrollTo(0, 8)")
        await ann.page.evaluate("document.querySelector('#choices [data-command=start]').click()")
        await ann.page.wait_for_function("() => document.querySelector('.playing') && scrollY === 0")
        for command, what in (("place", ".spot rect"), ("deploy", ".badge circle")):
            await expect(ann.choices(command).first).to_be_visible()
            await expect(ann.page.locator(what).first).to_be_visible()
            box = await box_of(ann.page.locator(what).first)
            await ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            await expect(confirm(ann)).to_be_in_viewport(ratio=0.99)
            await ann.is_accessible()
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert await ann.page.evaluate(wide) <= 0
            await confirm(ann).click()
            await expect(ann.choices(command)).to_have_count(0)


async def test_text_of_twice_the_size_leaves_room_for_the_board(house: House) -> None:
    """Whoever has set their browser so reads all of it so, plays as ever, and moves no page sideways."""
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    async with (
        chromium("--blink-settings=defaultFontSize=32") as browser,
        visiting(browser, house.room, SMALL) as ann,
        visiting(browser, house.room, PHONE, language="pl") as bo,
    ):
        await begun(ann, bo)
        for visitor in (ann, bo):
            await expect(visitor.page.locator(".seat")).to_have_count(2)
            await visitor.image.wait_for()
            text = visitor.page.locator("#lines p").first
            assert await text.evaluate("(part) => getComputedStyle(part).fontSize") == "32px"
            assert await visitor.page.evaluate(wide) <= 0
            assert await size(visitor.page.locator(".board")) >= 4 * TOUCH
        await choose(ann, "place")
        box, width = await box_of(confirm(ann)), SMALL["viewport"]["width"]
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        await confirm(ann).tap()
        await expect(ann.choices("place")).to_have_count(0)


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
        # With a figure due, Shift and an arrow goes from letter to letter, and Enter puts it there.
        await expect(letters(ann).first).to_be_visible()
        await ann.page.locator(".board").focus()
        chosen = ann.page.locator(".area.chosen")
        for way in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            await ann.page.keyboard.press(f"Shift+{way}")
        await expect(chosen).to_have_count(1)
        await ann.page.keyboard.press("Escape")
        await expect(chosen).to_have_count(0)
        for way in ("ArrowUp", "ArrowDown"):
            await ann.page.keyboard.press(f"Shift+{way}")
        _, version = await house.version()
        await ann.page.keyboard.press("Enter")
        await expect(letters(ann)).to_have_count(0)
        assert (await house.version())[1] > version
