"""Browsers for tests: Debian's Chromium, driven by Playwright."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import (
    Browser,
    CDPSession,
    ConsoleMessage,
    Error,
    FloatRect,
    Locator,
    Page,
    async_playwright,
    expect,
)

from tests.bot.web_app.late import late

Scheme = Literal["light", "dark"]

FLAGS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
PATIENCE: Final = 60_000
"""How long a busy machine may take for one step, in milliseconds."""

expect.set_options(timeout=PATIENCE)


@asynccontextmanager
async def chromium(*flags: str) -> AsyncIterator[Browser]:
    """A running browser with an empty profile, perhaps with flags of its own."""
    path = shutil.which("chromium")
    assert path is not None, "the tests of the page need Chromium: apt-get install chromium"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        yield browser
        await browser.close()


async def fingers(
    session: CDPSession, kind: str, *points: tuple[float, float], when: float | None = None
) -> None:
    """Have fingers touch, move or leave: ``kind`` is ``touchStart``, ``touchMove`` or ``touchEnd``.

    ``when`` is told to the page, however long a busy machine takes.
    """
    places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    told = {} if when is None else {"timestamp": when}
    await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places, **told})


async def box_of(what: Locator) -> FloatRect:
    """Where something stands in its page, which a new scene may draw anew in that very moment."""
    async with asyncio.timeout(PATIENCE / 1000):
        while (box := await what.bounding_box()) is None:
            await asyncio.sleep(0.01)
    return box


@dataclass
class Visitor:
    """One person's browser, open at a room. ``complaints`` is what the browser found wrong."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def choices(self, command: str) -> Locator:
        """The buttons of the scene whose command begins like this."""
        return self.page.locator(f'#choices button[data-command^="{command}"]')

    async def sit_down(self, name: str) -> None:
        """Give a name."""
        await self.page.fill("#name", name)
        await self.page.keyboard.press("Enter")

    async def sees(self, text: str) -> None:
        """Wait until the scene's lines say this."""
        await self.page.locator("#lines", has_text=text).wait_for()

    @property
    def image(self) -> Locator:
        """The picture of the scene, or the bare board; it is put there when it has arrived."""
        return self.page.locator("#stage img, #table .pictures img").first

    async def touch(self, what: Locator) -> None:
        """Touch the board where this is drawn, once the board has come to rest."""
        await (await what.element_handle()).wait_for_element_state("stable")
        box = await box_of(what)
        await self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    async def is_accessible(self) -> None:
        """Let axe look at the page, once its buttons are not dimmed by what is under way."""
        await expect(self.page.locator("body.busy")).to_have_count(0)
        results = await Axe().run(self.page)
        assert results.violations_count == 0, results.generate_report()

    async def focused(self) -> str:
        """What has the focus: its id, or the command or text of a button."""
        name: str = await self.page.evaluate(
            "(({id, dataset, textContent}) => id || dataset.command || textContent)(document.activeElement)"
        )
        return name

    async def tab_to(self, what: str) -> None:
        """Press Tab until this has the focus: an id, or the command of a button, once it is seen."""
        await expect(self.page.locator(f'[id="{what}"], [data-command="{what}"]').first).to_be_visible()
        for _ in range(40):
            if await self.focused() == what:
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {what}")


@asynccontextmanager
async def visiting(
    browser: Browser,
    address: str,
    device: dict[str, Any],
    *,
    language: str = "en-GB",
    scheme: Scheme = "light",
) -> AsyncIterator[Visitor]:
    """A new browser profile at an address. Whatever it complains of fails the test."""
    context = await browser.new_context(**device, locale=language, color_scheme=scheme)
    context.set_default_timeout(PATIENCE)
    visitor = Visitor(await context.new_page())

    def heard(message: ConsoleMessage) -> None:
        # On a busy machine a page may come to need a picture later than the browser thinks it would.
        if message.type in {"error", "warning"} and "link preload" not in message.text:
            visitor.complaints.append(message.text)

    def failed(error: Error) -> None:
        visitor.complaints.append(str(error))

    visitor.page.on("console", heard)
    visitor.page.on("pageerror", failed)
    async with late(context):
        await visitor.page.goto(address)
        yield visitor
        await context.close()
    assert visitor.complaints == []
