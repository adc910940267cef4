"""A platform that nobody has thought of is added by its own files alone, and plays a whole game."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot.platforms
from bot.operations.serve import serve
from bot.people import Channel, Person
from bot.platforms import platforms
from bot.settings import load_settings
from tests.bot.platforms.rows.paper import PaperApp, Sheet

WALL = Channel("paper", ("wall",))
ANN, BO = Person("paper", "1", "Ann"), Person("paper", "2", "Bo", "pl")


@pytest.fixture
def paper(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The platforms, with one file more among their rows."""
    rows = str(Path(__file__).parent / "rows")
    monkeypatch.setattr(bot.platforms, "__path__", [*bot.platforms.__path__, rows])
    platforms.cache_clear()
    yield
    platforms.cache_clear()
    del sys.modules["bot.platforms.paper"]


async def pointed(app: PaperApp) -> Sheet:
    """The one sheet with something to point at, as soon as the others have lost it."""
    while len(sheets := [sheet for sheet in app.wall.values() if sheet.choices]) != 1:
        await asyncio.sleep(0)
    return sheets[0]


async def play(app: PaperApp) -> None:
    """A game of two from its first word to its last."""
    await app.ask(WALL, ANN, "new order=joined")
    await app.ask(WALL, BO, "join", await pointed(app))
    await app.ask(WALL, BO, "place 1 1")
    assert app.told, "what is too early is refused"
    await app.ask(WALL, ANN, "start", await pointed(app))
    while not (sheet := await pointed(app)).lines[0].startswith("The game is over"):
        who = next(person for person in (ANN, BO) if sheet.lines[0].startswith(person.name))
        moves = [choice.command for choice in sheet.choices]
        command = "pass" if "pass" in moves else next(move for move in moves if move.startswith("place"))
        reply = await app.ask(WALL, who, command, sheet)
        assert reply.refusal is None, app.told


@pytest.mark.usefixtures("paper")
async def test_a_platform_is_added_by_its_files_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The real program opens, serves and ends it; each turn calls its player once, in one message."""
    for name in ("DISCORD_TOKEN", "TELEGRAM_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("BASTIDE_WEB", "127.0.0.1:0")
    monkeypatch.setenv("REDIS_URL", "memory://")
    monkeypatch.setenv("BASTIDE_DATA", str(tmp_path))
    serving = asyncio.create_task(serve(load_settings(None)))
    try:
        async with asyncio.timeout(300):
            while "bastide ready" not in (said := capsys.readouterr().out):
                assert not serving.done(), serving.exception()
                await asyncio.sleep(0.01)
            assert "paper=wall" in said
            (app,) = sys.modules["bot.platforms.paper"].PaperApp.opened
            await play(app)
    finally:
        # As an operator ends it; by then it listens for that.
        os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(60):
            await serving
    turns = [sheet for sheet in app.wall.values() if sheet.game]
    assert len(turns) > 70
    called = [sheet.called for sheet in turns if sheet.called]
    assert all(len(names) == 1 for names in called)


def test_its_two_files_are_small() -> None:
    """A messenger that writes to a wall, with all that people can ask of it."""
    files = [Path(__file__).parent / "rows" / "paper.py"]
    assert sum(len(file.read_text().splitlines()) for file in files) <= 150
