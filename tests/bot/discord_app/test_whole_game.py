"""The real table on Discord: a complete game, told and drawn for two people."""

import random
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import discord
import pytest
from simcord.actors import MemberActor

from bot.clock import SystemClock
from bot.discord_app.client import BastideClient
from bot.store import Store, open_store
from bot.table.table import Table
from bot.texts import Texts
from core import GameRecord
from tests.bot.discord_app.conftest import Room
from tests.bot.discord_app.scripted import OneColour


class Process:
    """The bot as a process: a table and a client of its own on the store that outlives it."""

    def __init__(self, store: Store, texts: Texts, painter: OneColour) -> None:
        self._numbers = count(1)
        self._store, self._texts, self._painter = store, texts, painter

    def start(self) -> BastideClient:
        """A new process."""
        table = Table(self._store, SystemClock(), lambda size: f"{next(self._numbers):0{2 * size}x}")
        return BastideClient(table=table, texts=self._texts, painter=self._painter, language="en")


@pytest.fixture
async def process(tmp_path: Path, texts: Texts, painter: OneColour) -> AsyncIterator[Process]:
    """The bot with a store that forgets."""
    store = await open_store("memory://", tmp_path)
    yield Process(store, texts, painter)
    await store.close()


@pytest.fixture
def simcord_bot(process: Process) -> BastideClient:
    """The first process."""
    return process.start()


def commands(message: discord.Message) -> dict[str, str]:
    """What a message offers: each command, with the id of its button or select."""
    offered: dict[str, str] = {}
    for row in message.components:
        for part in row.children if isinstance(row, discord.ActionRow) else ():
            if isinstance(part, discord.SelectMenu):
                offered |= {option.value: str(part.custom_id) for option in part.options}
            elif isinstance(part, discord.Button):
                offered[str(part.custom_id).split(":", 3)[3]] = str(part.custom_id)
    return offered


async def choose(who: MemberActor, message: discord.Message, command: str) -> None:
    """Press the button with this command, or choose it in a select."""
    custom_id = commands(message)[command]
    if custom_id.startswith("bastide-select:"):
        await who.select(message, [command], custom_id=custom_id)
    else:
        await who.click(message, custom_id=custom_id)


def playable(message: discord.Message) -> list[str]:
    """The moves among what a message offers."""
    return [name for name in commands(message) if name.split()[0] in {"draw", "place", "deploy", "pass"}]


def live(room: Room) -> discord.Message:
    """The newest message with buttons; a notice may stand below it."""
    return next(message for message in reversed(room.channel.history()) if message.components)


async def next_tile_seen(room: Room, rule: str) -> None:
    """Ann has laid a tile and passed, and everyone sees Bo's."""
    await room.ann.slash(room.channel, "new", undo=rule, order="joined")
    await choose(room.bo, room.last, "join")
    await choose(room.ann, room.last, "start")
    await room.ann.slash(room.channel, "place", spot="1")
    await choose(room.ann, live(room), "pass")
    assert room.bo.mention in live(room).content.splitlines()[0]


async def test_the_next_player_refuses_an_undo_with_one_tap(room: Room) -> None:
    """The question is answered by who is asked alone, and the game goes on where it was."""
    await next_tile_seen(room, "next")
    await choose(room.ann, live(room), "undo")
    assert "Ann asks to undo the last move. Bo: agreed? If not, just play on." in live(room).content
    await choose(room.ann, live(room), "vote yes")
    assert "asks to undo" in live(room).content
    await choose(room.bo, live(room), "vote no")
    assert "Bo does not agree to the undo." in live(room).content
    assert not {"undo", "vote yes"} & set(commands(live(room)))
    assert "place 1" in commands(live(room))


async def test_a_free_undo_is_read_by_all(room: Room) -> None:
    """Nobody is asked, and the message says who knew which tile."""
    await next_tile_seen(room, "free")
    await choose(room.ann, live(room), "undo")
    assert "Ann undoes a move. Already seen: the next tile" in live(room).content
    assert "pass" in commands(live(room))


