"""Record files as documents: with a command as caption, or answered with one."""

import random
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.request import LARGEST_FILE
from bot.store import open_store
from bot.table import Table
from core import GameRecord, seed_hash
from tests.bot.telegram_app.conftest import World
from tests.telegram_server import SERVER_ERROR


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


@pytest.fixture
async def real(world: World, tmp_path: Path) -> World:
    """A group with the real table."""
    await world.start(Table(await open_store("memory://", tmp_path), SystemClock()))
    return world


CONTENT = record(30).to_json().encode()


async def test_a_document_with_a_caption_is_shown_and_gone_on_with(real: World) -> None:
    """The answer is a reply with a picture and buttons; going on puts the game into the group."""
    group = real.group
    sent = await group.send_file(real.ann, CONTENT, "/import")
    shown = await group.answer(sent)
    assert shown.photo
    assert "30 actions" in shown.text
    await group.press(real.ann, "◀", on=shown)
    await group.until(lambda: shown.edits > 0)
    assert "after turn" in shown.text
    again = await group.answer(await group.send_file(real.ann, CONTENT, "/import"))
    await group.press(real.ann, "Go on from here", on=again)
    await group.until(lambda: any("The seat of Bo is free." in m.text for m in group.from_bot))
    await group.press(real.bo, "Play for Bo")
    await group.until(lambda: "is free" not in group.last.text)


async def test_a_document_can_be_answered_with_the_command(real: World) -> None:
    """Replying to a file with /import shows it too; a caption that is no command asks for nothing."""
    group = real.group
    document = await group.send_file(real.bo, CONTENT, "look at this")
    shown = await group.answer(await group.say(real.ann, "/import", reply_to=document))
    assert "30 actions" in shown.text
    assert [m for m in group.from_bot if m.reply_to == document.id] == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"garbage", "it is not JSON"),
        (record(3).to_json().replace('"draw"', '"dance"', 1).encode(), "with action 0"),
    ],
)
async def test_garbage_is_refused_in_one_sentence(real: World, content: bytes, said: str) -> None:
    """A short reply says what is wrong, with the number of the action where there is one."""
    answer = await real.group.answer(await real.group.send_file(real.ann, content, "/import"))
    assert said in answer.text
    assert not answer.photo


async def test_a_large_file_is_not_fetched(real: World) -> None:
    """Its size stands in the message: nothing of it has to be loaded to refuse it."""
    sent = await real.group.send_file(real.ann, b"x", "/import", size=LARGEST_FILE + 1)
    assert "too large" in (await real.group.answer(sent)).text
    assert real.server.made("getFile") == []


async def test_other_commands_fetch_nothing(real: World) -> None:
    """A file that merely happens to be answered is left alone."""
    document = await real.group.send_file(real.bo, CONTENT)
    await real.group.answer(await real.group.say(real.ann, "/help", reply_to=document))
    assert real.server.made("getFile") == []


async def test_without_a_file_one_is_asked_for(real: World) -> None:
    """/import alone says how a file is sent."""
    assert "Send a record file along" in (await real.group.ask(real.ann, "/import")).text


async def test_a_file_that_cannot_be_fetched_is_apologised_for(real: World) -> None:
    """When Telegram does not hand the file out, the person is told to try again."""
    real.server.inject("getFile", SERVER_ERROR)
    answer = await real.group.answer(await real.group.send_file(real.ann, CONTENT, "/import"))
    assert "try again" in answer.text.lower()


async def test_a_file_is_verified_against_a_hash(real: World) -> None:
    """The hash that somebody kept from the start goes with the command."""
    sent = await real.group.send_file(real.ann, CONTENT, f"/verify {seed_hash('5eed')}")
    assert "the shuffle is the promised one" in (await real.group.answer(sent)).text
