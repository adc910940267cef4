"""Record files as attachments of slash commands, with the real table behind them."""

import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from aiohttp import web

from bot.clock import SystemClock
from bot.discord_app.client import BastideClient
from bot.request import LARGEST_FILE
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from core import GameRecord, seed_hash
from tests.bot.discord_app.conftest import Room
from tests.bot.discord_app.scripted import OneColour


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[Table]:
    """The real table over a store in memory."""
    store = await open_store("memory://", tmp_path)
    yield Table(store, SystemClock())
    await store.close()


@pytest.fixture
def make_client(real: Table, texts: Texts, painter: OneColour) -> Callable[[], BastideClient]:
    """Clients of the real table."""
    return lambda: BastideClient(table=real, texts=texts, painter=painter, language="en")


@pytest.fixture(autouse=True)
async def files(room: Room, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A real server hands out the attachments that the simulated Discord keeps, under its addresses."""

    async def hand_out(request: web.Request) -> web.Response:
        return web.Response(body=room.env.backend.cdn.get(str(request.url)))

    app = web.Application()
    app.router.add_get("/{path:.*}", hand_out)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr("simcord.backend.cdn.CDN_BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield
    await runner.cleanup()


def record(actions: int) -> GameRecord:
    """The beginning of a game."""
    game, chance = GameRecord(("Ann", "Bo"), seed="5eed"), random.Random(5)
    position = game.opening()
    texts = []
    for _ in range(actions):
        action = chance.choice(position.legal_actions())
        position.play(action)
        texts.append(str(action))
    return game.with_actions(texts)


async def test_a_record_is_shown_replayed_and_gone_on_with(room: Room) -> None:
    """The file is an attachment; the answer is private, its buttons show other turns, and play goes on."""
    content = record(30).to_json().encode()
    shown = await room.ann.slash(room.channel, "import", file=("game.json", content))
    assert shown.response is not None
    assert shown.response.ephemeral
    assert "30 actions" in shown.response.content
    assert [file.filename for file in shown.response.attachments] == ["board.png"]
    turned = await room.ann.click(shown.response, label="◀")
    assert turned.response is not None
    assert "after turn" in turned.response.content

    again = await room.ann.slash(room.channel, "import", file=("game.json", content))
    assert again.response is not None
    await room.ann.click(again.response, label="Go on from here")
    assert "Bo's seat is free." in room.last.content
    await room.bo.click(room.last, label="Play for Bo")
    assert "is free" not in room.last.content


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"garbage", "it is not JSON"),
        (b" " * (LARGEST_FILE + 1), "too large"),
        (record(3).to_json().replace('"draw"', '"dance"', 1).encode(), "with action 0"),
    ],
)
async def test_garbage_is_refused_in_one_sentence(room: Room, content: bytes, said: str) -> None:
    """What is no record is refused in private, with the number of the action where there is one."""
    shown = await room.ann.slash(room.channel, "import", file=("game.json", content))
    assert shown.response is not None
    assert shown.response.ephemeral
    assert said in shown.response.content
    assert room.channel.history() == []


async def test_a_file_is_verified_against_a_hash(room: Room) -> None:
    """The hash that somebody kept from the start goes along as an option."""
    shown = await room.ann.slash(
        room.channel,
        "verify",
        file=("game.json", record(9).to_json().encode()),
        hash=seed_hash("5eed"),
    )
    assert shown.response is not None
    assert "nobody changed the shuffle" in shown.response.content
