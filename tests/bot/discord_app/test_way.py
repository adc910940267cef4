"""The way of a tap is short, and docs/architecture.md tells it as it is."""

import asyncio
import re
from pathlib import Path
from typing import Final

import pytest
from structlog.testing import capture_logs

from bot.games.course import Course
from bot.painting.bench import Bench, PainterProcess
from bot.painting.painters import Painters
from bot.store import open_store
from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.bot import way
from tests.bot.discord_app.club import Club
from tests.discord_server import DiscordServer

MOMENTS: Final[dict[str, tuple[type, str]]] = {
    "played": (Course, "play"),
    "committed": (RedisStore, "commit"),
    "ordered": (Bench, "want"),
    "sent": (PainterProcess, "_write"),
}
"""The rules play the move, the store takes the game, a picture is wanted, a process is told to draw it."""


def united(*ways: way.Way) -> list[str]:
    """All functions of these ways, each where it came first."""
    return list(dict.fromkeys(function for each in ways for function in each))


async def test_the_way_of_a_tap(texts: Texts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the button ``place 1`` to the picture it goes through a few functions, and these."""
    monkeypatch.setattr("bot.painting.bench.CHILD", way.__name__)
    store, painter, ways = await open_store("memory://", tmp_path), Painters(texts), dict[str, way.Way]()
    assert isinstance(store, RedisStore)
    async with DiscordServer() as server:
        club = Club(server, store, texts, painter=painter)
        await club.start()
        await club.begin()
        for name, (owner, call) in MOMENTS.items():

            def tell(passed: way.Way, name: str = name) -> None:
                ways.setdefault(name, passed)

            monkeypatch.setattr(owner, call, way.telling(getattr(owner, call), tell))
        way.remember_beginnings(asyncio.get_running_loop())
        with capture_logs() as log:
            await club.tap(club.ann, "place 1")
            await club.settle()
            await painter.close()
        await club.stop()
    await store.close()
    said = [str(entry.get("says")) for entry in log if entry["event"] == "painter"]
    drawn = tuple(line.removeprefix(way.DRAWING) for line in said if line.startswith(way.DRAWING))

    short = united(ways["committed"], ways["ordered"], drawn)
    assert len(short) <= 18
    assert len({function.split()[0] for function in short}) <= 10
    documented = re.findall(r"^\| `(\S+)` +\| `(\S+)`", _chapter("The way of a tap"), re.MULTILINE)
    assert [f"{file} {function}" for function, file in documented] == united(*ways.values(), drawn)


def _chapter(title: str) -> str:
    """A chapter of the paper about the house."""
    paper = (way.ROOT / "docs" / "architecture.md").read_text("utf-8")
    return paper.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
