"""Which commands need a right to post is what the table makes of them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

import discord
import pytest
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.discord_app.client import BastideClient
from bot.discord_app.permissions import advice, answered_alone, missing_permissions
from bot.games import play
from bot.scene import Phrase, Scene
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from bot.usecases.rows import always, rows
from tests.bot.discord_app.conftest import Room
from tests.bot.discord_app.scripted import ScriptedTable
from tests.bot.discord_app.stage import Stage
from tests.bot.table.club import ANN, BO, CID, Club, Hands
from tests.discord_server import DiscordServer, Payload

SITUATIONS = ("nothing", "lobby", "running", "over")
FORMS = (
    "settings", "settings me", "settings me mute=on", "settings mute=off", "settings private=on zone=UTC",
    "settings me players=4", "settings something", "settings theme=night", "settings players=4",
    "settings language=pl", "settings mute=on theme=day",
    "hints", "hints off", "hints on",
    "history", "history before 2", "history 1", "history 1 1", "history 1 1 stop", "history 1 0 continue",
    "rescue", "rescue skip", "rescue free 2", "rescue back 1", "rescue dance",
)  # fmt: skip


async def bring_about(club: Club, situation: str) -> None:
    """Let there be a game that stands like this."""
    match situation:
        case "lobby":
            await club.play(ANN, "new")
        case "running":
            await club.begin(people=(ANN, BO, CID))
        case "over":
            await club.begin()
            await club.play(ANN, "place 1")
            await club.play(BO, "resign yes")


def test_what_is_only_ever_answered_needs_nothing() -> None:
    """By what the functions give: a scene alone is only an answer. Of hints and advice the answer tells."""
    answered = {
        name
        for name, row in rows().items()
        if get_type_hints(row.serve or row.errand or play.move)["return"] is Scene
    }
    private = {name for name, row in rows().items() if row.private is always}
    assert answered | {"hints", "advice"} == private
    assert all(answered_alone(name) for name in private)


async def test_what_can_change_the_game_needs_a_right(texts: Texts, tmp_path: Path) -> None:
    """A form of a command that both asks and changes needs one if anywhere only the channel tells of it."""
    public, private = set(), set()
    for situation in SITUATIONS:
        store = await open_store("memory://", tmp_path)
        club = Club(Table(store, Hands()), store, texts)
        await bring_about(club, situation)
        for form in FORMS:
            reply = await club.say(ANN, form, admin=True)
            private |= {form} if reply.answer is not None else set()
            public |= {form} if reply.scene is not None and reply.answer is None else set()
        await store.close()
    assert {form.split()[0] for form in public} == {"settings", "rescue", "history"}
    assert {form for form in public if answered_alone(form)} == set()
    assert {form for form in private - public if not answered_alone(form)} == set()


@pytest.mark.parametrize("form", ["end", "resign", "draw", "score", "new", "vote yes"])
def test_whatever_leads_to_a_change_needs_a_right_at_once(form: str) -> None:
    """Nobody is asked whether they mean what cannot be done."""
    assert not answered_alone(form)


def test_what_is_no_command_needs_nothing() -> None:
    """The table refuses it, in private."""
    assert answered_alone("dance")


async def test_a_film_needs_no_right(room: Room, table: ScriptedTable) -> None:
    """It is shown to the asking person alone, also where the bot may not post."""
    me = room.guild.me
    assert me is not None
    closed = room.guild.create_text_channel(
        "closed", overwrites={me: discord.PermissionOverwrite(send_messages=False)}
    )
    shown = await room.ann.slash(closed, "replay", what="film")
    assert shown.response is not None
    assert shown.response.ephemeral
    assert shown.response.content == "scripted.film"
    assert [request.command for request in table.requests] == ["replay film"]


@dataclass
class Judge:
    """A bot that says of a place what it would need there."""

    stage: Stage
    client: BastideClient
    said: tuple[Phrase | None, Phrase | None] = (None, None)

    @property
    def server(self) -> DiscordServer:
        """The Discord."""
        return self.stage.server

    async def of(self, command: str, channel: Payload) -> tuple[Phrase | None, Phrase | None]:
        """What would be missing for a command, and what would be advised."""
        await self.server.command(self.stage.ann, channel, "ask", command=command)
        return self.said


@pytest.fixture
async def judge(
    make_client: Callable[[], BastideClient], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Judge]:
    """The bot, connected, with one command more."""
    async with DiscordServer() as server:
        monkeypatch.setattr(Route, "BASE", server.api_base)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(server.gateway))
        judge = Judge(Stage(server), make_client())

        async def ask(tap: discord.Interaction[Any], command: str) -> None:
            judge.said = missing_permissions(tap, command), advice(tap, command)
            await tap.response.send_message("It is judged.", ephemeral=True)

        judge.client.tree.add_command(app_commands.Command(name="ask", description="asks", callback=ask))
        running = asyncio.create_task(judge.client.start(server.token))
        await server.ready()
        await judge.client.wait_until_ready()
        yield judge
        await judge.client.close()
        await running


def texts_of(texts: Texts, phrases: tuple[Phrase | None, ...]) -> list[str]:
    """What is said, in English."""
    return ["" if phrase is None else texts.say(phrase, "en") for phrase in phrases]


BASIC = discord.Permissions(view_channel=True, send_messages_in_threads=True, attach_files=True)
MODERATOR = BASIC | discord.Permissions(manage_threads=True)


def _allow(judge: Judge, thread: Payload, permissions: discord.Permissions) -> None:
    """Allow this in a thread; it has no more than its channel, where one can write besides."""
    allowed, channel = judge.server.world.permissions, judge.stage.channel
    allowed[int(thread["id"])] = permissions.value
    allowed[int(channel["id"])] = permissions.value | discord.Permissions(send_messages=True).value


async def test_in_a_thread_one_permission_more_is_advised(judge: Judge, texts: Texts) -> None:
    """A game can be opened without it; whoever opens one learns what it would be good for."""
    world = judge.server.world
    thread = world.add_channel(
        world.guilds[int(judge.stage.channel["guild_id"])], thread_of=judge.stage.channel
    )
    _allow(judge, thread, BASIC)
    missing, advised = texts_of(texts, await judge.of("new winter", thread))
    assert missing == ""
    assert advised.startswith("You can play here. If this thread is locked later, ")
    assert advised.endswith(": Manage Threads.")
    assert await judge.of("place 1", thread) == (None, None)
    assert await judge.of("new", judge.stage.channel) == (None, None)
    _allow(judge, thread, MODERATOR)
    assert await judge.of("new", thread) == (None, None)


async def test_in_a_locked_thread_it_is_needed(judge: Judge, texts: Texts) -> None:
    """No game begins there without it. A move counts: it is shown once the thread is open again."""
    world = judge.server.world
    thread = world.add_channel(
        world.guilds[int(judge.stage.channel["guild_id"])], thread_of=judge.stage.channel
    )
    thread["thread_metadata"]["locked"] = True
    _allow(judge, thread, BASIC)
    missing, advised = texts_of(texts, await judge.of("new", thread))
    assert "I still need these permissions here: Manage Threads." in missing
    assert advised == ""
    assert await judge.of("rules", thread) == (None, None)
    assert await judge.of("place 1", thread) == (None, None)
    _allow(judge, thread, MODERATOR)
    assert await judge.of("new", thread) == (None, None)
