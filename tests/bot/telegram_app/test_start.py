"""Starting and stopping: tokens, addresses, polling, webhook, commands."""

import logging
import socket
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import ClientSession
from structlog.testing import capture_logs

from bot.errors import StartError
from bot.request import Reply, Request
from bot.telegram_app.app import TelegramApp
from bot.texts import Texts
from bot.usecases.rows import offered
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, say, scene
from tests.telegram_server import SERVER_ERROR, TOKEN, Message


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def make(world: World, texts: Texts) -> Callable[..., TelegramApp]:
    """Makes apps that are not started yet."""

    def app(**settings: Any) -> TelegramApp:
        return TelegramApp(
            **{
                "token": TOKEN,
                "api_base": world.server.base,
                "webhook_url": None,
                "table": world.scripted,
                "texts": texts,
                "painter": world.painter,
                "language": "en",
                **settings,
            }
        )

    return app


async def test_the_name_of_the_bot_is_told(make: Callable[..., TelegramApp]) -> None:
    """Starting checks the token and says who the bot is."""
    app = make()
    assert await app.start() == "@BastideTestBot"
    await app.stop()


@pytest.mark.parametrize("token", ["4242:another-token", "nonsense"])
async def test_a_wrong_token_is_one_sentence(make: Callable[..., TelegramApp], token: str) -> None:
    """The operator learns which setting is wrong; the token is not repeated."""
    with pytest.raises(StartError) as caught:
        await make(token=token).start()
    assert "TELEGRAM_TOKEN" in str(caught.value)
    assert token not in str(caught.value)
    assert str(caught.value).count(". ") == 0


async def test_an_unreachable_server_is_one_sentence(make: Callable[..., TelegramApp]) -> None:
    """The operator learns which address does not answer."""
    address = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(StartError) as caught:
        await make(api_base=address).start()
    assert address in str(caught.value)
    assert TOKEN not in str(caught.value)


async def test_a_failing_server_is_one_sentence(make: Callable[..., TelegramApp], world: World) -> None:
    """An error of the server at the start stops the start."""
    world.server.inject("getMe", SERVER_ERROR)
    with pytest.raises(StartError, match="Bad Gateway"):
        await make().start()


# The library's server drops the socket that it could not bind.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
async def test_an_occupied_port_is_one_sentence(make: Callable[..., TelegramApp]) -> None:
    """The webhook cannot listen where something else does."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/hook"
        with pytest.raises(StartError, match="webhook"):
            await make(webhook_url=url).start()


async def test_the_token_is_never_logged(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """Not even with everything logged, when requests fail, and when the table does."""
    caplog.set_level(logging.DEBUG)
    world.server.inject("sendPhoto", SERVER_ERROR)
    world.server.inject("getUpdates", SERVER_ERROR)
    world.scripted.answer = lambda request: Reply(scene=scene("go"))

    def fail(request: Request) -> Reply:
        raise RuntimeError("a bug")

    with capture_logs() as logs:
        app = await world.start(world.scripted)
        await world.group.say(world.ann, "/new")
        await world.group.until(lambda: bool(world.group.from_bot))
        world.scripted.answer = fail
        await world.group.ask(world.ann, "/game")
        await app.stop()
    assert len(logs) >= 2
    said = [record.getMessage() for record in caplog.records] + [str(entry) for entry in logs]
    assert not [line for line in said if TOKEN in line or TOKEN.partition(":")[2] in line]


async def test_updates_come_by_webhook(world: World) -> None:
    """With a public address Telegram sends updates there, with a secret that only it knows."""
    world.scripted.answer = lambda request: Reply(scene=scene("go", rows=[[button("1", "place 1")]]))
    url = f"http://127.0.0.1:{free_port()}/telegram/hook"
    await world.start(world.scripted, webhook_url=url)
    assert world.server.webhook["url"] == url
    assert len(world.server.webhook["secret_token"]) == 64
    await world.group.say(world.ann, "/new")
    await world.group.press(world.bo, "1")
    assert [request.command for request in world.scripted.requests] == ["new", "place 1"]


async def test_a_webhook_listens_behind_a_proxy(world: World) -> None:
    """The address to listen at may differ from the public one."""
    port = free_port()
    await world.start(
        world.scripted, webhook_url="https://bot.example.org/hook", webhook_listen=("127.0.0.1", port)
    )
    assert world.server.webhook["url"] == "https://bot.example.org/hook"
    world.server.set_webhook(world.server.webhook | {"url": f"http://127.0.0.1:{port}/hook"})
    assert (await world.group.ask(world.ann, "/game")).text == "no game"


async def test_whoever_does_not_know_the_secret_is_not_heard(world: World) -> None:
    """Updates from elsewhere are turned away."""
    port = free_port()
    await world.start(world.scripted, webhook_url=f"http://127.0.0.1:{port}/hook")
    genuine = world.server.webhook
    world.server.set_webhook(genuine | {"secret_token": "guessed"})
    message = await world.group.say(world.ann, "/game")
    await world.group.until(lambda: world.server.turned_away > 0)
    assert not world.scripted.requests
    world.server.set_webhook(genuine)
    assert (await world.group.answer(message)).text == "no game"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no JSON",
        b"\xff\xfe",
        b"null",
        b"7",
        b"[]",
        b"{}",
        b'{"message": {}}',
        b'{"update_id": 7, "message": "hello"}',
        b"[" * 100_000,
    ],
)
async def test_what_is_no_update_is_turned_away_in_one_line(
    world: World, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever knows the secret and sends something else is at fault, and nothing is wrong here."""
    port = free_port()
    url = f"http://127.0.0.1:{port}/hook"
    await world.start(world.scripted, webhook_url=url)
    headers = {
        "X-Telegram-Bot-Api-Secret-Token": world.server.webhook["secret_token"],
        "Content-Type": "application/json",
    }
    with capture_logs() as logs:
        async with ClientSession() as session, session.post(url, data=body, headers=headers) as response:
            assert response.status == 400
    assert [(entry["event"], entry["log_level"]) for entry in logs] == [("update cannot be read", "warning")]
    assert "exc_info" not in logs[0]
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
    assert (await world.group.ask(world.ann, "/game")).text == "no game"


