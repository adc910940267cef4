"""Games by finger, from the first tile to the result: in a room, inside Telegram, and within Discord.

What is between the first turns and the last ones is rushed through. ``BASTIDE_FINGERS=all`` plays it, too.
"""

import os
import random
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from bot.doors.discord import FRAMES
from bot.painting.painters import Painters
from bot.people import Channel
from bot.store.protocol import Store
from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.bot.doors.discord_client import CUT_OFF, KEPT, discord_client
from tests.bot.doors.framing import named
from tests.bot.doors.inside_telegram import HOST, inside_telegram
from tests.bot.doors.test_browser_discord import address as activity
from tests.bot.doors.test_browser_telegram import BLOCKED, PHONES_OWN, WEB
from tests.bot.doors.test_browser_telegram import address as mini_app
from tests.bot.doors.thumbs import Thumb, play_on
from tests.bot.doors.within_discord import club
from tests.bot.telegram_app.conftest import World
from tests.bot.web_app.browser import PHONE, Visitor, chromium, visiting
from tests.bot.web_app.touched import ROOM, begun, opened_house, rush

pytestmark = pytest.mark.browser

WHOLE: Final = os.environ.get("BASTIDE_FINGERS") == "all"
FIRST: Final = 8
"""Decisions by finger before the rush."""
LEFT: Final = 3
"""Tiles in the bag after it."""


async def thumbs_of(*visitors: Visitor) -> list[Thumb]:
    """A thumb for each page, in the frame that it has, or else in itself."""
    thumbs = []
    for number, visitor in enumerate(visitors):
        around = await visitor.page.query_selector("iframe")
        frame = None if around is None else await around.content_frame()
        thumbs.append(Thumb(visitor, frame or visitor.page.main_frame, random.Random(number)))
    return thumbs


async def finger_game(thumbs: list[Thumb], store: Store, channel: Channel) -> str:
    """Play a game to its end; the last sentence that all pages have then.

    A tile takes two touches, and so does a figure, or one more now and then.
    """
    if not WHOLE:
        await play_on(thumbs, FIRST)
        version = await rush(store, channel, LEFT)
        for thumb in thumbs:
            await thumb.sees(version)
    await play_on(thumbs)
    decided = sum((thumb.decided for thumb in thumbs), Counter[str]())
    taps = sum((thumb.taps for thumb in thumbs), Counter[str]())
    assert all(taps[what] <= 3 * decided[what] for what in taps)
    (said,) = {(await thumb.frame.locator("#lines").inner_text()).splitlines()[-1] for thumb in thumbs}
    assert said.startswith("Points: ")
    return said


def forgive(*visitors: Visitor) -> None:
    """Whatever has the focus at first has none in a frame, until it is touched."""
    for visitor in visitors:
        assert set(visitor.complaints) <= {BLOCKED}
        visitor.complaints.clear()


async def test_in_a_room(tmp_path: Path) -> None:
    """Two phones."""
    async with (
        opened_house(tmp_path) as house,
        chromium() as browser,
        visiting(browser, house.room, PHONE) as ann,
        visiting(browser, house.room, PHONE) as bo,
    ):
        await begun(ann, bo)
        await finger_game(await thumbs_of(ann, bo), house.store, ROOM)


async def test_inside_telegram(world: World, store: RedisStore, texts: Texts, tmp_path: Path) -> None:
    """One in a browser, in Telegram's frame, the other on a phone. The group has the result of the pages."""
    painter = Painters(texts)
    async with (
        inside_telegram(world, store, texts, painter) as inside,
        named(tmp_path, inside.site, HOST, {"web.telegram.org": WEB}) as flags,
        chromium(*flags) as browser,
        visiting(browser, "https://web.telegram.org/a/", PHONE) as ann,
        visiting(browser, "about:blank", PHONE) as bo,
    ):
        await inside.play.begin()
        link = inside.link(inside.play.live)
        await ann.page.evaluate("(src) => open(src)", mini_app(inside, world.ann, link))
        await ann.page.wait_for_selector("iframe")
        await bo.page.add_init_script(PHONES_OWN)
        await bo.page.goto(mini_app(inside, world.bo, link))
        said = await finger_game(await thumbs_of(ann, bo), store, inside.play.channel)
        await inside.play.chat.until(lambda: any(said in message.text for message in world.group.from_bot))
        forgive(ann, bo)
    await painter.close()


async def test_within_discord(store: RedisStore, texts: Texts, tmp_path: Path) -> None:
    """One frame has an origin and the other has none. The channel has the result that the pages show."""
    painter = Painters(texts)
    async with (
        club(store, texts, painter, frames=FRAMES) as place,
        discord_client(place, tmp_path, {}) as port,
        chromium(f"--host-resolver-rules=MAP * 127.0.0.1:{port}", "--ignore-certificate-errors") as browser,
    ):
        await place.begin()
        people, channel = (place.stage.ann, place.stage.bo), place.stage.channel
        instance = place.server.world.enter_instance(channel, *people)["instance_id"]
        device = {**PHONE, "ignore_https_errors": True}
        async with (
            visiting(browser, activity(people[0], instance, KEPT), device) as ann,
            visiting(browser, activity(people[1], instance, CUT_OFF), device) as bo,
        ):
            where = Channel("discord", (channel["guild_id"], channel["id"]))
            said = await finger_game(await thumbs_of(ann, bo), store, where)
            await place.server.until(lambda: said in place.stage.last["content"])
            forgive(ann, bo)
    await painter.close()
