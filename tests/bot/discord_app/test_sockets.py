"""The whole platform over real sockets, against a Discord on this machine."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot import metrics
from bot.discord_app.app import DiscordApp
from bot.errors import StartError
from bot.people import Channel, Person
from bot.texts import Texts
from bot.usecases import rows
from tests.bot.discord_app.scripted import PIXEL, Count, OneColour, ScriptedTable
from tests.bot.discord_app.stage import QUICK, Stage, commands
from tests.bot.store.redis_server import until
from tests.bot.test_metrics import figures
from tests.discord_server import DiscordServer, Payload

GUILDS_ONLY = 1


def make_app(server: DiscordServer, table: ScriptedTable, texts: Texts, **changes: str) -> DiscordApp:
    """The platform as the composition root makes it, pointed at the server."""
    where: dict[str, Any] = {
        "token": server.token,
        "api_base": server.api_base,
        "gateway": server.gateway,
        **changes,
    }
    return DiscordApp(table=table, texts=texts, painter=OneColour(), language="en", patience=QUICK, **where)


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


@pytest.fixture
def room(server: DiscordServer, app: DiscordApp) -> tuple[Stage, DiscordApp]:
    """A stage, and the platform that is not yet started."""
    return Stage(server), app


async def test_two_people_play_over_the_wire(
    server: DiscordServer, app: DiscordApp, table: ScriptedTable
) -> None:
    """Login, gateway, commands, a lobby, a turn with its picture and alt text, an edit, the next turn."""
    stage = Stage(server)
    assert await app.start() == "Bastide"
    await server.ready()
    assert server.intents == GUILDS_ONLY
    assert len(server.world.commands) == len(rows.offered(board=False))

    opened = await server.command(stage.ann, stage.channel, "new")
    await server.until(lambda: bool(server.world.public(stage.channel)))
    await server.until(lambda: opened.response not in server.world.messages[int(stage.channel["id"])])
    await stage.play(stage.bo, "join")
    await stage.play(stage.ann, "start")
    turn = stage.last
    (picture,) = turn["attachments"]
    assert picture["description"] == "A board with one tile."
    assert server.world.files[picture["url"]] == PIXEL
    assert [user["username"] for user in turn["mentions"]] == ["ann"]

    await server.command(stage.ann, stage.channel, "place", spot="2")
    await server.until(lambda: list(commands(stage.last)) == ["pass"])
    assert stage.last["id"] == turn["id"]
    await stage.play(stage.ann, "pass")
    assert stage.last["id"] != turn["id"]
    assert [user["username"] for user in stage.last["mentions"]] == ["bo"]
    await server.until(lambda: turn["components"] == [])
    assert table.moves == ["2"]

    refused = await stage.tap(stage.ann, "place 1")
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
    await stage.open()
    await server.command(stage.ann, stage.channel, "start")
    await server.until(lambda: bool(server.world.public(stage.channel)[1:]))
    server.limit("PATCH", "/channels/*/messages/*", retry_after=0.2)
    for spot in range(number):
        await server.command(stage.ann, stage.channel, "place", spot=str(spot))
    await server.until(lambda: commands(stage.last) == {"pass": f"bastide:g0:{2 + number}:pass"})
    statuses = [call.status for call in server.calls if call.method == "PATCH" and "/channels/" in call.path]
    assert statuses.count(429) == 1
    assert len(table.moves) == number


async def test_a_hundred_games_that_move_at_once_are_all_shown(
    server: DiscordServer, app: DiscordApp, table: ScriptedTable
) -> None:
    """Each channel gets its new turn once, within the fifty requests a second that Discord takes."""
    await app.start()
    guild, ann = server.world.add_guild(), server.world.add_user("ann")
    rooms = [server.world.add_channel(guild) for _ in range(100)]
    channels = [Channel("discord", (guild["id"], room["id"])) for room in rooms]
    player = Person("discord", ann["id"], "Ann")
    for number, channel in enumerate(channels):
        table.games[channel] = Count(f"g{number}", [player])
    server.slow_down(50)
    for _ in range(2):
        for channel in channels:
            table.games[channel].turn += 1
            table.games[channel].version += 1
        replies = [table.reply(table.games[channel]) for channel in channels]
        await asyncio.gather(*map(app.show, channels, replies))
        assert app._client is not None
        await asyncio.gather(*map(app._client.desk.displays.shown, channels))
        assert all(bool(server.world.public(room)[-1]["components"]) for room in rooms)
    # What is past waits until there is time for it.
    await until(
        lambda: not any(old["components"] for room in rooms for old in server.world.public(room)[:-1])
    )
    assert [len(server.world.public(room)) for room in rooms] == [2] * 100
    assert server.floods == 0


@pytest.mark.parametrize(
    ("guild", "person", "language"),
    [
        ({"features": ["COMMUNITY"], "preferred_locale": "pl"}, "cs", "pl"),
        ({"features": [], "preferred_locale": "en-US"}, "cs", "cs"),
        ({"features": [], "preferred_locale": "en-US"}, "fr", "en"),
    ],
)
async def test_the_language_of_a_channel(
    room: tuple[Stage, DiscordApp], table: ScriptedTable, guild: Payload, person: str, language: str
) -> None:
    """A community's own language holds; elsewhere, since servers then all say English, that of the person."""
    stage, app = room
    for known in stage.server.world.guilds.values():
        known.update(guild)
    stage.ann["locale"] = person
    await app.start()
    await stage.open()
    assert table.requests[0].language == language
    assert table.requests[0].person.language == ("en" if person == "fr" else person)


