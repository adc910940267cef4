"""The tutorial at the web table: in a panel of one's own, over real sockets."""

from pathlib import Path

from bot.clock import SystemClock
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from tests.bot.web_app.page import opened
from tests.bot.web_app.test_whole_game import QuickPainter


async def test_a_lesson_is_answered_to_its_learner_alone(tmp_path: Path) -> None:
    """A learner plays to the end while another page of the room sees and hears nothing of it."""
    store = await open_store("memory://", tmp_path)
    app = WebApp(
        host="127.0.0.1",
        port=0,
        table=Table(store, SystemClock()),
        texts=Texts.load(),
        painter=QuickPainter(),
    )
    site = await app.start()
    async with opened(site, "school") as ann, opened(site, "school", "Bo") as bo:
        await ann.do("tutorial")
        pictures = set()
        while True:
            screen = (await ann.expect("answer"))["scene"]
            pictures.add(screen["picture"]["src"])
            offered = [choice["command"] for row in screen["rows"] for choice in row]
            if "tutorial restart" in offered:
                break
            move = next(c for c in offered if c.split()[1] in {"place", "pass", "next"})
            await ann.do(move, game=screen["game"], version=screen["version"])
        assert len(pictures) >= 14
        await bo.do("tutorial place 1", game=screen["game"], version=screen["version"])
        assert "/tutorial" in (await bo.expect("answer", "refusal"))["text"]
    await app.stop()
    await store.close()
