"""What the doctor says of threads with games: whether they sleep or are locked, and what would help."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import discord
import pytest

from bot.discord_app.permissions import check
from bot.finding import Finding, Grade
from bot.people import Channel
from tests.discord_server import DiscordServer, Payload

MANAGE = discord.Permissions(manage_threads=True).value
EVERYDAY = discord.Permissions(view_channel=True, send_messages=True, attach_files=True).value
MAY = "its game is shown there all the same"
STUCK = "nothing can be shown there until somebody unlocks it"
WARNED = "Its game would stop if it were locked"


@dataclass
class House:
    """A server with one thread, in which there is a game."""

    server: DiscordServer
    guild: Payload
    parent: Payload
    thread: Payload

    def allow(self, permissions: int) -> None:
        """What everyone may do in the server."""
        self.guild["roles"][0]["permissions"] = str(permissions)

    def rule(self, whom: object, *, allow: int = 0, deny: int = 0) -> None:
        """Another rule in the channel of the thread."""
        rule = {"id": str(whom), "type": 0, "allow": str(allow), "deny": str(deny)}
        self.parent["permission_overwrites"].append(rule)

    async def notes(self) -> list[Finding]:
        """What the doctor says of the thread."""
        place = Channel("discord", (self.guild["id"], self.thread["id"]))
        found = [f async for f in check(self.server.token, self.server.api_base, [place])]
        return [finding for finding in found if finding.text.startswith(f"thread {self.thread['id']} ")]


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A Discord on this machine, where everyone may do everything but manage threads."""
    async with DiscordServer() as server:
        guild = server.world.add_guild()
        parent = server.world.add_channel(guild)
        house = House(server, guild, parent, server.world.add_channel(guild, thread_of=parent))
        house.allow(EVERYDAY)
        yield house
        assert not server.problems, "\n".join(server.problems)


@pytest.mark.parametrize(
    ("archived", "locked", "allowed", "said"),
    [
        (False, False, EVERYDAY | MANAGE, ""),
        (False, False, EVERYDAY, f"is open. {WARNED}"),
        (True, False, EVERYDAY | MANAGE, "is archived: the next message wakes it."),
        (True, False, EVERYDAY, f"is archived: the next message wakes it. {WARNED}"),
        (False, True, EVERYDAY | MANAGE, f"is locked: {MAY}"),
        (False, True, EVERYDAY, f"is locked: {STUCK}"),
        (True, True, EVERYDAY, f"is archived and locked: {STUCK}"),
        (True, True, discord.Permissions(administrator=True).value, f"is archived and locked: {MAY}"),
    ],
)
async def test_a_thread_that_is_not_as_it_should_be_is_noted(
    house: House, *, archived: bool, locked: bool, allowed: int, said: str
) -> None:
    """It is a note, since nothing is broken; a thread with which all is well is not mentioned."""
    house.thread["thread_metadata"] |= {"archived": archived, "locked": locked}
    house.allow(allowed)
    found = await house.notes()
    assert [finding.grade for finding in found] == ([Grade.NOTE] if said else [])
    assert [said in finding.text for finding in found] == ([True] if said else [])


async def test_the_channel_of_a_thread_has_rules_of_its_own(house: House) -> None:
    """What everyone, a role and the bot itself may do there counts, in this order."""
    me = house.server.world.bot["id"]
    house.rule("555", allow=MANAGE)
    assert len(await house.notes()) == 1, "it is a role of others"
    house.guild["members"][0]["roles"] = ["555", "556"]
    assert await house.notes() == []
    house.rule(house.guild["id"], deny=MANAGE)
    assert await house.notes() == []
    house.rule("556", deny=MANAGE)
    assert await house.notes() == [], "what one role allows, another does not take"
    house.rule(me, deny=MANAGE)
    assert len(await house.notes()) == 1


async def test_what_cannot_be_found_out_is_not_said(house: House) -> None:
    """Without an answer about the bot's rights it is only told how the thread is."""
    house.server.fail("GET", "/guilds/*/members/*", status=503, times=2)
    assert await house.notes() == []
    house.thread["thread_metadata"]["locked"] = True
    (found,) = await house.notes()
    assert "is locked: nothing can be shown there unless" in found.text


async def test_a_channel_is_no_thread(house: House) -> None:
    """Nothing is said of it, whatever the bot may not do there."""
    place = Channel("discord", (house.guild["id"], house.parent["id"]))
    found = [f async for f in check(house.server.token, house.server.api_base, [place])]
    assert [finding.grade for finding in found] == [Grade.OK]