async def test_two_people_play_a_whole_game(room: Room, process: Process) -> None:
    """From /new to the final scores, with restarts on the way; the record says the same as the chat."""
    chance = random.Random(72)
    await room.ann.slash(room.channel, "new")
    await choose(room.bo, room.last, "join")
    await choose(room.ann, room.last, "start")
    people = {room.ann.mention: room.ann, room.bo.mention: room.bo}
    turns: set[int] = set()
    mover = room.ann
    while moves := playable(room.last):
        if room.last.id not in turns:
            turns.add(room.last.id)
            (mover,) = (person for mention, person in people.items() if mention in room.last.content)
            if len(turns) % 20 == 0:
                await room.env.restart_bot(process.start())
        await choose(mover, room.last, chance.choice(moves))
    assert len(turns) == 71

    exported = await room.ann.slash(room.channel, "export")
    assert exported.response is not None
    (file,) = exported.response.attachments
    position = GameRecord.from_json((await file.read()).decode()).replay()
    assert position.over
    for name, score in zip(position.players, position.scores, strict=True):
        assert f"{name} {score}" in room.last.content
    messages = [message for message in room.channel.history() if not message.flags.ephemeral]
    assert len(messages) == 73, "the lobby, one for each turn, and the end"
    assert all(not playable(message) for message in messages)


async def test_the_table_refuses_on_discord_as_everywhere(room: Room) -> None:
    """Not your turn, wrong phase, unknown spot, no game: one private sentence each, and nothing changes."""
    nothing = await room.ann.slash(room.channel, "place", spot="1")
    await room.ann.slash(room.channel, "new", players=2, fields="off")
    again = await room.ann.slash(room.channel, "new")
    await choose(room.bo, room.last, "join")
    await choose(room.ann, room.last, "start")
    turn = room.last
    mover, other = (room.ann, room.bo) if room.ann.mention in turn.content else (room.bo, room.ann)
    refused = [
        nothing,
        again,
        await other.slash(room.channel, "place", spot="1"),
        await mover.slash(room.channel, "place", spot="99"),
        await mover.slash(room.channel, "place", spot="**1**"),
        await mover.slash(room.channel, "deploy", where="a"),
        await other.click(turn, custom_id=commands(turn)["place 1"]),
    ]
    told = [*(answer.response for answer in refused[:-1]), *refused[-1].followups]
    assert all(answer is not None and answer.ephemeral and len(answer.content) > 10 for answer in told)
    assert len({answer.content for answer in told if answer}) >= 6
    assert room.last.id == turn.id
    assert commands(room.last) == commands(turn)


async def test_a_language_acts_on_the_very_next_sentence(room: Room) -> None:
    """One's own on the answer that tells it and the refusal after; that of the channel on its message."""
    mine = await room.ann.slash(room.channel, "settings", language="cs")  # no game is meant
    assert mine.response is not None
    assert mine.response.content.startswith("**Tvoje nastavení**")
    refused = await room.ann.slash(room.channel, "place", spot="1")
    assert refused.response is not None
    assert refused.response.content.startswith("Tady se teď nehraje.")
    await room.ann.slash(room.channel, "new")
    await choose(room.bo, room.last, "join")
    await choose(room.ann, room.last, "start")
    await room.ann.slash(room.channel, "settings", language="pl")
    assert "twoja kolej" in room.last.content


async def test_names_are_shown_and_do_nothing(room: Room) -> None:
    """A name of mark-up and mentions, or of 500 emoji, stands in the lobby without any effect."""
    for name in ("**@everyone** <@1> [x](https://example.org)", "\N{SHEEP}" * 500):
        channel = room.guild.create_text_channel("quiet")
        guest = room.guild.add_member(room.env.create_user("guest", global_name=name))
        await guest.slash(channel, "new")
        (lobby,) = (message for message in channel.history() if not message.flags.ephemeral)
        assert name[:2].replace("*", "\\*") in lobby.content
        assert "@everyone" not in lobby.content
        assert len(lobby.content) < 500


async def test_rules_and_help_need_no_game(room: Room) -> None:
    """The rules turn their pages in place, and help fits into Discord's messages in every language."""
    rules = await room.ann.slash(room.channel, "rules", topic="turn")
    assert rules.response is not None
    turned = await room.ann.click(rules.response, custom_id="bastide::0:rules turn 2")
    assert turned.response is not None
    assert turned.response.id == rules.response.id
    assert turned.response.content != rules.response.message.content or turned.followups == []
    helped = await room.ann.slash(room.channel, "help")
    assert helped.response is not None
    whole = "\n".join([helped.response.content, *(more.content for more in helped.followups)])
    assert "settings" in whole
