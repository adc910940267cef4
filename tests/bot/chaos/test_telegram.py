"""Telegram's faults: after each of them, at any moment, the game goes on from one message, by taps alone."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from bot.store import open_store
from bot.telegram_app import outbox
from bot.telegram_app.keyboard import Pressed
from bot.texts import Texts
from tests.bot.chaos.matrix import name, sampled
from tests.bot.chaos.telegram_evening import Evening, calling, game_of, tasks_by_process
from tests.bot.chaos.telegram_faults import FAULTS, KILLS, UNTOLD, strike
from tests.bot.chaos.telegram_moments import MOMENTS, Moment
from tests.telegram_server import BotApiServer

CELLS = [
    (moment, call, fault) for moment, about in MOMENTS.items() for call in about.calls for fault in FAULTS
]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def texts() -> Texts:
    """The catalogues."""
    return Texts.load()


@pytest.fixture
async def evening(texts: Texts, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """The group with a bot that runs, and that is quick to try again."""
    monkeypatch.setattr(outbox, "PAUSES", (0.005,) * 5)
    store = await open_store("memory://", Path())
    with tasks_by_process():
        async with BotApiServer() as server:
            evening = Evening(server, store, texts)
            await evening.start()
            yield evening
            await evening.stop()
            assert server.problems == []
    await store.close()


@pytest.mark.parametrize("moment", MOMENTS)
async def test_without_faults_these_are_the_calls(evening: Evening, moment: str) -> None:
    """The moments of the matrix are what they are taken for, and whom they call is called once."""
    about = MOMENTS[moment]
    with capture_logs() as logs:
        await about.prepare(evening)
        before, made = await evening.version(), len(evening.server.calls)
        await about.act(evening)
        if about.changes:
            await evening.until_changed(before)
        await evening.settled()
    calls = evening.server.calls[made:]
    assert {call.method for call in calls} == {*about.calls} | ({"getMe"} if moment in BEATING else set())
    assert sum(map(calling, calls)) == about.called
    assert_quiet(logs)
    await assert_leads_on(evening)


BEATING = frozenset({"reminder", "private", "daily hour", "heartbeat"})
"""Moments at which time passes, and the bot looks whether Telegram is there."""


@pytest.mark.parametrize("cell", sampled(CELLS), ids=name)
async def test_the_game_goes_on(
    evening: Evening, caplog: pytest.LogCaptureFixture, cell: tuple[str, str, str]
) -> None:
    """Whatever a call meets, in the end there is one message to press, nothing is lost, nobody called twice.

    Once more than once only when nobody could know whether the first call had arrived.
    """
    moment, method, fault = cell
    about = MOMENTS[moment]
    with capture_logs() as logs:
        await about.prepare(evening)
        before, made = await evening.version(), len(evening.server.calls)
        strike(evening, method, fault)
        await about.act(evening)
        await evening.until(lambda: _struck(evening, method, made), f"call of {method}")
        await recover(evening, about, before, fault)
        game, version = await evening.version()
        expected = 0 if not about.changes else 1
        assert version == (before[1] + expected if game == before[0] else 1)
        called = sum(map(calling, evening.server.calls[made:]))
        assert about.called <= called <= about.called + (fault in UNTOLD and about.called > 0)
        await assert_leads_on(evening)
        await evening.finish(9)
        await assert_leads_on(evening)
        await assert_old_buttons_go(evening)
    assert_quiet(logs)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


async def _struck(evening: Evening, method: str, made: int) -> bool:
    return any(call.method == method for call in evening.server.calls[made:])


async def recover(evening: Evening, about: Moment, before: tuple[str, int], fault: str) -> None:
    """Wait for what the bot does by itself; then let time pass; then let somebody look for the game."""
    process = evening.process
    assert process is not None
    if fault in KILLS:
        async with asyncio.timeout(60):
            while process.alive or any(not task.done() for task in process.tasks):
                await asyncio.sleep(0.001)
        await evening.start()
    await evening.until(evening.idle, "rest")
    evening.server.recover()
    missed = about.again is not None or fault in KILLS
    if missed and about.changes and await evening.version() == before:
        # What a process had taken on and not carried out is tried again.
        await (about.again or about.act)(evening)
        await evening.until_changed(before)
    await evening.until(evening.idle, "rest")
    if not await evening.shown():
        await evening.keep_time(minutes=2)
        await evening.until(evening.idle, "rest")
    if not await evening.shown():
        await evening.group.say(evening.bo, "/game")
    await evening.settled()


def assert_quiet(logs: Sequence[EventDict]) -> None:
    """Nothing went wrong in the bot itself."""
    assert [
        entry for entry in logs if entry["log_level"] in {"error", "critical"} or "exc_info" in entry
    ] == []


async def assert_leads_on(evening: Evening) -> None:
    """One message has buttons of a game: the present ones; and all is told to the store."""
    assert await evening.shown(), await evening.told()
    scene = await evening.scene()
    pressable = [message for message in evening.group.from_bot if game_of(message)]
    shown = [
        {(each.game, each.version) for b in m.buttons if (each := Pressed.parse(b.data))} for m in pressable
    ]
    assert shown == ([{(scene.game, scene.version)}] if scene.rows else []), evening.server.transcript


async def assert_old_buttons_go(evening: Evening) -> None:
    """A press on an old message, whose buttons are still on a screen, leads nowhere and leaves none there."""
    live = evening.live.id if any(map(game_of, evening.group.from_bot)) else 0
    old = [message for message in evening.group.from_bot if message.id in evening.stale]
    for message in [message for message in old if message.id != live][:1]:
        buttons = evening.stale[message.id]
        message.keyboard = [buttons]
        version = await evening.version()
        await evening.group.press_data(evening.ann, message, buttons[0].data)
        await evening.settled()
        assert await evening.version() == version
        await assert_leads_on(evening)
