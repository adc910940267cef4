"""Record files as documents: with a command as caption, or answered with one."""

import asyncio
import logging
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from aiohttp import web
from structlog.testing import capture_logs

from bot.clock import SystemClock
from bot.request import LARGEST_FILE
from bot.store import open_store
from bot.table.table import Table
from bot.telegram_app import incoming
from core import GameRecord, seed_hash
from tests.bot.telegram_app.conftest import World
from tests.telegram_server import SERVER_ERROR, Fault, Message, too_many_requests


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


def assert_one_line(logs: Sequence[Mapping[str, object]], caplog: pytest.LogCaptureFixture) -> None:
    """The log says that the file was not fetched, and nothing else, without a traceback."""
    assert [(entry["event"], entry["log_level"]) for entry in logs] == [("file not fetched", "warning")]
    assert "exc_info" not in logs[0]
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


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
    await group.until(lambda: any("Bo's seat is free." in m.text for m in group.from_bot))
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


@pytest.mark.parametrize(
    "fault",
    [
        SERVER_ERROR,
        Fault(400, "Bad Request: wrong file_id or the file is temporarily unavailable"),
        Fault(404, "Not Found"),
        too_many_requests(7),
    ],
    ids=lambda fault: str(fault.code),
)
async def test_a_file_that_telegram_does_not_find_is_asked_for_again(
    real: World, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is wrong here, so the person is told what to do, and the log has one line."""
    real.server.inject("getFile", fault)
    with capture_logs() as logs:
        answer = await real.group.answer(await real.group.send_file(real.ann, CONTENT, "/import"))
    assert "Send it again" in answer.text
    assert_one_line(logs, caplog)


@pytest.mark.parametrize("status", [302, 403, 404, 502])
async def test_a_file_whose_download_fails_is_asked_for_again(
    real: World, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Telegram said where it is, and then it was not there."""

    async def fail(_: Message) -> None:
        if status == 302:
            raise web.HTTPFound("/elsewhere")
        raise {403: web.HTTPForbidden, 404: web.HTTPNotFound, 502: web.HTTPBadGateway}[status]

    real.server.before_file = fail
    with capture_logs() as logs:
        answer = await real.group.answer(await real.group.send_file(real.ann, CONTENT, "/import"))
    assert "Send it again" in answer.text
    assert_one_line(logs, caplog)


async def test_a_file_that_takes_too_long_holds_nobody_up(
    real: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """After a while it is given up, and the chat goes on."""
    monkeypatch.setattr(incoming, "FETCHED_WITHIN", 0.2)
    forgotten = asyncio.Event()

    async def hang(_: Message) -> None:
        await forgotten.wait()

    real.server.before_file = hang
    with capture_logs() as logs:
        sent = await real.group.send_file(real.ann, CONTENT, "/import")
        assert "There is no game" in (await real.group.ask(real.bo, "/score")).text
        forgotten.set()
    assert "Send it again" in (await real.group.answer(sent)).text
    assert_one_line(logs, caplog)


@pytest.mark.parametrize("told", ["getFile", "error"])
async def test_a_large_file_of_unknown_size_is_not_loaded(real: World, told: str) -> None:
    """Where the message does not say how large it is, the file does, or Telegram refuses it for that."""

    async def never(_: Message) -> None:
        raise AssertionError("it was loaded")

    real.server.before_file = never
    if told == "error":
        real.server.inject("getFile", Fault(400, "Bad Request: file is too big"))
    sent = await real.group.send_file(real.ann, b"x" * (LARGEST_FILE + 1), "/import", size=1)
    assert "too large" in (await real.group.answer(sent)).text


@pytest.mark.parametrize("path", ["ftp://127.0.0.1/x", "https://", "http://[/", "http://a:99999/x", "\0"])
async def test_a_file_without_a_usable_address_is_asked_for_again(
    real: World, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever Telegram says of where the file is, its sender reads one sentence that is true."""
    real.server.file_path = path
    with capture_logs() as logs:
        answer = await real.group.answer(await real.group.send_file(real.ann, CONTENT, "/import"))
    assert "Send it again" in answer.text
    assert_one_line(logs, caplog)


async def test_a_file_without_an_end_is_large(real: World) -> None:
    """Whatever was said of its size, no more of it is read than what a record could have."""
    real.server.endless = True
    answer = await real.group.answer(await real.group.send_file(real.ann, CONTENT, "/import"))
    assert "too large" in answer.text


async def test_a_file_is_verified_against_a_hash(real: World) -> None:
    """The hash that somebody kept from the start goes with the command."""
    sent = await real.group.send_file(real.ann, CONTENT, f"/verify {seed_hash('5eed')}")
    assert "nobody changed the shuffle" in (await real.group.answer(sent)).text
