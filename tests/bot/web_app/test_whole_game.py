"""A whole game over real sockets, with the real use cases and a store."""

import base64
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.painter import Live, Painted, Progress
from bot.scene import Picture
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from core import GameRecord
from tests.bot.web_app.page import Message, Page, opened

MOVES = ("place", "deploy", "pass", "draw")


class QuickPainter:
    """Paints nothing, at once: what pictures look like is tested elsewhere."""

    async def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,  # noqa: ARG002  it is done at once
        *,
        live: Live | None = None,  # noqa: ARG002  it is done at once
    ) -> Painted:
        """An empty picture that says what it would be."""
        words = f"{picture.kind} {len(picture.position.laid)} {profile} {language}"
        return Painted(words.encode(), "board.webp", "image/webp", words)


def moves(scene: Message) -> list[str]:
    """What this reader may do for the game to go on."""
    commands = [choice["command"] for row in scene["rows"] for choice in row]
    return [command for command in commands if command.split()[0] in MOVES]


async def watched(page: Page, version: int) -> tuple[Message, int]:
    """The scene of this version, and how many turns were closed on the way to it."""
    closed = 0
    while True:
        message = await page.expect("scene", "log", "refusal")
        assert message["type"] != "refusal", message
        if message["type"] == "log":
            closed += 1
        elif message["scene"]["version"] == version:
            scene: Message = message["scene"]
            return scene, closed


async def test_two_people_play_a_whole_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first tap to the final scores: every tile is laid, and both see every version in order."""
    monkeypatch.setattr("bot.web_app.app.RATE", 1000.0)
    store = await open_store("memory://", tmp_path)
    table = Table(store, SystemClock())
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=Texts.load(), painter=QuickPainter())
    site = await app.start()
    async with opened(site, "long") as ann, opened(site, "long", "Bo") as bo:
        pages = (ann, bo)
        scenes = [await ann.scene_of("new"), (await bo.expect("scene"))["scene"]]
        closed = 0

        async def do(page: Page, command: str) -> int:
            await page.do(command, game=scenes[0]["game"], version=scenes[0]["version"])
            (scenes[0], turns), (scenes[1], _) = [await watched(p, scenes[0]["version"] + 1) for p in pages]
            return turns

        await do(bo, "join")
        await do(ann, "start")
        while able := [
            (page, move) for page, scene in zip(pages, scenes, strict=True) for move in moves(scene)
        ]:
            closed += await do(*able[0])
        assert closed >= 70
        assert scenes[0]["lines"] == scenes[1]["lines"]
        assert scenes[0]["picture"]["alt"] == "summary 72 web en"
        assert not scenes[0]["yours"]
        await ann.do("export")
        file = (await ann.expect("answer"))["scene"]["file"]
        record = GameRecord.from_json(base64.b64decode(file["content"]).decode())
        assert sorted(record.players) == ["Ann", "Bo"]
        assert record.replay().over
    await app.stop()
    await store.close()


async def test_a_new_game_leaves_the_result_of_the_last_one_to_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens it: the end of the game before stands in the log, for those who come later, too."""
    monkeypatch.setattr("bot.web_app.app.RATE", 1000.0)
    store = await open_store("memory://", tmp_path)
    table = Table(store, SystemClock())
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=Texts.load(), painter=QuickPainter())
    site = await app.start()
    async with opened(site, "next") as ann, opened(site, "next", "Bo") as bo:
        scene = await ann.scene_of("new")
        for page, command in ((bo, "join"), (ann, "start"), (ann, "resign yes")):
            await page.do(command, game=scene["game"], version=scene["version"])
            scene, _ = await watched(ann, scene["version"] + 1)
        last = scene["lines"]
        assert any("wins" in line for line in last), last
        await bo.do("new again", game=scene["game"], version=scene["version"])
        while (await ann.expect("scene"))["scene"]["game"] == scene["game"]:
            pass
        assert last in [entry["lines"] for entry in (await ann.expect("log"))["entries"]]
        async with opened(site, "next", "Cy") as cy:
            assert last in [kept["lines"] for kept in cy.welcome["log"]]
    await app.stop()
    await store.close()
