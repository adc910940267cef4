"""An answer that Discord does not take is a line in the log, and nothing else comes of it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

import pytest
import structlog
from structlog.typing import EventDict

from bot.discord_app.app import DiscordApp
from bot.texts import Texts
from tests.bot.discord_app.scripted import OneColour, ScriptedTable
from tests.bot.discord_app.stage import Stage, commands
from tests.discord_server import DiscordServer, Interaction, Payload
from tests.discord_server.world import EPHEMERAL

ACKNOWLEDGE = ("POST", "/interactions/*/*/callback")
EDIT = ("PATCH", "/webhooks/*/*/messages/@original")
FOLLOW_UP = ("POST", "/webhooks/*/*")
DISMISS = ("DELETE", "/webhooks/*/*/messages/@original")
EVENTS = {
    ACKNOWLEDGE: "interaction lost",
    EDIT: "answer not shown",
    FOLLOW_UP: "answer not shown",
    DISMISS: "answer not dismissed",
}
TROUBLES = (
    (ACKNOWLEDGE, 404, 10062, "info"),
    (ACKNOWLEDGE, 400, 40060, "info"),
    (ACKNOWLEDGE, 0, 0, "warning"),
    (EDIT, 401, 50027, "info"),
    (EDIT, 404, 10008, "info"),
    (EDIT, 413, 40005, "info"),
    (EDIT, 0, 0, "warning"),
    (FOLLOW_UP, 404, 10015, "info"),
    (FOLLOW_UP, 0, 0, "warning"),
    (DISMISS, 404, 10008, "info"),
    (DISMISS, 0, 0, "warning"),
)


@dataclass
class Counter:
    """Where a person asks, and does not get an answer."""

    stage: Stage
    app: DiscordApp

    async def ask(self, call: tuple[str, str]) -> None:
        """Do something that ends in this call, and wait until it is made and the bot is done."""
        stage, server = self.stage, self.stage.server
        made = sum(part.method == call[0] for part in server.calls)
        if call == FOLLOW_UP:
            asking = server.press(stage.bo, stage.last, commands(stage.last)["place 1"])
        else:
            asking = server.command(stage.ann, stage.channel, "new" if call == DISMISS else "rules")
        task = asyncio.create_task(asking)
        # Where the press or the command itself is not acknowledged, nothing else is called.
        await server.until(lambda: sum(part.method == call[0] for part in server.calls) > made)
        if call == ACKNOWLEDGE:
            task.cancel()
        else:
            await task
        await self.app.stop()

    @staticmethod
    def problems(logs: list[EventDict]) -> list[tuple[str, str]]:
        """What the log says of answers, and of anything that is worse."""
        bad = {"error", "critical"}
        return [
            (entry["event"], entry["log_level"])
            for entry in logs
            if entry["event"] in EVENTS.values() or entry["log_level"] in bad or "exc_info" in entry
        ]


@pytest.fixture
async def counter(texts: Texts, table: ScriptedTable, painter: OneColour) -> AsyncIterator[Counter]:
    """A channel where it is Ann's turn."""
    async with DiscordServer() as server:
        app = DiscordApp(
            token=server.token, api_base=server.api_base, gateway=server.gateway,
            table=table, texts=texts, painter=painter, language="en",
        )  # fmt: skip
        await app.start()
        stage = Stage(server)
        await stage.open()
        await stage.play(stage.bo, "join")
        await stage.play(stage.ann, "start")
        yield Counter(stage, app)
        await app.stop()
        assert not server.problems, "\n".join(server.problems)


@pytest.mark.parametrize(("call", "status", "code", "level"), TROUBLES)
async def test_a_refused_answer_is_one_line(
    counter: Counter, call: tuple[str, str], status: int, code: int, level: str
) -> None:
    """Whatever fails, and in whichever way: no traceback, no second try at telling, no secret."""
    server = counter.stage.server
    if status:
        server.fail(*call, status=status, code=code)
    else:
        # What can be repeated without harm, aiohttp repeats once by itself.
        server.cut(*call, times=2)
    with structlog.testing.capture_logs() as logs:
        await counter.ask(call)
    assert counter.problems(logs) == [(EVENTS[call], level)]
    (entry,) = [entry for entry in logs if entry["event"] == EVENTS[call]]
    assert entry["error"]
    assert not [token for token in server.world.interactions if token in str(entry)]


BOARD: Final = "bastide::0:board"
PRESSED: Final[Payload] = {"type": 2, "style": 1, "label": "a button", "custom_id": BOARD}


async def picture_comes(counter: Counter, painter: OneColour, asked: Interaction) -> Payload:
    """What was answered, whose words come first and whose picture after them, as one message."""
    stage, server = counter.stage, counter.stage.server

    def answered(text: str) -> Payload | None:
        number = asked.followups[0] if asked.followups else asked.response
        found = server.world.messages[int(stage.channel["id"])].get(number or 0)
        return found if found is not None and found["content"].endswith(text) else None

    await server.until(lambda: answered("\nThe picture follows.") is not None)
    words = answered("")
    assert words is not None
    assert words["attachments"] == []
    assert painter.paused is not None
    painter.paused.set()
    await server.until(lambda: bool((answered("") or {}).get("attachments")))
    whole = answered("")
    assert whole is not None
    assert "follows" not in whole["content"]
    assert whole["flags"] & EPHEMERAL
    assert len(asked.followups) <= 1
    return whole


async def test_words_do_not_wait_for_a_picture_that_takes_long(counter: Counter, painter: OneColour) -> None:
    """Whoever presses a button sees that something comes; the picture is put to the words that say so."""
    stage, server = counter.stage, counter.stage.server
    message = {**stage.last, "components": [{"type": 1, "components": [PRESSED]}]}
    painter.paused = asyncio.Event()
    asked = await server.press(stage.bo, message, BOARD)
    answer = await picture_comes(counter, painter, asked)
    # A button of that answer is answered in its place.
    painter.paused = asyncio.Event()
    inner = {**answer, "components": message["components"]}
    again = await picture_comes(counter, painter, await server.press(stage.bo, inner, BOARD))
    assert again["id"] == answer["id"]


async def test_so_it_is_with_a_command(counter: Counter, painter: OneColour) -> None:
    """Discord says that we are thinking: that makes way for the words."""
    painter.paused = asyncio.Event()
    asked = await counter.stage.server.command(counter.stage.ann, counter.stage.channel, "board")
    await picture_comes(counter, painter, asked)


async def test_a_picture_that_is_refused_leaves_the_words(counter: Counter, painter: OneColour) -> None:
    """They are written once more, without the promise."""
    stage, server = counter.stage, counter.stage.server
    message = {**stage.last, "components": [{"type": 1, "components": [PRESSED]}]}
    painter.paused = asyncio.Event()
    asked = await server.press(stage.bo, message, BOARD)
    await server.until(lambda: bool(asked.followups))
    edit = ("PATCH", f"/webhooks/*/*/messages/{asked.followups[0]}")
    server.fail(*edit, status=413, code=40005, when=lambda call: bool(call.files))
    painter.paused.set()
    answer = server.world.messages[int(stage.channel["id"])][asked.followups[0]]
    await server.until(lambda: "follows" not in answer["content"])
    assert answer["content"].endswith("an admin can allow it.")
    assert answer["attachments"] == []
