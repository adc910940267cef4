"""Calls to Telegram among the figures."""

from bot import metrics
from tests.bot.telegram_app.conftest import World
from tests.bot.test_metrics import figures
from tests.telegram_server import SERVER_ERROR, Fault

TOO_MANY = Fault(429, "Too Many Requests: retry after 1", parameters={"retry_after": 1})


async def test_calls_are_counted_by_what_they_came_to(world: World) -> None:
    """Each attempt once: refused, limited, failed, and in the end done."""
    with metrics.exposed(("127.0.0.1", 0)) as port:
        await world.start(world.scripted)
        for fault in (TOO_MANY, SERVER_ERROR, Fault(400, "Bad Request: message to be replied not found")):
            world.server.inject("sendMessage", fault)
        await world.group.say(world.ann, "/score")
        assert (await world.group.ask(world.ann, "/game")).text
        told = await figures(port)
    calls = {outcome: told.get(f'bastide_platform_calls_total{{outcome="{outcome}",platform="telegram"}}', 0)
             for outcome in ("refused", "limited", "failed", "ok")}  # fmt: skip
    assert (calls["limited"], calls["failed"]) == (1, 1)
    assert calls["refused"] >= 1
    assert calls["ok"] >= 1
