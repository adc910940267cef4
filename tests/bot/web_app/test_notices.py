"""Pages that ask to be told of turns, over real sockets, up to the push service."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, WSMsgType

from bot.people import Channel
from bot.pushing.courier import Courier
from bot.pushing.devices import DeviceBook
from bot.pushing.nudger import Nudger, topic_of
from bot.store import open_store
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from bot.web_app.notices import MOST_A_DAY, NoticeDesk
from tests.bot.pushing.service import Browser, PushService, push_service, raw
from tests.bot.table.club import Counter, Hands
from tests.bot.web_app.page import Message, Page, opened
from tests.bot.web_app.scripted import ScriptedPainter, ScriptedTable

ROOM = "friday"
PUBLIC = "https://table.example.org"


@dataclass
class Told:
    """A web table whose people are told of turns when a test says so."""

    site: str
    store: RedisStore
    service: PushService
    nudger: Nudger
    clock: Hands

    async def work(self) -> list[tuple[str, str]]:
        """Tell everybody who is to be told now: the devices and titles."""
        await self.nudger.work()
        await asyncio.gather(*self.nudger._serving)
        return sorted(self.service.messages())


@asynccontextmanager
async def telling(folder: Path) -> AsyncIterator[Told]:
    """Such a table, with the real use cases and a store in memory."""
    store = await open_store("memory://", folder)
    texts, clock = Texts.load(), Hands()
    async with push_service() as service:
        book = DeviceBook(store.devices, store)
        courier = Courier(store.secret, PUBLIC, services=(service.origin,))
        nudger = Nudger(store, book, courier, texts, clock, look=3600)
        table = Table(store, clock, Counter())
        app = WebApp(
            host="127.0.0.1", port=0, table=table, texts=texts, painter=ScriptedPainter(),
            news=store.news, notices=NoticeDesk(book, courier, nudger, store, clock),
        )  # fmt: skip
        yield Told(await app.start(), store, service, nudger, clock)
        await app.stop()
    await store.close()


@pytest.fixture
async def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Told]:
    """A table that waits for no page."""
    monkeypatch.setattr("bot.timing.nudging.AFTER", timedelta())
    monkeypatch.setattr("bot.web_app.app.RATE", 1000.0)
    async with telling(tmp_path) as running:
        yield running


async def ask(page: Page, **what: object) -> Message:
    """What the server says about notices."""
    await page.socket.send_json({"type": "notices", **what})
    return await page.expect("notices", "refusal")


async def do(page: Page, command: str) -> Message:
    """Do something; the page's scene once it is done."""
    once = await page.do(command)
    scene: Message = {}
    while True:
        message = await page.expect("scene", "done", "refusal")
        assert message["type"] != "refusal", message
        if message["type"] == "done" and message["once"] == once:
            return scene
        scene = message.get("scene", scene)


async def test_whoever_has_left_is_told_of_their_turn(told: Told) -> None:
    """From the button to the push service and back to the room; whoever is there is not."""
    async with opened(told.site, ROOM, "Ann") as ann:
        async with opened(told.site, ROOM, "Bo", language="pl") as bo:
            await do(ann, "new order=joined")
            await do(bo, "join")
            assert await ask(bo, endpoint="") == state(on=False, told=False)
            key = (await ask(bo, key=True))["key"]
            assert len(raw(key)) == 65
            phone = told.service.subscribe("phone")
            assert await ask(bo, device=phone.told(), sound=True) == state(on=True, told=True, sound=True)
            await do(ann, "start")
        # Bo is away now.
        await do(ann, "place 1")
        scene = await do(ann, "pass")
        assert not scene["yours"]
        assert await told.work() == [("phone", "Twoja kolej")]
        assert await told.work() == []


async def test_whoever_looks_is_not_told(told: Told) -> None:
    """The page says which scene it has shown, and nothing but what was shown to it counts."""
    async with opened(told.site, ROOM, "Ann") as ann, opened(told.site, ROOM, "Bo") as bo:
        await do(ann, "new order=joined")
        await do(bo, "join")
        await ask(bo, device=told.service.subscribe("phone").told())
        await do(ann, "start")
        for seen, expected in ((True, []), (False, [("phone", "It's your turn")])):
            await do(ann, "place 1")
            about = await do(ann, "pass")
            await scene_with(bo, about["version"])
            if seen:
                await bo.socket.send_json(
                    {"type": "seen", "game": about["game"], "version": about["version"]}
                )
            await bo.socket.send_json(
                {"type": "seen", "game": about["game"], "version": about["version"] + 9}
            )
            await bo.socket.send_json({"type": "seen", "game": "another", "version": about["version"]})
            await bo.socket.send_json({"type": "seen"})
            await bo.settled()
            assert await told.work() == expected
            await do(bo, "place 1")
            about = await do(bo, "pass")
            await scene_with(ann, about["version"])


