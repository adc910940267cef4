"""Alone against the computer at the web table, over real sockets."""

from pathlib import Path

import pytest

from bot.people import Channel
from bot.store import open_store
from bot.texts import Texts
from bot.web_app.app import WebApp
from tests.bot.computer import Computer, short_bag
from tests.bot.web_app.page import opened
from tests.bot.web_app.test_whole_game import QuickPainter, moves, watched


async def test_one_person_plays_a_whole_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the lobby to the scores; the page sees each of the computer's turns, and may undo meanwhile."""
    monkeypatch.setattr("bot.web_app.app.RATE", 1000.0)
    monkeypatch.setattr("core.records.record.full_bag", short_bag)
    store = await open_store("memory://", tmp_path)
    computer = Computer(store, Channel("web", ("alone",)))
    table = computer.table()
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=Texts.load(), painter=QuickPainter())
    site = await app.start()
    async with opened(site, "alone") as ann:
        offered = [choice["command"] for row in ann.welcome["scene"]["rows"] for choice in row]
        assert "new opponents=1" in offered
        scene = await ann.scene_of("new opponents=1")
        assert "start" in [choice["command"] for row in scene["rows"] for choice in row]
        scene = await ann.scene_of("settings order=joined opponents=2")
        assert "⚙ Bastide (even), and ⚙ Bastide 2 (even)" in " ".join(scene["lines"])
        scene = await ann.scene_of("start")
        turns = 0
        while able := moves(scene):
            await ann.do(able[0], game=scene["game"], version=scene["version"])
            scene, _ = await watched(ann, scene["version"] + 1)
            game = await computer.game()
            if game.opponent_decides:
                assert "⚙" in scene["lines"][0]
                offered = [(c["command"], c["label"]) for row in scene["rows"] for c in row]
                assert offered == [("undo", "Undo")]
                turns += await computer.move(table, app)
                scene, _ = await watched(ann, (await computer.game()).version)
        assert turns == 4
        assert any("Games against the computer" in line for line in scene["lines"])
    await app.stop()
    await store.close()
