"""A client with the scripted table, in a simulated Discord."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import InteractionType
from simcord.env import Env
from simcord.interactions import base_payload
from simcord.results import InteractionResult

from bot.discord_app.client import BastideClient
from bot.texts import Texts
from tests.bot.discord_app.scripted import OneColour, ScriptedTable


@pytest.fixture(scope="session")
def texts() -> Texts:
    """The catalogues."""
    return Texts.load()


@pytest.fixture
def painter() -> OneColour:
    """A painter of one colour."""
    return OneColour()


@pytest.fixture
def table() -> ScriptedTable:
    """A table with the counting game."""
    return ScriptedTable()


@pytest.fixture(autouse=True)
def _without_limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulator has none, and waits after each tap until no timer is left."""
    if "simcord_env" in request.fixturenames:
        monkeypatch.setattr("bot.gate.SECOND", 0.0)


@pytest.fixture
def make_client(table: ScriptedTable, texts: Texts, painter: OneColour) -> Callable[[], BastideClient]:
    """Makes clients that serve the same table, as restarts of the bot do."""
    return lambda: BastideClient(table=table, texts=texts, painter=painter, language="en")


@pytest.fixture
def simcord_bot(make_client: Callable[[], BastideClient]) -> BastideClient:
    """The bot that simcord's own fixture ``simcord_env`` logs in."""
    return make_client()


@dataclass(frozen=True)
class Room:
    """A channel of a guild, with two members who play and one who manages the guild."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    ann: MemberActor
    bo: MemberActor
    boss: MemberActor

    @property
    def last(self) -> discord.Message:
        """The newest message that everybody sees."""
        return [message for message in self.channel.history() if not message.flags.ephemeral][-1]

    async def begin(self) -> None:
        """Open a game for both and start it."""
        await self.ann.slash(self.channel, "new")
        await self.bo.click(self.last, label="scripted.join")
        await self.ann.click(self.last, label="scripted.start")

    def snapshot(self, message: discord.Message) -> dict[str, Any]:
        """A message as it is now, to be tapped later when it has changed."""
        stored = self.env.backend.get_message(message.channel.id, message.id)
        return deepcopy(dict(serializers.message_payload(self.env.backend, stored)))

    def tap(
        self, who: MemberActor, message: dict[str, Any], custom_id: str, *, locale: str = "en-US"
    ) -> InteractionResult:
        """Tap a button as it stood in a snapshot, without waiting for what comes of it."""
        data = {"custom_id": custom_id, "component_type": 2}
        record, payload = base_payload(
            self.env.backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=self.channel.id,
            guild_id=self.guild.id,
            user_id=who.id,
            data=data,
        )
        record.source_message_id = int(message["id"])
        self.env.backend.emit("INTERACTION_CREATE", {**payload, "message": message, "locale": locale})
        return InteractionResult(self.env, record)


@pytest.fixture
def room(simcord_env: Env) -> Room:
    """A guild with the bot, a channel and three members."""
    guild = simcord_env.create_guild()
    boss = guild.create_role("Boss", permissions=discord.Permissions(manage_channels=True))
    people = [simcord_env.create_user(name.lower(), global_name=name) for name in ("Ann", "Bo", "Cy")]
    ann, bo = (guild.add_member(user) for user in people[:2])
    return Room(
        simcord_env,
        guild,
        guild.create_text_channel("games"),
        ann,
        bo,
        guild.add_member(people[2], roles=[boss]),
    )