@pytest.mark.parametrize(
    ("request_line", "secret", "status"),
    [
        ("POST /hook", "guessed", 403),
        ("POST /hook", "žluťoučký", 403),
        ("POST /hook", None, 403),
        ("GET /hook", None, 405),
        ("POST /other", None, 404),
    ],
)
async def test_strangers_are_turned_away_without_a_word(
    world: World, request_line: str, secret: str | None, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Only the one address takes updates, and only from who knows the secret."""
    port = free_port()
    await world.start(world.scripted, webhook_url=f"http://127.0.0.1:{port}/hook")
    headers = {} if secret is None else {"X-Telegram-Bot-Api-Secret-Token": secret}
    method, path = request_line.split()
    url = f"http://127.0.0.1:{port}{path}"
    with capture_logs() as logs:
        async with ClientSession() as session, session.request(method, url, headers=headers) as response:
            assert response.status == status
    assert logs == []
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


async def test_polling_replaces_a_webhook(world: World) -> None:
    """A webhook that was set before is taken away, so that updates can be fetched."""
    world.server.set_webhook({"url": "http://127.0.0.1:9/hook"})
    await world.start(world.scripted)
    assert (await world.group.ask(world.ann, "/game")).text == "no game"


async def test_the_menu_is_published_in_every_language_and_only_when_it_changed(
    world: World, texts: Texts
) -> None:
    """Telegram gets each language's commands once; a second start changes nothing."""
    app = await world.start(world.scripted)
    await world.group.until(lambda: len(world.server.commands) == 1 + len(texts.languages))
    assert {language for _, language in world.server.commands} == {"", *texts.languages}
    assert [item["command"] for item in world.server.commands["default", "pl"]] == list(offered(board=False))
    await app.stop()
    before = len(world.server.made("setMyCommands"))
    again = await world.start(world.scripted)
    await again.stop()
    assert len(world.server.made("setMyCommands")) == before
    assert len(world.server.made("getMyCommands")) > before


async def test_an_app_stops_while_a_picture_waits(world: World) -> None:
    """Stopping gives messages on their way some time and then ends without an error."""
    world.scripted.answer = lambda request: Reply(refusal=say("no"))
    app = await world.start(world.scripted)
    world.painter.delay = 0.3
    world.scripted.answer = lambda request: Reply(scene=scene("go"))
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.scripted.requests))
    await app.stop()
    sent: list[Message] = world.group.from_bot
    assert [message.text for message in sent] == ["go"]
