"""People who are quicker than the line: their taps on what is new count, and a name given early stays."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, WebSocketRoute, expect

from tests.bot.store.redis_server import until
from tests.bot.web_app.browser import PHONE, Visitor, visiting
from tests.bot.web_app.late import late
from tests.bot.web_app.touched import opened_house

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


class SlowAnswers:
    """Between a page and the table: once told to, it keeps back that something is done, or everything."""

    def __init__(self, *, everything: bool = False) -> None:
        self.held: list[str | bytes] | None = [] if everything else None
        self._everything = everything
        self.asked: list[str] = []

    def lie_between(self, page: WebSocketRoute) -> None:
        """Pass on what both say."""
        self._page, table = page, page.connect_to_server()
        table.on_message(self._told)

        def says(message: str | bytes) -> None:
            if (said := json.loads(message)).get("type") == "do":
                self.asked.append(said["command"])
            table.send(message)

        page.on_message(says)

    def _told(self, message: str | bytes) -> None:
        if self.held is not None and (self._everything or json.loads(message)["type"] == "done"):
            self.held.append(message)
        else:
            self._page.send(message)

    def let_go(self) -> None:
        """Say what was kept back, and all else from now on."""
        held, self.held = self.held or [], None
        self.say(held)

    def say(self, messages: list[str | bytes]) -> None:
        """Say these now."""
        for message in messages:
            self._page.send(message)


@asynccontextmanager
async def waiting(browser: Browser, tmp_path: Path) -> AsyncIterator[tuple[Visitor, SlowAnswers]]:
    """Ann in an empty room, where from now on no word comes that something is done."""
    line = SlowAnswers()
    async with opened_house(tmp_path) as house, visiting(browser, house.room, PHONE) as ann:
        await ann.page.route_web_socket(re.compile("socket"), line.lie_between)
        await ann.page.reload()
        await ann.sit_down("Ann")
        await ann.choices("new opponents=1").wait_for()
        line.held = []
        yield ann, line


async def test_a_tap_on_what_is_new_waits_for_the_answer_before(browser: Browser, tmp_path: Path) -> None:
    """The scene with its new button comes before the word that it is done; then Start begins the game."""
    async with waiting(browser, tmp_path) as (ann, line):
        await ann.choices("new opponents=1").tap()
        start = ann.choices("start")
        await start.tap()
        await start.tap()
        await expect(start).to_be_visible()
        assert line.asked == ["new opponents=1"]
        line.let_go()
        await expect(ann.page.locator("#table .seat")).to_have_count(2)
        assert line.asked == ["new opponents=1", "start"]


async def test_a_second_tap_on_what_was_there_is_none(browser: Browser, tmp_path: Path) -> None:
    """Somebody impatient opens one game, also when they tap once more what they see."""
    async with waiting(browser, tmp_path) as (ann, line):
        new = ann.choices("new").first
        first = await new.get_attribute("data-command")
        await new.evaluate("(button) => { button.click(); button.click() }")
        await ann.choices("leave").wait_for()
        line.let_go()
        await ann.page.locator('#tools [data-command="rules"]').tap()
        await ann.page.locator("#answer[open]").wait_for()
        assert line.asked == [first, "rules"]


async def test_a_name_given_before_the_table_has_answered_stays(browser: Browser, tmp_path: Path) -> None:
    """The welcome of somebody without a name comes when they have one: they are asked no second time."""
    line = SlowAnswers(everything=True)
    async with opened_house(tmp_path) as house, visiting(browser, house.room, PHONE) as ann:
        await ann.page.route_web_socket(re.compile("socket"), line.lie_between)
        await ann.page.reload()
        await until(lambda: any(json.loads(message)["type"] == "welcome" for message in line.held or ()))
        welcome, line.held = line.held or [], []
        await ann.sit_down("Ann")
        line.say(welcome)
        await ann.choices("new opponents=1").tap()
        await expect(ann.page.locator("body")).to_have_class(re.compile("busy"))
        line.let_go()
        await ann.choices("leave").wait_for()
        await expect(ann.page.locator("#naming")).to_be_hidden()
        await expect(ann.page.locator("#rename")).to_have_text("Ann")


async def test_two_people_play_over_lines_that_are_late(browser: Browser, tmp_path: Path) -> None:
    """They tap as soon as there is something to tap, and each tap counts: six tiles lie on both boards."""
    async with (
        opened_house(tmp_path) as house,
        visiting(browser, house.room, PHONE) as ann,
        visiting(browser, house.room, PHONE) as bo,
        late(ann.page.context, 0.3),
        late(bo.page.context, 0.3),
    ):
        for visitor, name, first in ((ann, "Ann", "new"), (bo, "Bo", "join")):
            await visitor.page.reload()
            await visitor.sit_down(name)
            await visitor.choices(first).first.tap()
        await ann.choices("settings view=more").tap()
        await ann.choices("settings order=joined").tap()
        # What was there before that tap is no more to be tapped.
        await ann.sees("as you joined")
        await ann.choices("start").tap()
        for turn in range(5):
            mover = (ann, bo)[turn % 2]
            await mover.choices("place").first.tap()
            over = mover.page.locator(".seat.decides .name", has_text=("Bo", "Ann")[turn % 2])
            await expect(mover.choices("pass").or_(over).first).to_be_visible()
            if await mover.choices("pass").count():
                await mover.choices("pass").tap()
            await expect(over).to_be_visible()
        for visitor in (ann, bo):
            await expect(visitor.page.locator("#table .tiles")).to_have_text("▦ 65")
