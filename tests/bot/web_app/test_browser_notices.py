"""Being told of one's turn, in a real browser: the button, the notice of its worker, and where it leads.

A Chromium without Google behind it has no push service. So the page is given a subscription of ours instead,
and what arrives at ours is handed to the browser by its debugger, as its own service would.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, CDPSession, Page

from tests.bot.web_app.browser import PATIENCE, PHONE, Visitor, box_of, visiting
from tests.bot.web_app.page import opened
from tests.bot.web_app.test_notices import Told, do, telling

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOM = "friday"
SUBSCRIBE = """(told) => {
  const kept = () => JSON.parse(localStorage.getItem("of-the-test") ?? "null");
  const subscription = (key) => ({
    ...told,
    toJSON: () => told,
    options: { applicationServerKey: new Uint8Array(key).buffer },
    unsubscribe: async () => localStorage.removeItem("of-the-test"),
  });
  PushManager.prototype.subscribe = async function ({ userVisibleOnly, applicationServerKey }) {
    if (!userVisibleOnly) throw new Error("browsers want that");
    localStorage.setItem("of-the-test", JSON.stringify([...applicationServerKey]));
    return subscription(kept());
  };
  PushManager.prototype.getSubscription = async () => (kept() ? subscription(kept()) : null);
}"""
SHOWN = """async () => {
  const shown = await (await navigator.serviceWorker.ready).getNotifications();
  return shown.map(({ title, body, tag, silent, data }) => ({ title, body, tag, silent, url: data.url }));
}"""
CLICK = """async () => {
  const led = [];
  self.clients.openWindow = async (path) => void led.push(`opened ${path}`);
  WindowClient.prototype.focus = async function () { led.push(`focused ${new URL(this.url).pathname}`); };
  const [notification] = await self.registration.getNotifications();
  const click = new NotificationEvent("notificationclick", { notification });
  const work = [];
  click.waitUntil = (promise) => work.push(promise);
  self.dispatchEvent(click);
  await Promise.all(work);
  return led;
}"""


@pytest_asyncio.fixture(loop_scope="module")
async def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Told]:
    """A web table whose people are told of turns when a test says so; nobody waits for pages."""
    monkeypatch.setattr("bot.timing.nudging.AFTER", timedelta())
    async with telling(tmp_path) as running:
        yield running


async def allowed(visitor: Visitor, told: Told, device: dict[str, Any]) -> None:
    """Let the page show notices, and give it a subscription of ours."""
    await visitor.page.context.grant_permissions(["notifications"])
    await visitor.page.context.add_init_script(f"({SUBSCRIBE})({json.dumps(device)})")
    await visitor.page.reload()


async def until(page: Page, script: str, true: Callable[[Any], bool]) -> Any:
    """Wait until an asynchronous function within the page gives what is wanted."""
    async with asyncio.timeout(PATIENCE / 1000):
        while not true(found := await page.evaluate(script)):
            await asyncio.sleep(0.05)
    return found


class Debugger:
    """Stands in for the browser's own push service."""

    def __init__(self, page: Page, session: CDPSession, origin: str) -> None:
        self._page = page
        self._session = session
        self._origin = origin
        self._known: dict[str, str] = {}
        session.on("ServiceWorker.workerRegistrationUpdated", self._heard)

    @classmethod
    async def of(cls, page: Page, site: str) -> "Debugger":
        """The one of a page's browser."""
        debugger = cls(page, await page.context.new_cdp_session(page), site.rstrip("/"))
        await debugger._session.send("ServiceWorker.enable")
        return debugger

    def _heard(self, event: dict[str, Any]) -> None:
        for registration in event["registrations"]:
            self._known[registration["scopeURL"]] = registration["registrationId"]

    async def shown(self, count: int, *messages: object) -> Any:
        """Hand messages over until so many notices are shown.

        Now and then the browser loses one, as while a worker still begins. The same again is the same notice.
        """
        async with asyncio.timeout(PATIENCE / 1000):
            while True:
                for message in messages:
                    await self._deliver(message)
                with suppress(TimeoutError):
                    async with asyncio.timeout(2):
                        return await until(self._page, SHOWN, lambda found: len(found) == count)

    async def _deliver(self, message: object) -> None:
        """Hand a message to the worker of the site."""
        async with asyncio.timeout(PATIENCE / 1000):
            while f"{self._origin}/" not in self._known:
                await asyncio.sleep(0.05)
        await self._session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": self._origin,
                "registrationId": self._known[f"{self._origin}/"],
                "data": json.dumps(message),
            },
        )


