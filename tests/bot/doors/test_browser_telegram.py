"""The board in Telegram, by finger: in a browser, in a frame of Telegram's; and on a phone, without one."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from playwright.async_api import Frame, Page, expect

from bot.painting.painters import Painters
from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.bot.doors.framing import after, fetched, named
from tests.bot.doors.inside_telegram import BOARD, HOST, Inside, inside_telegram
from tests.bot.telegram_app.conftest import World
from tests.bot.web_app.browser import PHONE, Visitor, chromium, visiting
from tests.telegram_server import User

pytestmark = pytest.mark.browser

NIGHT: Final = {"bg_color": "#17212b", "text_color": "#f5f5f5"}
WEB: Final = """<!doctype html><meta name="viewport" content="width=device-width">
<style>body { margin: 0 } iframe { width: 390px; height: 844px; border: 0 }</style>
<script>
  const heard = [];
  addEventListener("message", ({ origin, data }) => heard.push({ origin, ...JSON.parse(data) }));
  const open = (src) => document.body.append(Object.assign(document.createElement("iframe"), { src }));
  const tell = (eventType, eventData) => frames[0].postMessage(JSON.stringify({ eventType, eventData }), "*");
</script><body></body>"""
"""What stands in for Telegram in a browser. `heard` is what the page has asked of it."""
PHONES_OWN: Final = """
  window.heard = [];
  window.TelegramWebviewProxy = { postEvent: (eventType, data) =>
    heard.push({ eventType, eventData: JSON.parse(data) }) };
