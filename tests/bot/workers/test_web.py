"""Web tables of several workers on one store: what is done at one of them is shown by all."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.people import Channel
from bot.store import Change, open_store
from bot.store.keys import CHANGED
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from bot.web_app.elsewhere import LASTS
from bot.web_app.room import Room
from tests.bot.store.redis_server import RedisServer, until
from tests.bot.web_app.page import Message, Page, opened
from tests.bot.web_app.program import web_table
from tests.bot.web_app.scripted import ScriptedPainter

ROOM = "friday"


async def version(page: Page, least: int) -> Message:
    """The first scene of at least this version that a page is shown."""
    while True:
        scene: Message = (await page.expect("scene"))["scene"]
        if scene["version"] >= least:
            return scene


async def test_a_move_at_one_worker_is_shown_by_another(
    start_server: Callable[..., RedisServer], tmp_path: Path
) -> None:
    """Soon when the news arrive, soon after the connection for them was lost, and also without any news."""
    server = start_server()
    async with (
        web_table(tmp_path, REDIS_URL=server.url) as one,
        web_table(tmp_path, REDIS_URL=server.url) as two,
        opened(one, ROOM, "Ann") as ann,
        opened(two, ROOM, "Bo") as bo,
    ):
        with server.client() as client:
            await until(lambda: len(client.client_list("pubsub")) == 2)
            await ann.do("new order=joined")
            assert (await version(bo, 1))["game"] == (await version(ann, 1))["game"]
            assert client.client_kill_filter(_type="pubsub") == 2
            await bo.do("join")
            assert [(await version(page, 2))["version"] for page in (ann, bo)] == [2, 2]
            await until(lambda: len(client.client_list("pubsub")) == 2)
            await ann.do("start")
            await asyncio.gather(version(ann, 3), version(bo, 3))
            # Nobody may tell or hear anything any more.
            client.acl_setuser(
                "default", enabled=True, nopass=True, keys=["*"], commands=["+@all"], reset_channels=True
            )
            await until(lambda: not client.client_list("pubsub"))
            await ann.do("place 1")
            await asyncio.gather(version(ann, 4), version(bo, 4))
            settled = await asyncio.gather(ann.settled(), bo.settled())
            assert not [message for page in settled for message in page if message["type"] == "scene"]


async def test_news_alone_are_enough_and_nobody_loads_twice(
    store: RedisStore, texts: Texts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing is compared, pages elsewhere hear of a move; the worker that made it shows it as ever."""
    looked: list[Room] = []
    look = Room.look

    async def noted(room: Room) -> None:
        looked.append(room)
        await look(room)

    monkeypatch.setattr(Room, "look", noted)
    # More than a change of our own needs on a busy machine until it begins to be shown.
    monkeypatch.setattr("bot.web_app.rooms.OURS", 0.5)
    async with AsyncExitStack() as parts:
        apps, pages = [], []
        for name in ("Ann", "Bo"):
            app = WebApp(
                host="127.0.0.1", port=0, table=Table(store, SystemClock()), texts=texts,
                painter=ScriptedPainter(), news=store.news,
            )  # fmt: skip
            assert app._onlooker is not None
            app._onlooker._look = 3600.0
            site = await app.start()
            parts.push_async_callback(app.stop)
            apps.append(app)
            pages.append(await parts.enter_async_context(opened(site, "heard", name)))
        ann, bo = pages
        while (await store._link.ask("PUBSUB", "NUMSUB", "bastide:changed"))[1] < 2:
            await asyncio.sleep(0.01)
        await ann.do("new order=joined")
        await asyncio.gather(version(ann, 1), version(bo, 1))
        await bo.do("join")
        await asyncio.gather(version(ann, 2), version(bo, 2))
        ours, theirs = (app._rooms.find(Channel("web", ("heard",))) for app in apps)
        assert looked == [theirs, ours]


