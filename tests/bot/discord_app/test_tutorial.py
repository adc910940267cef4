"""The tutorial on Discord: private messages in any channel, one per lesson, edited from screen to screen."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.clock import SystemClock
from bot.discord_app.client import BastideClient
from bot.lessons.lesson import lesson
from bot.store import Store, open_store
from bot.table.table import Table
from bot.texts import Texts
from tests.bot.discord_app.conftest import Room
from tests.bot.discord_app.scripted import OneColour
from tests.bot.discord_app.test_whole_game import commands

MOVES = [move for turn in lesson().turns for move in map(str, turn.best)]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store that forgets."""
    opened = await open_store("memory://", tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
def simcord_bot(store: Store, texts: Texts, painter: OneColour) -> BastideClient:
    """The bot with the real table."""
    return BastideClient(table=Table(store, SystemClock()), texts=texts, painter=painter, language="en")


async def test_a_lesson_is_one_private_message_that_taps_lead_through(room: Room) -> None:
    """From the first tile to the final scoring, buttons edit one message that nobody else sees."""
    asked = await room.ann.slash(room.channel, "tutorial")
    assert asked.response is not None
    screen, screens = asked.response, 0
    while (offered := commands(screen.message)).keys().isdisjoint({"tutorial restart"}):
        command = next(c for c in offered if c.split()[1] in {"place", "pass", "next"})
        pressed = await room.ann.click(screen, custom_id=offered[command])
        assert pressed.followups == []
        assert pressed.response is not None
        assert pressed.response.id == asked.response.id
        screen, screens = pressed.response, screens + 1
        assert screen.ephemeral
        assert len(screen.attachments) == 1
    assert screens >= 14
    assert [message for message in room.channel.history() if not message.flags.ephemeral] == []


async def test_every_tap_has_a_typed_twin(room: Room) -> None:
    """/tutorial with a move does what the button does, and says what its person has earned."""
    told = await room.ann.slash(room.channel, "tutorial")
    for move in MOVES:
        told = await room.ann.slash(room.channel, "tutorial", move=move)
    assert told.response is not None
    assert told.response.ephemeral
    assert "Ann 23" in told.response.content


async def test_it_needs_no_rights_in_the_channel(room: Room) -> None:
    """Where the bot may not write, people can learn all the same."""
    me = room.guild.me
    assert me is not None
    closed = room.guild.create_text_channel(
        "closed", overwrites={me: discord.PermissionOverwrite(send_messages=False, attach_files=False)}
    )
    asked = await room.ann.slash(closed, "tutorial")
    assert asked.response is not None
    assert "turn 1 of 7" in asked.response.content
    hints = await room.ann.slash(closed, "hints", show="off")
    assert hints.response is not None
    assert hints.response.content == "Hints are off."


async def test_the_commands_that_help_tells_of_can_be_tapped(room: Room, simcord_bot: BastideClient) -> None:
    """Whatever a command is called in the reader's own client, its mention leads to it."""
    registered = {command.name: command.id for command in await simcord_bot.tree.fetch_commands()}
    told = await room.ann.slash(room.channel, "help")
    assert told.response is not None
    for name in ("new", "start", "tutorial"):
        assert f"</{name}:{registered[name]}>" in told.response.content
