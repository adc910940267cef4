"""Anonymous administrators and channels: they seat nobody, and are told how it goes on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.command_names import GAME_COMMANDS
from bot.people import Channel
from bot.request import Reply
from bot.scene import Scene
from bot.store import open_store
from bot.table.table import Table
from bot.telegram_app.incoming import needs_a_name
from bot.telegram_app.keyboard import menu
from bot.texts import Texts
from bot.usecases.rows import offered, rows
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, say
from tests.telegram_server import Message, User

CHANNEL_BOT = User(136817688, "Channel", username="Channel_Bot", is_bot=True)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """The real table."""
    store = await open_store("memory://", tmp_path)
    yield Table(store, SystemClock())
    await store.close()


async def anonymous(world: World, text: str) -> Message:
    """The answer to what an anonymous administrator of the group writes."""
    return await world.group.answer(await world.group.say(world.ann, text, anonymous=True))


def written_by_channel(world: World, text: str) -> Message:
    """Somebody writes in the name of a channel: that of the group, or another."""
    message = world.group.add(
        CHANNEL_BOT,
        text=text,
        entities=[{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}],
        sender_chat={"id": -1009, "type": "channel", "title": "News"},
    )
    world.server.push("message", message.json())
    return message


async def test_an_anonymous_admin_opens_a_game_by_the_button(world: World, table: Table) -> None:
    """Writing seats nobody; the button of the answer does what was written, for whoever presses it."""
    await world.start(table)
    told = await anonymous(world, "/new winter fields=off")
    assert told.labels == ["New game"]
    assert "anonymously" in told.text
    assert await table.view(Channel("telegram", (str(world.group.id), "0"))) is None
    await world.group.press(world.bo, "New game")
    await world.group.until(lambda: not told.buttons and "Join" in world.group.last.labels)
    lobby = world.group.last.text
    assert [name for name in ("Ann", "Bo", "Friends") if name in lobby] == ["Bo"]
    assert "Winter" in lobby


async def test_an_anonymous_admin_joins_by_the_button(world: World, table: Table) -> None:
    """The press tells who it was."""
    await world.start(table)
    await world.group.say(world.bo, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    lobby = world.group.last
    told = await anonymous(world, "/join")
    assert told.labels == ["Join"]
    await world.group.press(world.ann, "Join", on=told)
    await world.group.until(lambda: "Ann" in lobby.text and "Bo" in lobby.text)
    assert "Friends" not in lobby.text


@pytest.mark.parametrize(
    "text", ["/place 1", "/leave", "/resign yes", "/forget me", "/games", "/daily 18:00"]
)
async def test_what_only_a_player_can_do_is_not_asked_about(world: World, text: str) -> None:
    """One sentence says why and what to do; the table does not hear of somebody who is a group."""
    await world.start(world.scripted)
    told = await anonymous(world, text)
    assert "own name" in told.text
    assert not told.buttons
    assert world.scripted.requests == []


@pytest.mark.parametrize("text", ["/end", "/rescue skip", "/game", "/board", "/help", "/daily off", "/start"])
async def test_what_needs_no_name_is_served(world: World, text: str) -> None:
    """Whoever writes in the group's own name manages it; information is there for all."""
    await world.start(world.scripted)
    assert (await anonymous(world, text)).text == f"no {text[1:]}"
    assert [request.admin for request in world.scripted.requests] == [True]


async def test_a_channel_seats_nobody_and_manages_nothing(world: World) -> None:
    """The channel of a group, or somebody's own, is no person and no administrator."""
    await world.start(world.scripted)
    assert (await world.group.answer(written_by_channel(world, "/join"))).labels == ["Join"]
    assert (await world.group.answer(written_by_channel(world, "/end"))).text == "no end"
    assert [(request.command, request.admin) for request in world.scripted.requests] == [("end", False)]


async def test_what_is_too_long_for_a_button_opens_a_plain_game(world: World) -> None:
    """Telegram takes 64 bytes of a button; then what was agreed has to be chosen in the lobby."""
    world.scripted.answer = lambda request: Reply(answer=Scene((say("ok"),), rows=((button("x", "y"),),)))
    await world.start(world.scripted)
    told = await anonymous(world, f"/new {'winter ' * 10}")
    await world.group.press(world.ann, "New game", on=told)
    assert [request.command for request in world.scripted.requests] == ["new"]


def test_only_what_is_for_anyone_needs_no_person() -> None:
    """So it stays for these commands, however many there will be besides."""
    free = {name for name in GAME_COMMANDS if not needs_a_name(name)}
    assert free >= {
        "board", "daily", "end", "export", "game", "help", "history", "import", "replay", "rescue", "rules",
        "score", "start", "stats", "tile", "tiles", "tutorial", "verify",
    }  # fmt: skip
    assert not free & {
        "abbey", "advice", "choose", "deploy", "draw", "forget", "games", "grow", "hints", "join", "leave",
        "new", "pass", "pause", "place", "play", "resign", "settings", "turn", "undo", "vote", "wagon",
    }  # fmt: skip
    moving = ("score 1,2 road", "stats me", "daily 18:00", "history 3 12 continue", "end yes", "end ask")
    assert all(needs_a_name(command) for command in moving)
    assert not needs_a_name("unheard of")


def test_the_menu_has_every_command() -> None:
    """Telegram offers each command that help can name, in every language, and no other."""
    texts = Texts.load()
    for language in texts.languages:
        assert [command.command for command in menu(texts, language, board=True)] == list(rows())
        assert [command.command for command in menu(texts, language)] == list(offered(board=False))