async def test_a_button_asks_and_a_notice_leads_back(told: Told, browser: Browser) -> None:
    """Nothing asks but the button; the notice comes while nobody looks, and goes when somebody does."""
    phone = told.service.subscribe("phone")
    async with (
        visiting(browser, f"{told.site}r/{ROOM}", PHONE) as ann,
        opened(told.site, ROOM, "Bo") as bo,
    ):
        page, button = ann.page, ann.page.locator("#notices button")
        await allowed(ann, told, phone.told())
        await ann.sit_down("Ann")
        await do(bo, "new order=joined")
        await ann.choices("join").click()
        await ann.choices("leave").wait_for()
        await page.get_by_role("button", name="Tell me when it's my turn").click()
        await page.get_by_role("button", name="No more notices").wait_for()
        await page.get_by_text("This device tells you when it's your turn").wait_for()
        await ann.is_accessible()
        for target in (button, page.locator("#notices label")):
            box = await box_of(target)
            assert box["height"] >= 44

        debugger = await Debugger.of(page, told.site)
        await page.goto(told.site)
        await do(bo, "start")
        await do(bo, "place 1")
        await do(bo, "pass")
        await told.nudger.work()
        await asyncio.gather(*told.nudger._serving)
        (arrived,) = told.service.arrived
        (shown,) = await debugger.shown(1, arrived.message)
        assert shown == {
            "title": "It's your turn",
            "body": "Room friday. Bo is playing with you.",
            "tag": arrived.message["tag"],
            "silent": True,
            "url": f"/r/{ROOM}",
        }
        # The same again, as over a restart, is the same notice.
        other = {**arrived.message, "tag": "another", "url": "https://elsewhere.example/x"}
        await debugger.shown(2, arrived.message, other)
        (worker,) = page.context.service_workers
        assert sorted([await worker.evaluate(CLICK), await worker.evaluate(CLICK)]) == [
            [],
            [f"opened /r/{ROOM}"],
        ]
        await debugger.shown(1, arrived.message)

        await page.goto(f"{told.site}r/{ROOM}")
        await ann.choices("pass").or_(page.locator("#table .spots")).first.wait_for(state="attached")
        await until(page, SHOWN, lambda found: found == [])
        await page.get_by_role("button", name="No more notices").wait_for()
        await debugger.shown(1, arrived.message)
        assert await worker.evaluate(CLICK) == [f"focused /r/{ROOM}"]

        await page.get_by_label("With sound").check()
        await until_kept(told, sound=True)
        await page.get_by_role("button", name="No more notices").click()
        await page.get_by_role("button", name="Tell me when it's my turn").wait_for()
        assert await told.store._link.scan("bastide:push:*") == set()


async def until_kept(told: Told, *, sound: bool) -> None:
    """Wait until the only device that is kept may be heard, or may not."""
    async with asyncio.timeout(PATIENCE / 1000):
        while True:
            (key,) = await told.store._link.scan("bastide:push:*")
            mail = await told.nudger._book.open(key.decode().removeprefix("bastide:push:"))
            if [device.sound for device in mail.devices.values()] == [sound]:
                return
            await asyncio.sleep(0.05)


async def test_a_browser_whose_address_was_lost_is_told_again(told: Told, browser: Browser) -> None:
    """Whoever has asked for it once need not ask again; whoever has not is not subscribed."""
    phone = told.service.subscribe("phone")
    async with visiting(browser, f"{told.site}r/{ROOM}", PHONE) as ann:
        await allowed(ann, told, phone.told())
        await ann.sit_down("Ann")
        await ann.page.get_by_role("button", name="Tell me when it's my turn").click()
        await ann.page.get_by_role("button", name="No more notices").wait_for()
        (key,) = await told.store._link.scan("bastide:push:*")
        await told.store._link.ask("DEL", key)
        await ann.page.reload()
        await ann.page.get_by_role("button", name="No more notices").wait_for()
        assert await told.store._link.scan("bastide:push:*") == {key}


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (
            "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
            "Powiadomienia z tej strony są zablokowane.",
        ),
        (
            "delete window.PushManager; Object.defineProperty(navigator, 'standalone', { value: false })",
            "Aby dostawać powiadomienia o swojej kolei, dodaj tę stronę do ekranu głównego",
        ),
        ("delete window.PushManager", ""),
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", ""),
    ],
)
async def test_where_it_cannot_work_there_is_no_button(
    told: Told, browser: Browser, setting: str, sentence: str
) -> None:
    """Blocked, or on an iPhone's browser: one sentence with a way on. Elsewhere nothing at all."""
    async with visiting(browser, f"{told.site}r/{ROOM}", PHONE, language="pl-PL") as ann:
        await ann.page.context.grant_permissions(["notifications"])
        await ann.page.reload()
        await ann.sit_down("Ann")
        await ann.page.get_by_role("button", name="Powiadom mnie").wait_for()
        await ann.page.context.add_init_script(setting)
        await ann.page.reload()
        await ann.choices("new").first.wait_for()
        part = ann.page.locator("#notices")
        if sentence:
            await part.get_by_text(sentence).wait_for()
        else:
            # What the server says of it has come by the time when something later has.
            await ann.choices("tutorial").click()
            await ann.page.locator("#answer .lines p").first.wait_for()
            assert await part.is_hidden()
        assert await part.get_by_role("button").count() == 0


async def test_what_a_browser_does_not_manage_is_said(told: Told, browser: Browser) -> None:
    """As in this one, which has no push service: one sentence, and the button stays."""
    async with visiting(browser, f"{told.site}r/{ROOM}", PHONE) as ann:
        await ann.page.context.grant_permissions(["notifications"])
        await ann.page.reload()
        await ann.sit_down("Ann")
        await ann.page.get_by_role("button", name="Tell me when it's my turn").click()
        await ann.page.get_by_text("Your browser cannot set up notices now.").wait_for()
        await ann.page.get_by_role("button", name="Tell me when it's my turn").wait_for()
        assert await told.store._link.scan("bastide:push:*") == set()
        # It says so to developers, too.
        assert all("Push API" in complaint for complaint in ann.complaints)
        ann.complaints.clear()
