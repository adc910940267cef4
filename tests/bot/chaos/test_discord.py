"""Discord's faults: after each of them, at any moment, the game goes on from one message, by taps alone."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from bot.store import open_store
from bot.texts import Texts
from tests.bot.chaos.discord_faults import (
    ANSWERS,
    CALLS,
    FAULTS,
    KILLS,
    LONG,
    SLEPT_THROUGH,
    UNTOLD,
    Struck,
    strike,
)
from tests.bot.chaos.discord_moments import MOMENTS, Moment
from tests.bot.chaos.matrix import name, sampled
from tests.bot.discord_app.club import Club, short_bag
from tests.discord_server import DiscordServer, Payload

CELLS = [
    (moment, call, fault)
    for moment, about in MOMENTS.items()
    for call in about.calls
    for fault in FAULTS
    if call not in ANSWERS or fault not in SLEPT_THROUGH
]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def texts() -> Texts:
    """The catalogues."""
    return Texts.load()


@pytest.fixture(scope="module")
def registered() -> list[Payload]:
    """The commands that Discord has since the first bot of these tests has registered them."""
    return []


@pytest.fixture
async def club(
    texts: Texts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registered: list[Payload]
) -> AsyncIterator[Club]:
    """A place where nothing has happened yet, and a bot that runs."""
    monkeypatch.setattr("core.records.record.full_bag", short_bag)
    store = await open_store("memory://", tmp_path)
    async with DiscordServer() as server:
        server.world.commands = list(registered)
        club = Club(server, store, texts)
        await club.start()
        registered[:] = server.world.commands
        yield club
        await club.stop()
        assert server.problems == []
    await store.close()


@pytest.mark.parametrize("moment", MOMENTS)
async def test_without_faults_these_are_the_calls(club: Club, moment: str) -> None:
    """The moments of the matrix make the calls that they are taken to make; then the game is played on."""
    about = MOMENTS[moment]
    with capture_logs() as logs:
        await about.prepare(club)
        made = len(club.server.calls)
        await about.act(club)
        await club.settle()
        calls = club.server.calls[made:]
        assert {call for call, matches in CALLS.items() if any(matches(club, each) for each in calls)} >= {
            *about.calls
        }
        await club.check_live()
        await club.finish()
    assert_quiet(logs)


@pytest.mark.parametrize("cell", sampled(CELLS), ids=name)
async def test_the_game_goes_on(
    club: Club, caplog: pytest.LogCaptureFixture, cell: tuple[str, str, str]
) -> None:
    """Whatever a call meets, in the end there is one message to press, nothing is lost, nobody called twice.

    Once more than once only when nobody could know whether the first call had arrived.
    """
    moment, call, fault = cell
    about = MOMENTS[moment]
    with capture_logs() as logs:
        await about.prepare(club)
        called, noticed, turn = len(club.called()), len(club.called(notices=True)), await turn_of(club)
        struck = strike(club, call, fault)
        await happen(club, about, struck, fault)
        await club.settle()
        await club.check_live()
        due = await turn_of(club) not in {0, turn}
        assert due <= len(club.called()) - called <= due + (fault in UNTOLD), club.called()
        assert len(club.called(notices=True)) - noticed <= 1 + (fault in UNTOLD)
        await assert_old_buttons_lead_on(club)
        await club.finish()
        await club.check_live()
        stored = await club.stored()
        assert stored is not None
        assert len([action for action in stored.actions if action.startswith("place")]) == 4
    assert_quiet(logs)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


async def happen(club: Club, about: Moment, struck: Struck, fault: str) -> None:
    """Let the moment come, and the fault with it; the fault is over in the end."""
    acting = asyncio.ensure_future(about.act(club))
    try:
        async with asyncio.timeout(60):
            await struck.struck.wait()
            if fault in KILLS:
                await club.kill()
                struck.dead.set()
                await club.start()
    finally:
        struck.dead.set()
        if fault == LONG:
            # An hour is waited for until somebody looks for the game.
            async with asyncio.timeout(60):
                while club.trouble is None and club.busy:
                    await asyncio.sleep(0.002)
            await club.server.type(club.ann, club.room, "game")
    async with asyncio.timeout(60):
        await asyncio.gather(acting, return_exceptions=fault in KILLS)


async def turn_of(club: Club) -> int:
    """The turn whose player has to decide; 0 where there is none."""
    scene = await club.table.current(club.channel)
    return 0 if scene is None or not scene.actor else scene.turn


async def assert_old_buttons_lead_on(club: Club) -> None:
    """A button of an earlier moment is refused with a link to the live message, and its message has none."""
    posts = [
        m for m in club.server.world.public(club.room) if m["author"]["id"] == club.server.world.bot["id"]
    ]
    if not club.server.buttons(club.room) or posts[0] is club.live:
        return
    old, before = posts[0], await club.version()
    # As somebody's program may still show it.
    custom_id = f"bastide:{before[0]}:1:place 1"
    button = {"type": 2, "style": 1, "label": "1", "custom_id": custom_id}
    old["components"] = [{"type": 1, "components": [button]}]
    asked = await club.insist(lambda: club.server.press(club.ann, old, custom_id, wait=False), changes=False)
    await club.settle()
    (told,) = club.answer(asked)
    assert club.live["id"] in told["content"]
    assert old["components"] == []
    await club.check_live()
    assert await club.version() == before


def assert_quiet(logs: list[EventDict]) -> None:
    """Nothing went wrong in the bot itself."""
    assert [
        entry for entry in logs if entry["log_level"] in {"error", "critical"} or "exc_info" in entry
    ] == []
