"""Alone against the computer in a private chat on Telegram, where nobody else can be."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.people import Channel
from bot.store import Store, open_store
from tests.bot.computer import Computer, short_bag
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.test_flows import Play


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store in memory."""
    opened = await open_store("memory://", tmp_path)
    yield opened
    await opened.close()


async def test_one_person_plays_a_whole_game(
    world: World, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two taps to the first tile; one message for each of one's turns, with what the computer did then."""
    monkeypatch.setattr("core.records.record.full_bag", short_bag)
    chat = world.server.private(world.ann)
    computer = Computer(store, Channel("telegram", (str(chat.id), "0")))
    play = Play(world, store, chat)
    table = computer.table()
    app = await world.start(table)
    await chat.say(world.ann, "/new order=joined undo=off")
    await chat.until(lambda: any(message.buttons for message in chat.from_bot))
    await chat.press(world.ann, "Start", on=play.live)
    await play.shown()
    turns = 0
    while True:
        await chat.until(lambda: sum(bool(message.buttons) for message in chat.from_bot) == 1)
        if (await computer.game()).opponent_decides:
            assert play.live.labels == ["What can I do?"], "without undo nothing else can be done"
            turns += await computer.move(table, app)
        scene = await play.shown()
        moves = [c for row in scene.rows for c in row if c.command.split()[0] in {"place", "pass"}]
        if not moves:
            break
        await chat.press(world.ann, f"{scene.game}:{scene.version}:{moves[0].command}", on=play.live)
        await play.shown()
    assert turns == 3
    said = [message for message in chat.from_bot if "⚙ Bastide (even) lays a tile" in message.text]
    assert said
    assert not any(message.text.startswith("⚙ Bastide (even) lays") for message in chat.from_bot)
    assert "wins" in play.live.text
    await chat.until(lambda: sum(bool(message.buttons) for message in chat.from_bot) == 1)
