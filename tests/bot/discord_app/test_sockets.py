"""The whole platform over real sockets, against a Discord on this machine."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.discord_app import DiscordApp
from bot.errors import StartError
from bot.texts import Texts
from tests.bot.discord_app.scripted import PIXEL, OneColour, ScriptedTable
from tests.discord_server import DiscordServer, Payload

GUILDS_ONLY = 1


def make_app(server: DiscordServer, table: ScriptedTable, texts: Texts, **changes: str) -> DiscordApp:
    """The platform as the composition root makes it, pointed at the server."""
    where = {"token": server.token, "api_base": server.api_base, "gateway": server.gateway, **changes}
    return DiscordApp(table=table, texts=texts, painter=OneColour(), language="en", **where)


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    """A Discord on this machine."""
    async with DiscordServer() as server:
        yield server
        assert not server.problems, "\n".join(server.problems)


@pytest.fixture
async def app(server: DiscordServer, table: ScriptedTable, texts: Texts) -> AsyncIterator[DiscordApp]:
    """The platform, not yet started."""
    app = make_app(server, table, texts)
    yield app
    await app.stop()


class Stage:
    """A channel and two people in the server's world."""

    def __init__(self, server: DiscordServer) -> None:
        world = server.world
        self.server = server
        self.channel = world.add_channel(world.add_guild())
        self.ann, self.bo = world.add_user("Ann"), world.add_user("Bo")

    @property
    def last(self) -> Payload:
        """The newest message that everybody sees."""
        return self.server.world.public(self.channel)[-1]

    async def press(self, who: Payload, command: str, *, then: str) -> None:
        """Press the button with this command; wait until the newest message has one with the next."""
        await self.server.press(who, self.last, button(self.last, command))
        await self.server.until(lambda: any(part.endswith(then) for part in ids(self.last)))


def ids(message: Payload) -> list[str]:
    """The ids of a message's buttons and selects."""
    return [part["custom_id"] for row in message["components"] for part in row["components"]]


def button(message: Payload, command: str) -> str:
    """The id of the button with this command."""
    return next(part for part in ids(message) if part.endswith(f":{command}"))


async def test_two_people_play_over_the_wire(
    server: DiscordServer, app: DiscordApp, table: ScriptedTable
) -> None:
    """Login, gateway, commands, a lobby, a turn with its picture and alt text, an edit, the next turn."""
    stage = Stage(server)
    assert await app.start() == "Bastide"
    await server.ready()
    assert server.intents == GUILDS_ONLY
    assert len(server.world.commands) == 25

    opened = await server.command(stage.ann, stage.channel, "new")
    await server.until(lambda: bool(server.world.public(stage.channel)))
    await server.until(lambda: opened.response not in server.world.messages[int(stage.channel["id"])])
    await stage.press(stage.bo, "join", then=":2:start")
    await stage.press(stage.ann, "start", then=":3:place 1")
    turn = stage.last
    (picture,) = turn["attachments"]
    assert picture["description"] == "A board with one tile."
    assert server.world.files[picture["url"]] == PIXEL
    assert [user["username"] for user in turn["mentions"]] == ["ann"]

    await server.command(stage.ann, stage.channel, "place", spot="2")
    await server.until(lambda: ids(stage.last) == ["bastide:g0:4:pass"])
    assert stage.last["id"] == turn["id"]
    await stage.press(stage.ann, "pass", then=":5:place 1")
    assert stage.last["id"] != turn["id"]
    assert [user["username"] for user in stage.last["mentions"]] == ["bo"]
    assert turn["components"] == []
    assert table.moves == ["2"]

    refused = await server.press(stage.ann, stage.last, button(stage.last, "place 1"))
    await server.until(lambda: bool(refused.followups))
    offered = await server.complete(stage.bo, stage.channel, "place", "spot", spot="3")
    assert [choice["value"] for choice in offered] == ["3"]


@pytest.mark.parametrize("number", [1, 3])
async def test_rate_limits_delay_and_lose_nothing(
    server: DiscordServer, app: DiscordApp, table: ScriptedTable, number: int
) -> None:
    """Discord's 429 is waited out: the edit arrives, and moves made meanwhile are in it."""
    stage = Stage(server)
    await app.start()
    await server.command(stage.ann, stage.channel, "new")
    await server.until(lambda: bool(server.world.public(stage.channel)))
    await server.command(stage.ann, stage.channel, "start")
    await server.until(lambda: bool(server.world.public(stage.channel)[1:]))
    server.limit("PATCH", "/channels/*/messages/*", retry_after=0.2)
    for spot in range(number):
        await server.command(stage.ann, stage.channel, "place", spot=str(spot))
    version = 2 + number
    await server.until(lambda: ids(stage.last) == [f"bastide:g0:{version}:pass"])
    statuses = [call.status for call in server.calls if call.method == "PATCH" and "/channels/" in call.path]
    assert statuses.count(429) == 1
    assert len(table.moves) == number


async def test_a_lost_connection_is_resumed_and_nothing_is_missed(
    server: DiscordServer, app: DiscordApp
) -> None:
    """When the gateway breaks off, the bot resumes its session and gets what happened meanwhile."""
    stage = Stage(server)
    await app.start()
    await server.ready()
    await server.drop()
    await server.command(stage.ann, stage.channel, "new")
    await server.until(lambda: bool(server.world.public(stage.channel)))
    assert server.sessions == (1, 1)


async def test_a_restarted_bot_registers_nothing_and_serves_old_buttons(
    server: DiscordServer, app: DiscordApp, table: ScriptedTable, texts: Texts
) -> None:
    """A second process finds its commands registered, and the buttons of the first one play on."""
    stage = Stage(server)
    await app.start()
    await server.command(stage.ann, stage.channel, "new")
    await server.until(lambda: bool(server.world.public(stage.channel)))
    await app.stop()
    again = make_app(server, table, texts)
    await again.start()
    try:
        await stage.press(stage.bo, "join", then=":2:join")
    finally:
        await again.stop()
    assert sum(call.method == "PUT" for call in server.calls) == 1


async def test_a_wrong_token_is_one_sentence(
    server: DiscordServer, table: ScriptedTable, texts: Texts
) -> None:
    """Discord's refusal of the token names the setting, and never the token."""
    app = make_app(server, table, texts, token="a.wrong.token")
    with pytest.raises(StartError, match="DISCORD_TOKEN") as caught:
        await app.start()
    assert "a.wrong.token" not in str(caught.value)


@pytest.mark.parametrize("setting", ["api_base", "gateway"])
async def test_an_unreachable_server_is_one_sentence(
    server: DiscordServer, table: ScriptedTable, texts: Texts, setting: str
) -> None:
    """Where nobody listens, the start fails at once with the address in the sentence."""
    scheme = {"api_base": "http", "gateway": "ws"}[setting]
    app = make_app(server, table, texts, **{setting: f"{scheme}://127.0.0.1:9"})
    with pytest.raises(StartError, match=r"cannot be reached at .*127\.0\.0\.1:9"):
        await asyncio.wait_for(app.start(), 10)


async def test_stopping_finishes_what_was_asked_for(server: DiscordServer, app: DiscordApp) -> None:
    """A tap that is being served when the bot is told to stop is still shown."""
    stage = Stage(server)
    await app.start()
    await server.command(stage.ann, stage.channel, "new")
    await app.stop()
    assert [message["content"] for message in server.world.public(stage.channel)] == ["scripted.lobby"]
