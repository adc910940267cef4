"""The page in real browsers."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.texts import Texts
from bot.web_app.app import WebApp
from core import GameRecord
from tests.bot.web_app.browser import DESK, PHONE, Visitor, box_of, fingers, visiting
from tests.bot.web_app.scripted import ScriptedPainter, ScriptedTable

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module")
async def scripted(table: ScriptedTable, texts: Texts) -> AsyncIterator[str]:
    """A room of a web table with the scripted table of sixty spots."""
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=ScriptedPainter())
    yield f"{await app.start()}r/friday"
    await app.stop()


async def scripted_turn(visitor: Visitor) -> None:
    """Begin a game alone; the sixty spots are offered."""
    await visitor.sit_down("Ann")
    await visitor.choices("new").first.click()
    await visitor.choices("start").click()
    await visitor.sees("Now Ann lays the tile.")
    await expect(visitor.image).to_be_visible()


async def test_two_phones_play_by_tapping(browser: Browser, real: str) -> None:
    """Two people on phones take five turns each; both see every picture, one has the choices."""
    async with visiting(browser, real, PHONE) as ann, visiting(browser, real, PHONE, language="pl") as ola:
        await ann.sit_down("Ann")
        await ola.sit_down("Ola")
        await ann.choices("new").first.tap()
        await ola.choices("join").tap()
        await ann.sees("Ann and Ola")
        await ann.choices("settings view=more").tap()
        await ann.choices("settings order=joined").tap()
        await ann.sees("as you joined")
        await ann.choices("start").tap()
        for turn in range(10):
            actor, other = (ann, ola) if turn % 2 == 0 else (ola, ann)
            await expect(actor.choices("place").first).to_be_visible()
            await expect(other.choices("place")).to_have_count(0)
            await expect(actor.image).to_have_attribute("src", re.compile(r"/\d+-bare-"))
            await actor.choices("place").first.tap()
            letters = actor.choices("deploy")
            async with asyncio.timeout(60):
                while not (await letters.count() or await other.choices("place").count()):
                    await asyncio.sleep(0.05)
            if await letters.count():
                await expect(other.image).to_have_attribute("src", re.compile(r"/\d+-bare-"))
                await (letters.first if turn < 2 else actor.choices("pass")).tap()
        await expect(ann.choices("place").first).to_be_visible()
        await expect(ann.page.locator("#log li")).to_have_count(11)
        await expect(ola.page.locator("#log li")).to_have_count(11)
        assert await ann.page.title() == "● Your turn · friday"
        assert await ola.page.title() == "friday · Bastide"
        await expect(ola.page.locator("#people")).to_have_text("Teraz tu są: Ann, Ola")


async def test_the_keyboard_alone_is_enough(browser: Browser, real: str) -> None:
    """Naming, joining, laying by number, deploying by letter, undo, answers: without any pointer."""
    async with visiting(browser, real, DESK) as ann, visiting(browser, real, DESK) as bo:
        for visitor, name, first in ((ann, "Ann", "new"), (bo, "Bo", "join")):
            keys = visitor.page.keyboard
            await expect(visitor.page.locator("#name")).to_be_focused()
            await keys.type(name)
            await keys.press("Enter")
            await expect(visitor.choices(first).first).to_be_visible()
            await visitor.tab_to(first)
            await keys.press("Enter")
            await visitor.sees(name)
        keys = ann.page.keyboard
        await ann.sees("Ann and Bo")
        await ann.tab_to("settings view=more")
        await keys.press("Space")
        await ann.tab_to("settings order=joined")
        await keys.press("Space")
        await ann.sees("as you joined")
        await ann.tab_to("start")
        await keys.press("Space")
        await expect(ann.choices("place").first).to_be_visible()

        outline = "() => getComputedStyle(document.activeElement).outlineStyle"
        await ann.tab_to("place 1")
        assert await ann.page.evaluate(outline) == "solid"
        await keys.type("1")
        assert await ann.focused() == "command"
        assert await ann.page.evaluate(outline) == "solid"
        await keys.press("Enter")
        await expect(ann.choices("deploy a")).to_be_visible()
        await keys.type("a")
        await keys.press("Enter")
        await expect(bo.choices("place").first).to_be_visible()
        await ann.tab_to("undo")
        await keys.press("Enter")
        await bo.choices("vote yes").click()
        await expect(ann.choices("deploy a")).to_be_visible()
        await ann.tab_to("deploy a")
        await keys.press("Enter")
        await expect(bo.choices("place").first).to_be_visible()

        await keys.type("/place 1")
        await keys.press("Enter")
        toast = ann.page.locator("#toast")
        await expect(toast).to_contain_text("Bo")
        await keys.press("Escape")
        await expect(toast).to_be_empty()
        await ann.tab_to("score")
        await keys.press("Enter")
        await expect(ann.page.locator("#answer")).to_contain_text("Points")
        await keys.press("Escape")
        await expect(ann.page.locator("#answer")).to_be_hidden()
        assert await ann.focused() == "score"


async def test_a_held_key_makes_one_move(browser: Browser, scripted: str, table: ScriptedTable) -> None:
    """Enter that repeats does not press the button that comes next in the same place."""
    async with visiting(browser, scripted, DESK) as ann:
        await scripted_turn(ann)
        await ann.choices("place 1").first.focus()
        await ann.page.keyboard.down("Enter")
        await ann.sees("may put a meeple")
        for _ in range(5):
            await ann.page.keyboard.down("Enter")
        await ann.page.keyboard.up("Enter")
        await ann.page.wait_for_timeout(200)
    assert [command for _, command in table.moves] == ["new", "start", "place 1"]


async def test_a_spot_in_the_picture_can_be_tapped(
    browser: Browser, scripted: str, table: ScriptedTable
) -> None:
    """A tap on number 37 lays the tile there; a tap beside the numbers enlarges the picture."""
    async with visiting(browser, scripted, PHONE) as ann:
        await scripted_turn(ann)
        box = await box_of(ann.image)
        await ann.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.95)
        await expect(ann.page.locator("#viewer img")).to_be_visible()
        await ann.page.tap("#viewer [data-zoom=close]")
        await ann.page.touchscreen.tap(box["x"] + box["width"] * 0.65, box["y"] + box["height"] * 3.5 / 7)
        await ann.sees("may put a meeple")
    assert table.moves[-1] == ("Ann", "place 37")


async def test_two_fingers_zoom_and_one_pans(browser: Browser, scripted: str, table: ScriptedTable) -> None:
    """In the enlarged picture fingers zoom and pan, a drag lays nothing, and a tap on a number does."""
    async with visiting(browser, scripted, PHONE) as ann:
        await scripted_turn(ann)
        await ann.page.tap("#enlarge")
        spot = ann.page.locator('#viewer .target[data-command="place 35"]')
        await expect(spot).to_be_visible()
        before = await box_of(spot)
        touch = await ann.page.context.new_cdp_session(ann.page)
        await fingers(touch, "touchStart", (170, 420), (220, 420))
        for spread in range(10, 80, 10):
            await fingers(touch, "touchMove", (170 - spread, 420), (220 + spread, 420))
        await fingers(touch, "touchEnd")
        pinched = await box_of(spot)
        await fingers(touch, "touchStart", (195, 420))
        for way in range(10, 60, 10):
            await fingers(touch, "touchMove", (195 - way, 420 - way))
        await ann.page.wait_for_timeout(200)  # a finger that leaves at speed would swallow the next tap
        await fingers(touch, "touchMove", (144, 369))
        await fingers(touch, "touchEnd")
        panned = await box_of(spot)
        assert pinched["width"] > 2 * before["width"]
        assert panned["x"] < pinched["x"] - 30
        assert table.moves[-1] == ("Ann", "start")
        await spot.tap()
        await ann.sees("may put a meeple")
        await expect(ann.page.locator("#viewer")).to_be_hidden()
    assert table.moves[-1] == ("Ann", "place 35")


async def test_a_mouse_drags_the_picture_by_whatever_lies_upon_it(
    browser: Browser, scripted: str, table: ScriptedTable
) -> None:
    """A drag that begins upon a number lays nothing where it ends; a click does."""
    async with visiting(browser, scripted, DESK) as ann:
        await scripted_turn(ann)
        await ann.page.click("#enlarge")
        spot, mouse = ann.page.locator('#viewer .target[data-command="place 35"]'), ann.page.mouse
        await expect(spot).to_be_visible()
        await mouse.move(640, 400)
        await mouse.wheel(0, -300)
        for begins in (True, False):
            before = await box_of(spot)
            x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
            await mouse.move(x, y)
            await mouse.down()
            if begins:
                for step in range(1, 7):
                    await mouse.move(x + 10 * step, y + 5 * step)
            await mouse.up()
            if begins:
                after = await box_of(spot)
                assert after["x"] > before["x"] + 40
                assert table.moves[-1] == ("Ann", "start")
        await ann.sees("may put a meeple")
    assert table.moves[-1] == ("Ann", "place 35")


async def test_a_double_tap_and_keys_zoom(browser: Browser, scripted: str) -> None:
    """Two quick taps go closer and back; so do + and 0; Escape leaves."""
    async with visiting(browser, scripted, PHONE) as ann:
        await scripted_turn(ann)
        await ann.page.locator("#enlarge").tap()
        picture = ann.page.locator("#viewer img")
        await expect(picture).to_be_visible()

        async def width() -> float:
            box = await box_of(picture)
            return box["width"]

        touch = await ann.page.context.new_cdp_session(ann.page)
        for wide in (2.5 * 390, 390):
            # How quick the two are is told with them, however long a busy machine takes.
            began = time.time()
            for later in (0.0, 0.1):
                await fingers(touch, "touchStart", (195, 545), when=began + later)
                await fingers(touch, "touchEnd", when=began + later)
            assert await width() == pytest.approx(wide, rel=0.02)
            await ann.page.wait_for_timeout(600)
        for key, wide in (("+", 1.5 * 390), ("+", 2.25 * 390), ("-", 1.5 * 390), ("0", 390)):
            await ann.page.keyboard.press(key)
            assert await width() == pytest.approx(wide, rel=0.02)
        await ann.page.keyboard.press("Escape")
        await expect(picture).to_be_hidden()


@pytest.mark.parametrize("width", [320, 390])
async def test_sixty_spots_leave_the_picture_in_sight(browser: Browser, scripted: str, width: int) -> None:
    """While one looks for number 60 the picture stays, nothing is cut off, and every button is big enough."""
    device: dict[str, Any] = {**PHONE, "viewport": {"width": width, "height": 700}}
    async with visiting(browser, scripted, device) as ann:
        await scripted_turn(ann)
        await expect(ann.choices("place")).to_have_count(60)
        last = ann.choices("place 60")
        await last.scroll_into_view_if_needed()
        await expect(ann.image).to_be_in_viewport(ratio=0.95)
        sideways = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert await ann.page.evaluate(sideways) == 0
        smallest = (
            "() => Math.min(...[...document.querySelectorAll('#choices button, #typed *, #tools button')]"
            ".filter(e => e.matches('button, input')).map(e => Math.min(e.clientWidth, e.clientHeight) + 2))"
        )
        assert await ann.page.evaluate(smallest) >= 44
        await last.tap()
        await ann.sees("may put a meeple")


async def test_axe_finds_nothing_on_a_phone_by_day(browser: Browser, scripted: str) -> None:
    """Names, roles and contrast: asking for the name, a turn, an answer, the enlarged picture."""
    async with visiting(browser, scripted, PHONE) as ann:
        await ann.is_accessible()
        await scripted_turn(ann)
        assert "60 spots" in (await ann.image.get_attribute("alt") or "")
        await ann.is_accessible()
        await ann.page.click("#tools [data-command=board]")
        await expect(ann.page.locator("#answer img")).to_be_visible()
        await ann.is_accessible()
        await ann.page.keyboard.press("Escape")
        await ann.page.click("#enlarge")
        await expect(ann.page.locator("#viewer img")).to_be_visible()
        await ann.is_accessible()


async def test_axe_finds_nothing_on_a_desk_by_night(browser: Browser, scripted: str) -> None:
    """Names, roles and contrast in the dark colours: the door, a turn with a refusal."""
    async with visiting(browser, scripted.removesuffix("r/friday"), DESK, scheme="dark") as visitor:
        await visitor.is_accessible()
    async with visiting(browser, scripted, DESK, scheme="dark") as ann:
        await scripted_turn(ann)
        await ann.page.fill("#command", "/place 99")
        await ann.page.keyboard.press("Enter")
        await expect(ann.page.locator("#toast")).to_have_text("There is no spot 99.")
        await ann.is_accessible()
        dark = "() => getComputedStyle(document.body).backgroundColor"
        assert await ann.page.evaluate(dark) == "rgb(29, 31, 33)"


async def test_what_people_write_is_only_text(browser: Browser, scripted: str) -> None:
    """A name full of markup stands there as it was typed, for everybody."""
    name = "<img src=x onerror=a()>"
    async with visiting(browser, scripted, DESK) as eve, visiting(browser, scripted, DESK) as bo:
        await eve.sit_down(name)
        await eve.choices("new").first.click()
        await bo.sees(f"Sitting here: {name}.")
        await expect(bo.page.locator("#people")).to_have_text(f"Here now: {name}")
        assert await bo.page.locator("#panel img").count() == 0


async def test_names_are_asked_once_and_can_be_changed(browser: Browser, scripted: str) -> None:
    """The name survives a reload and goes to all; who only watches is asked before the first move."""
    async with visiting(browser, scripted, PHONE) as ann:
        await ann.page.tap("#naming .watch")
        await ann.choices("new").first.tap()
        await ann.sit_down("Ann")
        await ann.sees("Sitting here: Ann.")
        await ann.page.reload()
        await ann.sees("Sitting here: Ann.")
        assert not await ann.page.locator("#naming").is_visible()
        await ann.page.tap("#rename")
        await ann.sit_down("Ann  of\tArc")
        await expect(ann.page.locator("#rename")).to_have_text("Ann of Arc")
        await expect(ann.page.locator("#people")).to_have_text("Here now: Ann of Arc")


async def test_a_name_that_nobody_sees_is_none(browser: Browser, scripted: str) -> None:
    """The page says so, has no empty button in its head, and asks anew when it is opened again."""
    async with visiting(browser, scripted, PHONE) as ann:
        await ann.sit_down("\u200b\u200d")
        await expect(ann.page.locator("#toast")).to_have_text("Please tell us your name first.")
        await expect(ann.page.locator("#rename")).to_have_text("Your name?")
        await ann.page.reload()
        await expect(ann.page.locator("#naming")).to_be_visible()


async def test_a_question_in_an_answer_is_answered_there(browser: Browser, real: str) -> None:
    """Ending a game asks first; saying yes closes the question and shows the room as it is then."""
    async with visiting(browser, real, PHONE) as ann:
        await ann.sit_down("Ann")
        await ann.choices("new").first.tap()
        await ann.sees("Players")
        await ann.page.fill("#command", "/end")
        await ann.page.keyboard.press("Enter")
        await ann.page.locator('#answer button[data-command="end yes"]').tap()
        await expect(ann.page.locator("#answer")).to_be_hidden()
        await ann.sees("called off")


async def test_a_file_can_be_saved(browser: Browser, scripted: str) -> None:
    """A record comes as a link that saves it under its name."""
    async with visiting(browser, scripted, DESK) as ann:
        await ann.sit_down("Ann")
        await ann.page.fill("#command", "/export")
        await ann.page.keyboard.press("Enter")
        async with ann.page.expect_download() as download:
            await ann.page.click("#answer a.file")
        saved = await download.value
        assert saved.suggested_filename == "game.json"
        assert Path(await saved.path()).read_bytes() == b'{"a": 1}'


async def test_a_lost_line_comes_back_and_a_tap_meanwhile_counts_once(
    browser: Browser, table: ScriptedTable, texts: Texts
) -> None:
    """The server goes away under a tap and returns: the page says so, the move is made once, all is shown."""
    first = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=ScriptedPainter())
    site = await first.start()
    port = int(site.rstrip("/").rpartition(":")[2])
    async with visiting(browser, f"{site}r/friday", PHONE) as ann:
        await scripted_turn(ann)
        await first.stop()
        await ann.choices("place 8").first.tap()
        await expect(ann.page.locator("#banner")).to_contain_text("trying again")
        again = WebApp(host="127.0.0.1", port=port, table=table, texts=texts, painter=ScriptedPainter())
        await again.start()
        await ann.page.evaluate("dispatchEvent(new Event('online'))")
        await ann.sees("may put a meeple")
        await expect(ann.page.locator("#banner")).to_be_hidden()
        refused = [text for text in ann.complaints if "ERR_CONNECTION_REFUSED" in text]
        assert ann.complaints == refused
        ann.complaints.clear()
    assert [command for _, command in table.moves] == ["new", "start", "place 8"]
    await again.stop()


async def test_a_record_file_is_opened_in_the_page(browser: Browser, real: str, tmp_path: Path) -> None:
    """Choosing a file shows its game and lets one go on; a file that is too large is refused."""
    file = tmp_path / "game.json"
    file.write_text(GameRecord(("Ann", "Bo"), seed="5eed", actions=("draw",)).to_json(), "utf-8")
    async with visiting(browser, real, PHONE) as visitor:
        await visitor.sit_down("Ann")
        await visitor.page.set_input_files("#record", file)
        answer = visitor.page.locator("#answer .lines")
        await answer.locator("text=This record has 1 action").wait_for()
        await visitor.page.locator('#answer button[data-command$="continue"]').click()
        await visitor.sees("Bo's seat is free.")
        file.write_text("x" * 500_000, "utf-8")
        await visitor.page.set_input_files("#record", file)
        await visitor.page.locator("#toast", has_text="too large").wait_for()
        await expect(visitor.page.locator("body")).not_to_have_class(re.compile("busy"))
        assert visitor.complaints == []