async def test_pages_are_heard_of_by_the_clock_of_the_house(told: Told) -> None:
    """A device, again when its page is opened, and what the page has shown."""
    book = DeviceBook(told.store.devices, told.store)
    phone = told.service.subscribe("phone")
    async with opened(told.site, ROOM) as ann:
        await ask(ann, device=phone.told())
        told.clock.pass_by(days=1)
        await ask(ann, endpoint=phone.endpoint)
        scene = await do(ann, "new")
        told.clock.pass_by(days=1)
        await ann.socket.send_json({"type": "seen", "game": scene["game"], "version": scene["version"]})
        await ann.settled()
    (name,) = await told.store._link.scan("bastide:push:*")
    mail, now = await book.open(name.decode().removeprefix("bastide:push:")), told.clock.time
    assert [device.heard for device in mail.devices.values()] == [(now - timedelta(days=1)).timestamp()]
    assert [seen.when for seen in mail.seen.values()] == [now.timestamp()]


async def scene_with(page: Page, version: int) -> None:
    """Wait until a page is shown this version."""
    while (await page.expect("scene"))["scene"]["version"] < version:
        pass


def state(*, on: bool, told: bool, sound: bool = False) -> Message:
    """How things stand, as a page is told."""
    tag = topic_of(Channel("web", (ROOM,)))
    return {"type": "notices", "on": on, "sound": sound, "told": told, "tag": tag}


async def test_how_things_stand_is_known_again(told: Told) -> None:
    """On this device and on others, after coming back, and after turning it off."""
    phone, laptop = told.service.subscribe("phone"), told.service.subscribe("laptop")
    async with opened(told.site, ROOM) as ann:
        await ask(ann, device=phone.told(), sound=True)
        await ann.socket.close()
        await ann.connect()
        assert await ask(ann, endpoint=phone.endpoint) == state(on=True, told=True, sound=True)
        assert await ask(ann, endpoint=laptop.endpoint) == state(on=False, told=True)
        assert await ask(ann, device=laptop.told()) == state(on=True, told=True)
        assert await ask(ann, endpoint=phone.endpoint, off=True) == state(on=False, told=True)
        assert await ask(ann, endpoint=laptop.endpoint, off=True) == state(on=False, told=False)
        assert await ask(ann, endpoint=phone.endpoint) == state(on=False, told=False)


NO_DEVICE = "Notices to this browser go through a service that is not known here. They stay off."
HOSTILE: list[Any] = [
    None, 7, "x", [], {}, {"endpoint": "https://fcm.googleapis.com/x"},
    Browser("https://fcm.googleapis.com/fcm/send/x").told(),  # known elsewhere, not here
    Browser("http://127.0.0.1:6379/").told(),
    Browser("https://169.254.169.254/latest").told(),
    Browser("https://user@localhost/x").told(),
]  # fmt: skip


@pytest.mark.parametrize("device", HOSTILE)
async def test_what_is_no_device_is_refused_in_one_sentence(told: Told, device: object) -> None:
    """And nothing is kept of it."""
    async with opened(told.site, ROOM) as ann:
        assert await ask(ann, device=device) == {"type": "refusal", "once": "", "text": NO_DEVICE}
        assert await told.store._link.scan("bastide:push:*") == set()


async def test_a_key_that_is_no_point_is_refused(told: Told) -> None:
    """It has the right length, and nothing could be sealed for it."""
    device = told.service.subscribe("phone").told()
    device["keys"]["p256dh"] = "BA" + "A" * 85
    async with opened(told.site, ROOM) as ann:
        assert (await ask(ann, device=device))["text"] == NO_DEVICE


async def test_there_is_a_most_a_day(told: Told) -> None:
    """So often a person may change devices; then one sentence."""
    device = told.service.subscribe("phone").told()
    async with opened(told.site, ROOM) as ann:
        for _ in range(MOST_A_DAY):
            assert (await ask(ann, device=device))["type"] == "notices"
        answer = await ask(ann, device=device)
        assert (answer["type"], str(MOST_A_DAY) in answer["text"]) == ("refusal", True)


async def test_where_nobody_is_told_nothing_of_it_is_there(
    table: ScriptedTable, painter: ScriptedPainter, texts: Texts
) -> None:
    """No button in the page, and a page that asks all the same is none of ours."""
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter)
    site = await app.start()
    try:
        async with ClientSession() as session, session.get(site + "r/friday") as answer:
            assert 'data-notices=""' in await answer.text()
        for kind in ("notices", "seen"):
            async with opened(site, ROOM) as ann:
                await ann.socket.send_json({"type": kind})
                message = await ann.socket.receive()
                while message.type is WSMsgType.TEXT:
                    message = await ann.socket.receive()
                assert message.type in {WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED}
    finally:
        await app.stop()
