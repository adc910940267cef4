"""Record files at the web table, over real sockets."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.request import LARGEST_FILE
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from core import GameRecord
from tests.bot.web_app.page import Message, Page, opened
from tests.bot.web_app.scripted import ScriptedPainter


def record(actions: int, *, name: str = "Ann") -> GameRecord:
    """The beginning of a game."""
    game, chance = GameRecord((name, "Bo"), seed="5eed"), random.Random(5)
    position = game.opening()
    texts = []
    for _ in range(actions):
        action = chance.choice(position.legal_actions())
        position.play(action)
        texts.append(str(action))
    return game.with_actions(texts)


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a web table with the real use cases."""
    store = await open_store("memory://", tmp_path)
    app = WebApp(
        host="127.0.0.1",
        port=0,
        table=Table(store, SystemClock()),
        texts=Texts.load(),
        painter=ScriptedPainter(),
    )
    yield await app.start()
    await app.stop()
    await store.close()


async def imported(page: Page, file: object, *, command: str = "import") -> Message:
    """Send a file along and wait for what is said about it."""
    await page.socket.send_json({"type": "do", "once": "file-0000", "command": command, "file": file})
    return await page.expect("answer", "refusal")


async def test_a_record_is_shown_and_gone_on_with(real: str) -> None:
    """The answer is for the page that sent the file; the game that goes on is for the room."""
    async with opened(real, "friday") as ann, opened(real, "friday", "Bo") as bo:
        text = record(30).to_json()
        shown = (await imported(ann, {"size": len(text), "text": text}))["scene"]
        assert "30 actions" in shown["lines"][0]
        assert shown["picture"]["src"]
        commands = [choice["command"] for row in shown["rows"] for choice in row]
        scene = await ann.scene_of(next(c for c in commands if c.endswith("continue")))
        assert any("Bo's seat is free." in line for line in scene["lines"])
        seen = (await bo.expect("scene"))["scene"]
        offered = [choice["command"] for row in seen["rows"] for choice in row]
        assert offered == ["join 2"], "a seat that nobody holds is for everyone"
        taken = await bo.scene_of("join 2")
        assert not any("is free" in line for line in taken["lines"])


async def test_pictures_of_different_turns_are_different(real: str) -> None:
    """Looking at another turn shows that turn's board."""
    async with opened(real, "friday") as ann:
        text = record(30).to_json()
        shown = (await imported(ann, {"size": len(text), "text": text}))["scene"]
        back = next(c["command"] for row in shown["rows"] for c in row if c["label"] == "◀")
        await ann.do(back)
        turned = (await ann.expect("answer"))["scene"]
        assert turned["picture"]["alt"] != shown["picture"]["alt"] or turned["lines"] != shown["lines"]


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ({"size": 7, "text": "garbage"}, "it is not JSON"),
        ({"size": LARGEST_FILE + 1}, "too large"),
        ({"text": "x" * (LARGEST_FILE + 1)}, "too large"),
        ({"size": "many", "text": 5}, "it is not JSON"),
        ("text", "Send a record file along"),
        (None, "Send a record file along"),
        ({"text": record(3).to_json().replace('"draw"', '"dance"', 1)}, "with action 0"),
    ],
)
async def test_garbage_is_refused_in_one_sentence(real: str, file: object, said: str) -> None:
    """Whatever a page sends as a file, the answer is a sentence, and the line stays open."""
    async with opened(real, "friday") as ann:
        message = await imported(ann, file)
        assert message["type"] == "refusal"
        assert said in message["text"]
        await ann.do("help")
        assert (await ann.expect("answer"))["type"] == "answer"


async def test_a_record_of_any_letters_fits_into_a_message(real: str) -> None:
    """Text that takes twice its size as JSON is still taken, up to the largest file."""
    long = record(3, name="Żaneta").to_json()
    padded = long[:-1] + "\n" * (LARGEST_FILE - len(long.encode())) + "}"
    async with opened(real, "friday") as ann:
        message = await imported(ann, {"size": LARGEST_FILE, "text": padded})
        assert message["type"] == "answer"
        assert "3 actions" in message["scene"]["lines"][0]
