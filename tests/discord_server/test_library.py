"""What the small Discord tells is as described, and the library that the bot is made with understands it."""

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.discord_server.conftest import Bot
from tests.discord_server.schema import Schema
from tests.discord_server.world import INVITED, VIEW_CHANNEL


class Listener(discord.Client):
    """A client that knows how far it has listened."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1)
        self.heard: asyncio.Queue[str] = asyncio.Queue()

    def dispatch(self, event: str, /, *args: object, **kwargs: object) -> None:
        """Note each event once it has been worked in."""
        super().dispatch(event, *args, **kwargs)
        self.heard.put_nowait(event)

    async def until(self, event: str) -> None:
        """Wait for an event."""
        async with asyncio.timeout(60):
            while await self.heard.get() != event:
                pass


@pytest.fixture
async def client(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Listener]:
    """A client that is connected."""
    monkeypatch.setattr(Route, "BASE", bot.server.api_base)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(bot.server.gateway))
    async with Listener() as client:
        await client.login(bot.server.token)
        connection = asyncio.create_task(client.connect(reconnect=False))
        await client.until("ready")
        yield client
        await client.close()
        await connection


async def test_threads_come_and_go_with_their_state(bot: Bot, client: Listener) -> None:
    """The library forgets a thread that is archived, and knows it again when a message has woken it."""
    number = int(bot.thread["id"])
    guild = client.guilds[0]
    known = guild.get_thread(number)
    assert known is not None
    await bot.server.lock(bot.thread)
    await client.until("thread_update")
    assert known.locked
    await bot.server.unlock(bot.thread)
    await bot.server.archive(bot.thread)
    await client.until("thread_update")
    await client.until("thread_update")
    assert guild.get_thread(number) is None
    await client.get_partial_messageable(number).send("turn 2")
    await client.until("thread_join")
    assert guild.get_thread(number) is not None


async def test_rights_and_places_change(bot: Bot, client: Listener) -> None:
    """Overwrites, the return of a channel's threads, deleted channels, a guild that is left and joined."""
    guild = client.guilds[0]
    channel = guild.get_channel(int(bot.channel["id"]))
    assert isinstance(channel, discord.TextChannel)
    assert guild.me is not None
    await bot.server.permit(bot.channel, INVITED & ~VIEW_CHANNEL)
    await client.until("guild_channel_update")
    assert not channel.permissions_for(guild.me).view_channel
    await bot.server.permit(bot.channel, INVITED)
    await client.until("guild_channel_update")
    assert channel.permissions_for(guild.me) == discord.Permissions(INVITED)
    await bot.server.permit(bot.guild, 0)
    await client.until("guild_role_update")
    assert guild.default_role.permissions.value == 0
    await bot.server.delete_channel(bot.thread)
    await client.until("thread_delete")
    await bot.server.delete_channel(bot.channel)
    await client.until("guild_channel_delete")
    assert not guild.channels
    await bot.server.remove_bot(bot.guild)
    await client.until("guild_remove")
    assert not client.guilds
    await bot.server.add_bot(bot.guild)
    await client.until("guild_join")


async def test_the_library_reads_a_channel(bot: Bot, client: Listener) -> None:
    """Its pages are those of the real one: it finds everything, each message once."""
    place = client.get_partial_messageable(int(bot.channel["id"]))
    sent = [await place.send(str(number), nonce=number) for number in range(5)]
    found = [message async for message in place.history(after=sent[0], limit=None)]
    assert [message.id for message in found] == [message.id for message in sent[1:]]
    assert (sent[0].nonce, found[0].nonce) == ("0", None)


async def test_answers_are_as_described(bot: Bot) -> None:
    """Channels, threads and messages have all that the published description wants of them."""
    schema = Schema()
    if not schema.present:
        pytest.skip("the published description is not here")
    _, message = await bot.picture(bot.channel)
    _, channel = await bot("GET", f"/channels/{bot.channel['id']}")
    _, thread = await bot("GET", f"/channels/{bot.thread['id']}")
    assert schema.misfits("MessageResponse", message) == []
    assert schema.misfits("GuildChannelResponse", channel) == []
    assert schema.misfits("ThreadResponse", thread) == []