async def test_a_reaction_at_one_worker_is_shown_by_another(store: RedisStore, texts: Texts) -> None:
    """Once on each page, at the seat of whoever plays; what is none is passed over."""
    async with AsyncExitStack() as parts:
        pages = []
        for name in ("Ann", "Bo"):
            app = WebApp(
                host="127.0.0.1", port=0, table=Table(store, SystemClock()), texts=texts,
                painter=ScriptedPainter(), news=store.news,
            )  # fmt: skip
            site = await app.start()
            parts.push_async_callback(app.stop)
            pages.append(await parts.enter_async_context(opened(site, "react", name)))
        ann, bo = pages
        while (await store._link.ask("PUBSUB", "NUMSUB", "bastide:changed"))[1] < 2:
            await asyncio.sleep(0.01)
        await ann.do("new order=joined")
        await version(bo, 1)
        await bo.do("join")
        await version(ann, 2)
        await ann.do("start")
        await asyncio.gather(version(ann, 3), version(bo, 3))
        room = Channel("web", ("react",))
        for garbage in ("", "x", "[]", '{"emoji": 5}', '{"emoji": "👏"}', '{"emoji": "🍺", "name": "Cid"}'):
            await store.news.say(room, garbage)
        for page, seat, emoji in ((bo, 1, "👏"), (ann, 0, "🤔")):
            await page.socket.send_json({"type": "react", "emoji": emoji})
            seen = await asyncio.gather(*(each.expect("reaction") for each in pages))
            assert [(message["seat"], message["emoji"]) for message in seen] == [(seat, emoji)] * 2
        for page in pages:
            assert not [message for message in await page.settled() if message["type"] == "reaction"]


def names(told: Message) -> list[str]:
    """Who is said to be there."""
    return [name.strip("\u2068\u2069") for name in told["names"]]


async def told(page: Page, people: list[str], seats: list[int]) -> None:
    """Wait until a page is told that these people are there, and at these seats."""
    while True:
        message = await page.expect("people")
        if (names(message), message["seats"]) == (people, seats):
            return


@asynccontextmanager
async def two_tables(store: RedisStore, texts: Texts) -> AsyncIterator[list[tuple[WebApp, str]]]:
    """Two workers that hear of each other, and where they are."""
    async with AsyncExitStack() as parts:
        tables = []
        for _ in range(2):
            app = WebApp(
                host="127.0.0.1", port=0, table=Table(store, SystemClock()), texts=texts,
                painter=ScriptedPainter(), news=store.news,
            )  # fmt: skip
            tables.append((app, await app.start()))
            parts.push_async_callback(app.stop)
        while (await store._link.ask("PUBSUB", "NUMSUB", CHANGED))[1] < 2:
            await asyncio.sleep(0.01)
        yield tables


async def test_who_is_at_another_worker_is_seen(store: RedisStore, texts: Texts) -> None:
    """Whoever comes, goes, takes another name, or is there at both. Of a move nothing more is said."""
    async with (
        two_tables(store, texts) as ((_, here), (other, there)),
        opened(here, "here", "Ann") as ann,
        opened(there, "here", "Bo") as bo,
    ):
        for page in (ann, bo):
            await told(page, ["Ann", "Bo"], [])
        await ann.do("new order=joined")
        await version(bo, 1)
        await bo.do("join")
        await version(ann, 2)
        await ann.do("start")
        for page in (ann, bo):
            await told(page, ["Ann", "Bo"], [0, 1])
        await bo.socket.send_json({"type": "name", "name": "Bohdan 🐑"})
        await told(ann, ["Ann", "Bohdan 🐑"], [0, 1])
        both = Page(ann.session, there, "here", "Ann", "en")
        await both.connect()
        await told(both, ["Ann", "Bohdan 🐑"], [0, 1])
        await ann.socket.close()
        await both.socket.close()
        await told(bo, ["Bohdan 🐑"], [1])
        await ann.connect()
        await told(bo, ["Ann", "Bohdan 🐑"], [0, 1])
        async with store._link.subscriber() as said:
            await said.subscribe(CHANGED)
            assert (await said.get_message(timeout=60))["type"] == "subscribe"
            await ann.do("place 1")
            await asyncio.gather(version(ann, 4), version(bo, 4))
            heard = [await said.get_message(timeout=seconds) for seconds in (60, 0)]
            assert [bool(message) for message in heard] == [True, False]
        await bo.socket.close()
        await told(ann, ["Ann"], [0])
        assert other._presence._places == {}


