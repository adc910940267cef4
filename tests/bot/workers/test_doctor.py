"""``doctor`` names the workers, and who has what."""

import pytest

from bot.finding import Finding, Grade
from bot.operations.doctor import examine
from bot.settings import load_settings
from bot.store.redis_store import RedisStore
from bot.store.workers.holder import Holder
from tests.bot.store.redis_server import RedisServer
from tests.bot.workers.conftest import claiming


async def test_workers_are_named(
    store: RedisStore, shared_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What runs and what the dead have left, which needs nobody; the doctor itself is no worker."""
    await store._link.ask("FLUSHALL")
    monkeypatch.setenv("REDIS_URL", shared_redis.url)
    here = Holder.here()
    dead = Holder(host=here.host, boot=here.boot, space=here.space, pid=2**22 + 1, since=0.0)
    async with claiming(store, "discord", "web", lasts=60.0) as claims:
        await claims.take("discord:4242:0", "The shard")
        await store.leases.take("telegram:4242:poll", dead, 60.0)
        found = [finding async for finding in examine(load_settings(None)) if finding.part == "workers"]
        assert found == [
            Finding("workers", Grade.OK, f"{claims.me} serves discord, web."),
            Finding("workers", Grade.OK, f"discord:4242:0 is held by {claims.me}."),
            Finding(
                "workers",
                Grade.OK,
                f"telegram:4242:poll is held by process {dead.pid} on {here.host} "
                "(since 1970-01-01 00:00:00 UTC), which is dead: its lease ends by itself.",
            ),
        ]
        assert len(await store.leases.workers()) == 1