async def test_a_lost_connection_is_resumed_and_nothing_is_missed(
    server: DiscordServer, app: DiscordApp
) -> None:
    """When the gateway breaks off, the bot resumes its session and gets what happened meanwhile."""
    stage = Stage(server)
    await app.start()
    await server.ready()
    await server.drop()
    await stage.open()
    assert server.sessions == (1, 1)


async def test_a_restarted_bot_registers_nothing_and_serves_old_buttons(
    server: DiscordServer, app: DiscordApp, table: ScriptedTable, texts: Texts
) -> None:
    """A second process finds its commands registered, and the buttons of the first one play on."""
    stage = Stage(server)
    await app.start()
    await stage.open()
    await app.stop()
    again = make_app(server, table, texts)
    await again.start()
    try:
        await stage.play(stage.bo, "join")
    finally:
        await again.stop()
    assert sum(call.method == "PUT" for call in server.calls) == 1


async def test_what_the_library_gives_up_on_is_begun_anew(
    server: DiscordServer, app: DiscordApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When Discord ends the session for good, the bot logs in again after a pause, and plays on."""
    monkeypatch.setattr("bot.discord_app.app.FIRST_PAUSE_SECONDS", 0)
    stage = Stage(server)
    await app.start()
    await server.drop(code=4004)
    await server.ready()
    assert server.sessions == (2, 0)
    await stage.open()
    await stage.play(stage.bo, "join")


async def test_a_gateway_that_lets_nobody_in_is_one_sentence(
    server: DiscordServer, table: ScriptedTable, texts: Texts
) -> None:
    """If the gateway refuses the bot at the start, that is told at once."""
    server.refuse_gateway(4013)
    app = make_app(server, table, texts)
    with pytest.raises(StartError, match="does not let the bot in"):
        await asyncio.wait_for(app.start(), 60)


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
        await asyncio.wait_for(app.start(), 60)


async def test_stopping_finishes_what_was_asked_for(server: DiscordServer, app: DiscordApp) -> None:
    """A tap that is being served when the bot is told to stop is still shown."""
    stage = Stage(server)
    await app.start()
    await server.command(stage.ann, stage.channel, "new")
    await app.stop()
    assert [message["content"] for message in server.world.public(stage.channel)] == ["scripted.lobby"]


async def test_calls_are_counted_by_what_they_came_to(server: DiscordServer, app: DiscordApp) -> None:
    """Every answer of Discord's HTTP interface is among the figures, as are the places with games."""
    with metrics.exposed(("127.0.0.1", 0)) as port:
        stage = Stage(server)
        await app.start()
        await server.ready()
        await server.command(stage.ann, stage.channel, "new")
        await server.until(lambda: bool(server.world.public(stage.channel)))
        told = await figures(port)
    assert told['bastide_platform_calls_total{outcome="ok",platform="discord"}'] > 1
    assert told['bastide_places{platform="discord"}'] >= 1
