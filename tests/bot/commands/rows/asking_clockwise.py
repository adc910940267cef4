"""``clockwise`` as people meet it: run by test_another.py, in a copy of the program that has its file."""

from pathlib import Path

import discord

from bot.discord_app.permissions import answered_alone
from bot.games.parser import Command, meant_command, parse
from bot.scene import Phrase, Scene
from bot.store import open_store
from bot.table.table import Table
from bot.telegram_app.incoming import needs_a_name
from bot.telegram_app.keyboard import menu
from bot.texts import Texts
from bot.texts.style import PlainStyle
from tests.bot.discord_app.conftest import Room
from tests.bot.discord_app.scripted import ScriptedTable
from tests.bot.table.club import ANN, BO, Club, Hands

LANGUAGES = ("en", "pl", "cs")


class Underlined(PlainStyle):
    """A markup in which commands can be told apart."""

    def command(self, name: str) -> str:
        """A command, underlined."""
        return f"_{name}_"


def said(texts: Texts, scene: Scene | None, language: str = "en") -> list[str]:
    """An answer in words."""
    assert scene is not None
    return [texts.say(line, language) for line in scene.lines]


def test_it_is_read() -> None:
    """A slip of the finger is told what it meant."""
    assert parse("/clockwise me") == Command("clockwise", ("me",))
    assert meant_command("clockwiise") == "clockwise"


async def test_it_is_answered(texts: Texts, tmp_path: Path) -> None:
    """From the first seat on or from one's own, and refused where nothing is played."""
    store = await open_store("memory://", tmp_path)
    club = Club(Table(store, Hands()), store, texts)
    assert (await club.say(ANN, "clockwise")).refusal == Phrase("refusal.no_game")
    await club.begin(people=(ANN, BO))
    assert said(texts, (await club.say(BO, "clockwise")).answer) == ["Clockwise: Ann and Bo."]
    assert said(texts, (await club.say(BO, "clockwise me")).answer) == ["Clockwise: Bo and Ann."]
    assert said(texts, (await club.say(BO, "clockwise")).answer, "pl") == ["Kolejność: Ann i Bo."]
    await store.close()


def test_sentences_mention_it(texts: Texts) -> None:
    """A command in a text is marked as one."""
    for language in LANGUAGES:
        assert "_clockwise_" in texts.say(Phrase("help.clockwise"), language, Underlined())


def test_telegram_has_it_in_its_menu(texts: Texts) -> None:
    """Last, and described in each language; only who is known can have it."""
    for language in LANGUAGES:
        last = menu(texts, language)[-1]
        assert last.command == "clockwise"
        assert last.description == texts.say(Phrase("command.clockwise.description"), language)
        assert last.description != "command.clockwise.description"
    assert needs_a_name("clockwise me")


async def test_discord_has_it_as_a_slash_command(room: Room, table: ScriptedTable, texts: Texts) -> None:
    """With its option and its choice, and answered also where the bot may not post."""
    me = room.guild.me
    assert me is not None
    closed = room.guild.create_text_channel(
        "closed", overwrites={me: discord.PermissionOverwrite(send_messages=False)}
    )
    await room.ann.slash(closed, "clockwise", beginning="me")
    assert [request.command for request in table.requests] == ["clockwise me"]
    assert answered_alone("clockwise me")
