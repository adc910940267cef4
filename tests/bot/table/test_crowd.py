"""More requests than can be worked on at once: each is done in its turn, and help waits for nobody."""

import asyncio
from collections.abc import Collection
from pathlib import Path

import pytest

from bot.people import Channel
from bot.request import Request
from bot.store import open_store
from bot.table.table import Table
from bot.table.ways import AT_ONCE
from tests.bot.store.redis_server import RedisServer
from tests.bot.table.club import ANN, Counter, Hands


async def test_no_more_are_worked_on_at_once_than_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are answered, however many there are; what needs no game is answered before any of them."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    store = await open_store(server.url, tmp_path)
    table, load = Table(store, Hands(), Counter()), store.load_known
    here, most, gate = 0, 0, asyncio.Event()

    async def slow(channel: Channel, people: Collection[str], topic: str) -> object:
        nonlocal here, most
        here += 1
        most = max(most, here)
        await gate.wait()
        here -= 1
        return await load(channel, people, topic)

    monkeypatch.setattr(store, "load_known", slow)
    rooms = [Channel("discord", ("1", str(number))) for number in range(3 * AT_ONCE)]
    asking = [asyncio.create_task(table.handle(Request(room, ANN, "new", str(room)))) for room in rooms]
    while here < AT_ONCE:
        await asyncio.sleep(0)
    rules = await table.handle(Request(rooms[0], ANN, "rules", "rules"))
    assert rules.answer is not None
    assert not any(task.done() for task in asking)
    gate.set()
    replies = await asyncio.gather(*asking)
    assert all(reply.scene or reply.refusal for reply in replies)
    assert most == AT_ONCE
    await store.close()
    server.stop()
