"""Commands are registered beside what Discord itself has registered, and their numbers are always known."""

from collections.abc import AsyncIterator, Callable
from copy import deepcopy

import pytest
import structlog
from discord.http import Route

from bot.discord_app import commands as module
from bot.discord_app.client import BastideClient
from bot.discord_app.commands import sync
from bot.usecases.rows import offered
from tests.discord_server import DiscordServer, Payload

LAUNCH: Payload = {
    "id": "77",
    "application_id": "4242",
    "version": "12",
    "type": 4,
    "name": "launch",
    "name_localizations": {"pl": "uruchom"},
    "description": "",
    "description_localizations": {},
    "default_member_permissions": "2048",
    "dm_permission": True,
    "contexts": [0, 1],
    "integration_types": [0],
    "nsfw": False,
    "handler": 2,
}


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordServer]:
    """A Discord on this machine, at the address that the library asks."""
    async with DiscordServer() as server:
        monkeypatch.setattr(Route, "BASE", server.api_base)
        yield server
        assert not server.problems, "\n".join(server.problems)


@pytest.fixture
async def client(
    server: DiscordServer, make_client: Callable[[], BastideClient]
) -> AsyncIterator[BastideClient]:
    """A client that is not yet logged in."""
    client = make_client()
    yield client
    await client.close()


def puts(server: DiscordServer) -> list[int]:
    """What came of each attempt to register commands."""
    return [call.status for call in server.calls if call.method == "PUT"]


def launch(server: DiscordServer) -> Payload:
    """The command that starts the Activity."""
    (entry,) = [command for command in server.world.commands if command.get("type") == 4]
    return entry


async def test_the_entry_point_of_an_activity_stays(server: DiscordServer, client: BastideClient) -> None:
    """Where Discord has made a command of its own, ours are registered and that one is as it was."""
    server.world.commands = [deepcopy(LAUNCH)]
    await client.login(server.token)
    assert puts(server) == [200]
    assert {command["name"] for command in server.world.commands} == {*offered(board=False), "launch"}
    (sent,) = [call.body for call in server.calls if call.method == "PUT"]
    (said,) = [command for command in sent if command.get("type") == 4]
    assert said == {
        "id": "77",
        "type": 4,
        "name": "launch",
        "name_localizations": {"pl": "uruchom"},
        "description_localizations": {},
        "default_member_permissions": 2048,
        "contexts": [0, 1],
        "integration_types": [0],
        "nsfw": False,
        "handler": 2,
    }
    assert launch(server)["id"] == "77"


async def test_nothing_is_registered_because_of_an_entry_point(
    server: DiscordServer, client: BastideClient
) -> None:
    """Whether it comes, changes or goes: as long as our commands are there, nothing is written."""
    await client.login(server.token)
    assert puts(server) == [200]
    for change in ({}, {"handler": 1, "name": "play"}, {"name": "new"}):
        server.world.commands = [c for c in server.world.commands if c.get("type") != 4]
        server.world.commands.append(LAUNCH | change)
        assert set(await sync(client.tree)) == set(offered(board=False))
    assert puts(server) == [200]
    ours = {c["name"]: int(c["id"]) for c in server.world.commands if c.get("type") != 4}
    assert await sync(client.tree) == ours, "the number of a command of ours, whatever else has its name"


async def test_without_the_entry_point_nothing_can_be_registered(
    server: DiscordServer, client: BastideClient
) -> None:
    """What Discord would say if it were left out, as it is when the commands could not be read."""
    server.world.commands = [deepcopy(LAUNCH)]
    server.fail("GET", "/applications/*/commands", status=503)
    with structlog.testing.capture_logs() as logs:
        await client.login(server.token)
    assert puts(server) == [400]
    assert [(entry["event"], entry["log_level"]) for entry in logs] == [
        ("commands not read", "warning"),
        ("commands not registered", "warning"),
    ]
    assert "50240" in logs[1]["error"]
    assert server.world.commands == [LAUNCH]


@pytest.mark.parametrize("status", [400, 403, 503])
async def test_commands_that_cannot_be_registered_are_known_all_the_same(
    server: DiscordServer, client: BastideClient, status: int
) -> None:
    """What Discord had before still works, so sentences link to it; the log has one line."""
    await client.login(server.token)
    client.tree.remove_command("help")
    numbers = {command["name"]: int(command["id"]) for command in server.world.commands}
    server.fail("PUT", "/applications/*/commands", status=status, code=30034)
    with structlog.testing.capture_logs() as logs:
        assert await sync(client.tree) == numbers
    assert [(entry["event"], "exc_info" in entry) for entry in logs] == [("commands not registered", False)]


async def test_a_limit_of_a_day_does_not_keep_the_bot_from_starting(
    server: DiscordServer, client: BastideClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library would wait until Discord takes commands again; the bot starts with those that it has."""
    await client.login(server.token)
    client.tree.remove_command("help")
    monkeypatch.setattr(module, "PATIENCE", 0.2)
    server.limit("PUT", "/applications/*/commands", retry_after=70_000)
    with structlog.testing.capture_logs() as logs:
        assert set(await sync(client.tree)) == set(offered(board=False))
    # The library gives up a limit that is longer than it waits, if it hears of it within our patience.
    ((event, error),) = [(entry["event"], entry["error"]) for entry in logs]
    assert event == "commands not registered"
    assert error == "TimeoutError" or error.startswith("Too many requests")
