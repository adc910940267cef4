"""A Bot API server, the app over real sockets, and people in chats."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from telegram import Bot

import bot.texts
from bot.request import Reply
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.line import Line
from bot.telegram_app.pace import Pace
from bot.texts import Texts
from tests.bot.telegram_app.scripted import OneColour, ScriptedTable, say
from tests.telegram_server import TOKEN, BotApiServer, Chat, User

FAST = Pace(100_000, 1.0)

Start = Callable[..., Awaitable[TelegramApp]]


@pytest.fixture(scope="session")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Texts:
    """The real catalogues, and a sentence for tests."""
    folder = tmp_path_factory.mktemp("texts")
    shutil.copytree(Path(bot.texts.__file__).parent, folder, dirs_exist_ok=True)
    lines = ('msgid ""', 'msgstr "Language: en\\n"', "", 'msgid "test.say"', 'msgstr "{text}"', "")
    (folder / "en" / "test.po").write_text("\n".join(lines), "utf-8")
    return Texts.load(folder)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buttons wait long enough for a busy machine to find out that a move cannot be shown."""
    monkeypatch.setattr("bot.telegram_app.conversation.SHOWN", 1.0)


@pytest.fixture
async def server(request: pytest.FixtureRequest) -> AsyncIterator[BotApiServer]:
    """A Bot API server. No request may break the published description."""
    async with BotApiServer() as running:
        yield running
        request.node.add_report_section("call", "transcript", running.transcript)
        assert running.problems == []


@pytest.fixture
def painter() -> OneColour:
    """A painter of one colour."""
    return OneColour()


@pytest.fixture
def scripted() -> ScriptedTable:
    """A table that refuses everything, until a test gives it something better to say."""
    return ScriptedTable(lambda request: Reply(refusal=say(f"no {request.command}")))


@pytest.fixture
async def start(server: BotApiServer, texts: Texts, painter: OneColour) -> AsyncIterator[Start]:
    """Starts apps with a table; those that still run at the end are stopped."""
    async with AsyncExitStack() as stack:

        async def run(table: Any, **settings: Any) -> TelegramApp:
            app = TelegramApp(
                **{
                    "token": TOKEN,
                    "api_base": server.base,
                    "webhook_url": None,
                    "table": table,
                    "texts": texts,
                    "painter": painter,
                    "language": "en",
                    "group_pace": FAST,
                    **settings,
                }
            )
            await app.start()
            stack.push_async_callback(app.stop)
            return app

        yield run


@asynccontextmanager
async def client(base: str, *, answered: float = 5.0, connected: float = 5.0) -> AsyncIterator[Bot]:
    """The library over a line with one connection, which waits so long for an answer and for its turn."""
    request = Line(1, answering=answered, turn=connected)
    async with request:
        yield Bot(TOKEN, base_url=f"{base}/bot", request=request)


@dataclass(frozen=True)
class World:
    """What most tests need: a group of Ann, who manages it, and Bo, and a table that a test can script."""

    server: BotApiServer
    start: Start
    scripted: ScriptedTable
    painter: OneColour
    ann: User
    bo: User
    group: Chat


@pytest.fixture
def world(server: BotApiServer, start: Start, scripted: ScriptedTable, painter: OneColour) -> World:
    """A group of two, and no bot yet."""
    ann, bo = server.user("Ann"), server.user("Bo")
    return World(server, start, scripted, painter, ann, bo, server.group("Friends", ann, bo))