"""
BLOCKED: Final = "Blocked autofocusing on a <div> element in a cross-origin subframe."
HEIGHT: Final = "() => document.querySelector('#table').getBoundingClientRect().height"


async def asked(page: Page, kind: str) -> list[dict[str, Any]]:
    """All that the page has asked of Telegram, of one kind."""
    found: list[dict[str, Any]] = await page.evaluate(
        "(kind) => heard.filter((one) => one.eventType === kind).map((one) => one.eventData)",
        f"web_app_{kind}",
    )
    return found


def address(inside: Inside, user: User, link: str) -> str:
    """What Telegram opens for somebody who has pressed the button."""
    told = {
        "tgWebAppData": inside.opened(user, link),
        "tgWebAppVersion": "9.1",
        "tgWebAppPlatform": "weba",
        "tgWebAppThemeParams": json.dumps(NIGHT),
    }
    return f"{BOARD}{'?tgWebAppStartParam=' + link if link else ''}#{urlencode(told)}"


async def turn(visitor: Visitor, frame: Frame, other: str) -> None:
    """A whole turn by finger: a spot and ✓, then the first segment and ✓ if one is offered."""
    spots, confirm = frame.locator(".spot rect"), frame.locator("#table .confirm")
    await expect(spots.first).to_be_visible()
    await visitor.touch(spots.first)
    await confirm.tap()
    await expect(spots).to_have_count(0)
    letters, over = frame.locator(".badge circle"), frame.locator(".seat.decides .name", has_text=other)
    await expect(letters.or_(over).first).to_be_visible()
    if await letters.count():
        await visitor.touch(letters.first)
        await confirm.tap()
    await expect(over).to_be_visible()


@pytest.fixture
async def painters(texts: Texts) -> AsyncIterator[Painters]:
    """Real pictures, for a board to touch."""
    painting = Painters(texts)
    yield painting
    await painting.close()


async def test_a_group_plays_by_finger_in_telegrams_frame(
    world: World, store: RedisStore, texts: Texts, painters: Painters, tmp_path: Path
) -> None:
    """What the page asks of Telegram and is told by it; and each move is in the group's live message."""
    async with (
        inside_telegram(world, store, texts, painters) as inside,
        named(tmp_path, inside.site, HOST, {"web.telegram.org": WEB}) as flags,
        chromium(*flags) as browser,
        visiting(browser, "https://web.telegram.org/a/", PHONE) as visitor,
    ):
        play, page = inside.play, visitor.page
        scene = await play.begin()
        mover = play.mover(scene)
        await page.evaluate("(src) => open(src)", address(inside, mover, inside.link(play.live)))
        around = await page.wait_for_selector("iframe")
        frame = None if around is None else await around.content_frame()
        assert frame is not None
        await expect(frame.locator(".spot rect").first).to_be_visible()
        # Nothing that lets anybody in stays in the address, and what is asked comes from where the app is.
        assert await frame.evaluate("location.href") == BOARD
        assert await page.evaluate("heard.every(({ origin }) => origin === 'https://table.example.org')")
        assert len(await asked(page, "ready")) == len(await asked(page, "expand")) == 1
        assert await asked(page, "setup_swipe_behavior") == [{"allow_vertical_swipe": False}]
        assert await asked(page, "setup_closing_behavior") == []
        # Telegram is dark, whatever the browser says.
        assert await frame.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(29, 31, 33)"
        assert await page.evaluate("matchMedia('(prefers-color-scheme: light)').matches")
        before = await frame.evaluate(HEIGHT)
        await page.evaluate("tell('viewport_changed', { height: 420, is_state_stable: false })")
        await page.evaluate("tell('viewport_changed', { height: 500, is_state_stable: true })")
        await frame.wait_for_function(f"(before) => ({HEIGHT})() < before", arg=before)
        assert await frame.evaluate(HEIGHT) == 0.8 * 500
        await page.evaluate("tell('safe_area_changed', { top: 40, bottom: 30, left: 0, right: 0 })")
        await page.evaluate("tell('content_safe_area_changed', { top: 6, bottom: 0, left: 0, right: 0 })")
        await frame.wait_for_function("() => getComputedStyle(document.body).paddingTop === '46px'")
        await page.evaluate("tell('viewport_changed', { height: 844, is_state_stable: true })")
        # It asks before it closes for as long as a ghost lies.
        await visitor.touch(frame.locator(".spot rect").first)
        await frame.locator("#table .cancel").tap()
        assert await asked(page, "setup_closing_behavior") == [
            {"need_confirmation": True},
            {"need_confirmation": False},
        ]
        for _ in range(2):
            scene = await play.scene()
            await turn(visitor, frame, play.other(mover).first_name)
            while play.mover(await play.shown()) != mover:
                await play.move()
            assert (await play.scene()).version > scene.version
        assert len(await asked(page, "trigger_haptic_feedback")) >= 2
        await frame.fill("#command", "place 99")
        await frame.press("#command", "Enter")
        await expect(frame.locator("#toast")).not_to_be_empty()
        assert (await asked(page, "trigger_haptic_feedback"))[-1]["notification_type"] == "error"
        async with visiting(browser, "about:blank", PHONE) as phone:
            await on_a_phone(phone.page, address(inside, play.other(mover), inside.link(play.live)))
        # Where Telegram opens it anew in the same frame, it begins anew. By what Telegram has signed it
        # knocks, and the picture of the night, as Telegram has it, comes before the page's own script.
        fetching = await fetched_from_now(page, frame, (await play.scene()).version)
        await page.route("**/room.js", after(fetching, "bare", "socket"))
        _, _, again = address(inside, mover, inside.link(play.live)).partition("#")
        await page.evaluate("(src) => { document.querySelector('iframe').src = src }", f"{BOARD}#{again}")
        # The page of before is there until the new one is.
        await page.wait_for_function(
            "() => heard.filter((one) => one.eventType === 'web_app_ready').length === 2"
        )
        await expect(frame.locator(".spot rect").first).to_be_visible()
        assert fetching.count("door") == fetching.count("bare") == fetching.count("socket") == 1
        # Whatever has the focus at first has none in a frame, until it is touched.
        assert set(visitor.complaints) <= {BLOCKED}
        visitor.complaints.clear()


async def fetched_from_now(page: Page, frame: Frame, version: int) -> list[str]:
    """What is asked for once the board of this version has come."""
    await expect(frame.locator(f'#table .pictures img[src*="picture/{version}-bare"]')).to_be_visible()
    return fetched(page)


async def on_a_phone(page: Page, opened: str) -> None:
    """There is no frame there, but an object to talk with. Reloaded, the page comes back by its pass."""
    await page.add_init_script(PHONES_OWN)
    await page.goto(opened)
    for _ in range(2):
        await expect(page.locator("#table")).to_be_visible()
        await page.locator(".skip").focus()
        await page.keyboard.press("Enter")
        assert await page.evaluate("document.activeElement.id") == "choices"
        assert await page.evaluate("location.href") == BOARD
        assert len(await asked(page, "ready")) == 1
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(29, 31, 33)"
        await page.reload()
    await expect(page.locator("#table")).to_be_visible()
    day = {"theme_params": {"bg_color": "#ffffff"}}
    await page.evaluate("(day) => Telegram.WebView.receiveEvent('theme_changed', day)", day)
    assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(246, 241, 228)"
