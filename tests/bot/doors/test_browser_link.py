"""A personal link in a browser: the page knocks at its door before its own script has come."""

from collections.abc import AsyncIterator
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Request, expect

from bot.painting.painters import Painters
from bot.texts import Texts
from tests.bot.doors.test_board_of_a_chat import Place, place
from tests.bot.web_app.browser import PHONE, Visitor, chromium, visiting

__all__ = ["place"]

pytestmark = pytest.mark.browser


@pytest.fixture
async def pictures() -> AsyncIterator[Painters]:
    """The real ones: what is offered on a board is not seen in it."""
    painters = Painters(Texts.load())
    yield painters
    await painters.close()


def fetched(visitor: Visitor) -> list[str]:
    """What the page asks for from now on: the last parts of the addresses, for a picture what it shows."""
    asked: list[str] = []

    def note(request: Request) -> None:
        name = PurePosixPath(urlsplit(request.url).path).name
        asked.append(name.split("-")[1] if "-" in name else name)

    visitor.page.on("request", note)
    visitor.page.on("websocket", lambda _: asked.append("socket"))
    return asked


@pytest.mark.parametrize("knocks", [True, False])
async def test_a_guest_is_let_in_and_the_board_does_not_wait_for_the_socket(
    place: Place, *, knocks: bool
) -> None:
    """Where it cannot knock, the page comes in as well; after a reload, too, though a ticket is for once."""
    scene = await place.play.begin()
    mover = place.play.mover(scene)
    await place.page(place.play.other(mover))  # so that the picture hangs
    async with chromium() as browser, visiting(browser, place.site, PHONE) as visitor:
        if not knocks:
            await visitor.page.route("**/knock.js", lambda route: route.fulfill(body=""))
        asked = fetched(visitor)
        await visitor.page.goto(f"{place.site}board/#{await place.ticket(mover)}")
        for _ in range(2):
            await expect(visitor.choices("place").first).to_be_visible()
            await expect(visitor.image).to_be_visible()
            assert asked.count("bare") == 1
            assert (asked.index("bare") < asked.index("socket")) is knocks
            asked.clear()
            await visitor.page.reload()
        assert urlsplit(visitor.page.url).fragment == ""
