"""Several workers for one Telegram bot: one fetches its updates, any of them takes what a webhook brings."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.clock import SystemClock
from bot.errors import StartError
from bot.store.redis_store import RedisStore
from bot.store.workers.holder import Holder
from bot.table.table import Table
from bot.telegram_app.app import TelegramApp
from bot.texts import Texts
from tests.bot.store.redis_server import free_port
from tests.bot.telegram_app.scripted import OneColour
from tests.bot.workers.conftest import claiming
from tests.telegram_server import TOKEN, BotApiServer

POLL = "telegram:4242:poll"


@pytest.fixture
async def server(store: RedisStore) -> AsyncIterator[BotApiServer]:
    """A Bot API server. No request may break the published description."""
    await store._link.ask("FLUSHALL")
    async with BotApiServer() as running:
        yield running
        assert running.problems == []


@pytest.fixture
def app(server: BotApiServer, store: RedisStore, texts: Texts) -> Any:
    """Makes workers, each with claims of its own, which run until the test leaves them."""

    @asynccontextmanager
    async def work(*, serves: str = "telegram", webhook: str | None = None, **settings: Any) -> Any:
        async with AsyncExitStack() as parts:
            claims = await parts.enter_async_context(claiming(store, *serves.split(), **settings))
            worker = TelegramApp(
                token=TOKEN,
                api_base=server.base,
                webhook_url=webhook,
                table=Table(store, SystemClock()),
                texts=texts,
                painter=OneColour(),
                language="en",
                claims=claims,
            )
            await worker.start()
            parts.push_async_callback(worker.stop)
            yield claims

    return work


async def test_a_second_bot_does_not_fetch(app: Any, server: BotApiServer) -> None:
    """It waits for a dead one's claim to end, and then says who is alive; the first is not disturbed."""
    async with app() as first:
        with capture_logs() as logs, pytest.raises(StartError, match="is served by another bot") as caught:
            async with app():
                pass
        assert "@BastideTestBot" in str(caught.value)
        assert str(first.me) in str(caught.value)
        (waited,) = [entry for entry in logs if entry["event"].startswith("another worker has it")]
        assert waited["pid"] == first.me.pid
        ann = server.user("Ann")
        assert "/new" in (await server.private(ann).ask(ann, "/help")).text
    async with app():
        pass


async def test_a_standby_takes_over(app: Any, server: BotApiServer, store: RedisStore) -> None:
    """It starts at once, fetches nothing as long as the first does, and goes on where that stopped."""
    ann = server.user("Ann")
    chat = server.private(ann)
    async with AsyncExitStack() as first:
        await first.enter_async_context(app())
        async with app(standby=True) as second:
            await chat.ask(ann, "/help")
            assert (await store.leases.held())[POLL] != second.me
            await first.aclose()
            await chat.ask(ann, "/help")
            assert (await store.leases.held())[POLL] == second.me


async def test_a_bot_that_was_replaced_knows(app: Any, store: RedisStore) -> None:
    """As after minutes in which it was frozen: somebody else has what it thought to have."""
    async with app() as claims:
        await store._link.ask("SET", f"bastide:lease:{POLL}", Holder.here().text)
        async with asyncio.timeout(30):
            sentence = await claims.lost
        assert sentence.startswith("The Telegram bot @BastideTestBot was taken over by another bot, process ")
        assert sentence.count(". ") == 0


async def test_another_poller_with_another_store_is_named(app: Any, server: BotApiServer) -> None:
    """Telegram tells of it by a conflict, which is said once, in one sentence."""
    with capture_logs() as logs:
        async with app():
            for _ in range(2):
                await server.wait_until(lambda: server._poll > 0)
                # What another's request does to one that waits; the bot asks once more after it.
                server._poll += 1
                server.touch()
                again = server._poll + 1
                while server._poll < again:
                    await asyncio.sleep(0.02)
    (said,) = [entry["event"] for entry in logs if entry["log_level"] == "error"]
    assert said.startswith("another program has this TELEGRAM_TOKEN, which fetches updates too: stop it")


async def test_a_webhook_that_somebody_else_has_set_is_named(app: Any, server: BotApiServer) -> None:
    """Updates that go elsewhere cannot be fetched."""
    with capture_logs() as logs:
        async with app():
            await server.wait_until(lambda: server._poll > 0)
            server.set_webhook({"url": "http://127.0.0.1:9/elsewhere"})
            server._poll += 1
            server.touch()
            while not [entry for entry in logs if "to which updates are posted now" in entry["event"]]:
                await asyncio.sleep(0.02)
            server.set_webhook({})


async def test_fetching_and_webhook_exclude_each_other(app: Any, server: BotApiServer) -> None:
    """Either would take the other's updates away."""
    url = f"http://127.0.0.1:{free_port()}/hook"
    async with app():
        with pytest.raises(StartError, match="is served by another bot"):
            async with app(serves="telegram webhook", webhook=url):
                pass
        assert not server.webhook.get("url")
    async with app(serves="telegram webhook", webhook=url):
        with pytest.raises(StartError, match="go to a webhook that another worker serves"):
            async with app():
                pass
        assert server.webhook["url"] == url


async def test_any_worker_takes_what_a_webhook_brings(app: Any, server: BotApiServer) -> None:
    """An update that comes once more, to another worker, counts once; no worker ends the webhook."""
    one, two = (f"http://127.0.0.1:{free_port()}/hook" for _ in range(2))
    ann, bo = server.user("Ann"), server.user("Bo")
    chat = server.group("Friends", ann, bo)

    async def joined(count: int) -> None:
        await chat.until(lambda: bool(chat.from_bot) and f"({count} of" in chat.from_bot[0].text)

    async with app(serves="telegram webhook", webhook=one):
        async with app(serves="telegram webhook", webhook=two):
            assert server.webhook["url"] == two
            await chat.say(ann, "/new")
            await joined(1)
            await chat.say(bo, "/join")
            await joined(2)
            await chat.say(bo, "/leave")
            left = json.dumps(server._sent)
            await joined(1)
            await chat.press(bo, "Join")
            await joined(2)
        server.set_webhook(server.webhook | {"url": one})
        assert await server.post_webhook(left.encode()) == 200
        # Updates of one chat are handled in order.
        await chat.ask(ann, "/stats")
        await joined(2)
    assert server.webhook["url"] == one
