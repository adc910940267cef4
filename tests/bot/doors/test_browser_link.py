"""A personal link in a browser: the page knocks at its door before its own script has come."""

import re
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Route, expect

from bot.painting.painters import Painters
from bot.texts import Texts
from tests.bot.doors.framing import after, fetched
from tests.bot.doors.test_board_of_a_chat import Place, place
from tests.bot.web_app.browser import PHONE, chromium, visiting

__all__ = ["place"]

pytestmark = pytest.mark.browser

FROM_NOWHERE = "--disable-features=LocalNetworkAccessChecks"
"""A page that a test has changed has no address from which Chromium would let it come to ours."""


@pytest.fixture
async def pictures() -> AsyncIterator[Painters]:
    """The real ones: what is offered on a board is not seen in it."""
    painters = Painters(Texts.load())
    yield painters
    await painters.close()


async def without_script(route: Route) -> None:
    """The page as it is where others allow no script in it."""
    answer = await route.fetch()
    page, found = re.subn(r"<script>.*?</script>", "", await answer.text(), flags=re.DOTALL)
    assert found == 1
    await route.fulfill(response=answer, body=page)


@pytest.mark.parametrize("knocks", [True, False])
async def test_a_guest_is_let_in_and_the_board_does_not_wait_for_the_socket(
    place: Place, *, knocks: bool
) -> None:
    """Where it knocks later, the page comes in as well; after a reload, too, though a ticket is for once."""
    scene = await place.play.begin()
    mover = place.play.mover(scene)
    await place.page(place.play.other(mover))  # so that the picture hangs
    async with chromium(FROM_NOWHERE) as browser, visiting(browser, place.site, PHONE) as visitor:
        asked = fetched(visitor.page)
        if knocks:
            await visitor.page.route("**/room.js", after(asked, "bare", "socket"))
        else:
            await visitor.page.route("**/board/", without_script)
        await visitor.page.goto(f"{place.site}board/#{await place.ticket(mover)}")
        for _ in range(2):
            await expect(visitor.choices("place").first).to_be_visible()
            await expect(visitor.image).to_be_visible()
            assert asked.count("bare") == asked.count("door") == asked.count("socket") == 1
            asked.clear()
            await visitor.page.reload()
        assert urlsplit(visitor.page.url).fragment == ""


async def test_a_line_on_which_nothing_was_said_in_time_is_begun_anew(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the page's script takes long, the server waits for nobody, and nobody notices."""
    monkeypatch.setattr("bot.web_app.socket.HELLO", 1.0)
    scene = await place.play.begin()
    async with chromium() as browser, visiting(browser, place.site, PHONE) as visitor:
        asked = fetched(visitor.page)
        visitor.page.on("websocket", lambda line: line.on("close", lambda _: asked.append("closed")))
        await visitor.page.route("**/room.js", after(asked, "closed"))
        ticket = await place.ticket(place.play.mover(scene))
        await visitor.page.goto(f"{place.site}board/#{ticket}")
        await expect(visitor.choices("place").first).to_be_visible()
        await expect(visitor.page.locator("#banner")).to_be_hidden()
        assert asked.count("socket") >= 2