async def test_who_is_there_is_right_after_lost_news_and_a_lost_worker(
    start_server: Callable[..., RedisServer], tmp_path: Path, texts: Texts
) -> None:
    """Whoever came while nothing was heard is seen then; of a worker that says no more, nobody is there."""
    server, room = start_server(), Channel("web", ("here",))
    store = await open_store(server.url, tmp_path)
    async with (
        two_tables(store, texts) as ((first, here), (_, there)),
        opened(here, "here", "Ann") as ann,
    ):
        with server.client() as client:
            assert client.client_kill_filter(_type="pubsub") == 2
        async with opened(there, "here", "Bo") as bo:
            for page in (ann, bo):
                await told(page, ["Ann", "Bo"], [])
            for garbage in ("here", '{"by": 5, "here": 7}', '{"by": "x", "here": [["web:d", "Dan"]]}'):
                await store.news.say(room, garbage)
            await store.news.say(room, '{"by": "gone", "here": {"web:d": "Dan"}}')
            for page in (ann, bo):
                await told(page, ["Ann", "Bo", "Dan"], [])
            later = time.monotonic() + LASTS + 1
            first._presence._now = lambda: later
            # The other worker goes on to tell of its own.
            await told(ann, ["Ann", "Bo"], [])
    await store.close()


async def test_places_that_have_changed_are_found_at_once(store: RedisStore) -> None:
    """By one question: games that went on, that ended, that are others now, that are there now."""
    places = {
        name: Channel("web", (f"moved-{name}",)) for name in ("same", "on", "other", "new", "none", "gone")
    }
    for name in ("same", "on", "other"):
        await store.create(places[name], "g1", Change(), over="", once="")
    seen = dict.fromkeys(places.values(), ("g1", 1)) | {places["new"]: ("", 0), places["none"]: ("", 0)}
    await store.commit(places["on"], "g1", 1, Change(append=["draw"]), once="")
    await store.create(places["other"], "g2", Change(), over="g1", once="")
    await store.create(places["new"], "g1", Change(), over="", once="")
    assert await store.news.moved(seen) == {
        places["on"]: ("g1", 2),
        places["other"]: ("g2", 0),
        places["new"]: ("g1", 0),
        places["gone"]: ("", 0),
    }
    assert await store.news.moved({}) == {}


async def test_every_change_is_told(store: RedisStore) -> None:
    """Changes of all kinds, each once, and none that was not made; what others say there is left out."""
    heard: list[tuple[Channel, str, int]] = []
    begun = asyncio.Event()
    listening = asyncio.create_task(
        store.news.listen(lambda channel, game, version: heard.append((channel, game, version)), begun.set)
    )
    async with asyncio.timeout(60):
        await begun.wait()
    place = Channel("web", ("told",))
    for noise in (b"", b"\xff\xfe", b"web:x", b"web:x g1 two", b"x g1 2"):
        await store._link.ask("PUBLISH", "bastide:changed", noise)
    await store.create(place, "g1", Change(), over="", once="a")
    await store.create(place, "g1", Change(), over="", once="a")
    await store.commit(place, "g1", 1, Change(append=["draw"]), once="b")
    await store.commit(place, "g1", 1, Change(append=["draw"]), once="c")
    await store.amend(place, "g1", 2, Change(header={"a": "b"}))
    await until(lambda: len(heard) >= 3)
    assert heard == [(place, "g1", 1), (place, "g1", 2), (place, "g1", 3)]
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening
