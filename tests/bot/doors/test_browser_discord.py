"""On a phone, within Discord: the page comes in by what Discord tells it, and a finger plays the game."""

from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.async_api import FrameLocator, Page

from bot.doors.discord import FRAMES
from bot.painting.painters import Painters
from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.bot.discord_app.stage import version
from tests.bot.doors.discord_client import CUT_OFF, KEPT, discord_client
from tests.bot.doors.framing import after, fetched
from tests.bot.doors.within_discord import Club, club
from tests.bot.store.redis_server import until
from tests.bot.web_app.browser import PHONE, Visitor, chromium, visiting
from tests.discord_server import Payload

pytestmark = pytest.mark.browser


def address(user: Payload, instance: str, sandbox: str) -> str:
    """Where a person's client shows an Activity."""
    query = {"user": user["id"], "instance": instance, "sandbox": sandbox}
    return f"https://discord.com/channels/@me?{urlencode(query)}"


def board(page: Page) -> FrameLocator:
    """The page in the frame."""
    return page.frame_locator("iframe")


async def turn(place: Club, visitor: Visitor) -> None:
    """Lay the tile by two touches, and put nothing on it if that is asked."""
    frame, mover, before = board(visitor.page), place.stage.mover, version(place.stage.last)
    confirm = frame.locator("#table .confirm")
    while not await confirm.count():
        # What is read above the board may move it in the very moment of a touch.
        await visitor.touch(frame.locator(".spot rect").first)
        await visitor.page.wait_for_timeout(200)
    await confirm.tap()
    await place.server.until(lambda: version(place.stage.last) > before)
    if place.stage.mover == mover:
        laid = version(place.stage.last)
        await frame.locator('#choices button[data-command^="pass"]').tap()
        await place.server.until(lambda: version(place.stage.last) > laid)


async def test_the_board_within_discord(store: RedisStore, texts: Texts, tmp_path: Path) -> None:
    """One person's frame has an origin and the other's has none; both play, and the channel shows it."""
    painter, codes = Painters(texts), dict[str, list[str]]()
    async with (
        club(store, texts, painter, frames=FRAMES) as place,
        discord_client(place, tmp_path, codes) as port,
        chromium(f"--host-resolver-rules=MAP * 127.0.0.1:{port}", "--ignore-certificate-errors") as browser,
    ):
        await place.begin()
        people = (place.stage.ann, place.stage.bo)
        instance = place.server.world.enter_instance(place.stage.channel, *people)["instance_id"]
        device = {**PHONE, "ignore_https_errors": True}
        async with (
            visiting(browser, address(people[0], instance, KEPT), device) as ann,
            visiting(browser, address(people[1], instance, CUT_OFF), device) as bo,
        ):
            for visitor in (ann, bo):
                await board(visitor.page).locator("#table .pictures img").first.wait_for()
                (hello, asked) = await visitor.page.evaluate("heard")
                assert hello == [0, {"v": 1, "encoding": "json", "client_id": "4242", "frame_id": "f1"}]
                assert asked[1]["cmd"] == "AUTHORIZE"
                assert asked[1]["args"]["scope"] == ["identify"]
            for visitor in (ann, bo, ann):
                await turn(place, visitor)
            # With the code that Discord gives it knocks, and the picture comes before the page's own script.
            now = f'#table .pictures img[src*="picture/{version(place.stage.last)}-bare"]'
            for visitor in (ann, bo):
                await board(visitor.page).locator(now).wait_for()
                asked = fetched(visitor.page)
                await visitor.page.route("**/room.js", after(asked, "bare", "socket"))
                await visitor.page.frames[1].evaluate("location.reload()")
                # The page of before is there until the new one is.
                await until(partial({"bare", "socket"}.issubset, asked))
                await board(visitor.page).locator("#table .pictures img").first.wait_for()
                assert asked.count("bare") == asked.count("socket") == 1
                await visitor.page.unroute("**/room.js")
            # This browser keeps nothing for frames of others, so whoever loads the page anew is asked again:
            # Ann once more when her code is no good, and Bo no more when he does not agree.
            codes |= {people[0]["id"]: ["spent"], people[1]["id"]: [""]}
            for visitor, messages in ((ann, 7), (bo, 6)):
                await visitor.page.frames[1].evaluate("location.reload()")
                await visitor.page.wait_for_function(f"heard.length === {messages}")
            await board(ann.page).locator("#table .pictures img").first.wait_for()
            turned = board(bo.page).locator("#banner", has_text="Discord does not tell me who you are here")
            await turned.wait_for()
            assert len(await bo.page.evaluate("heard")) == 6
            for name, visitor in (("ann", ann), ("bo", bo)):
                await visitor.page.screenshot(path=tmp_path / f"{name}.png")
                # Chromium says so alone, of a dialog that is not open, and of a door where a code is no good.
                expected = ("autofocusing", "403") if visitor is ann else ("autofocusing",)
                visitor.complaints = [
                    said for said in visitor.complaints if not any(part in said for part in expected)
                ]
    await painter.close()
