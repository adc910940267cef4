"""The tutorial on Telegram: one message in a private chat, to which groups lead."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.store import Store, open_store
from bot.table.table import Table
from tests.bot.telegram_app.conftest import World
from tests.telegram_server import Chat, Message, User


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store that forgets."""
    opened = await open_store("memory://", tmp_path)
    yield opened
    await opened.close()


async def start(world: World, store: Store) -> None:
    """The bot with the real table."""
    await world.start(Table(store, SystemClock()))


def offered(message: Message) -> list[str]:
    """The commands of a message's buttons."""
    return [button.data.split(":", 2)[2] for button in message.buttons]


def data(message: Message, *verbs: str) -> str:
    """The data of the first button with one of these verbs of the lesson."""
    return next(b.data for b in message.buttons if b.data.split(":", 2)[2].split()[1] in verbs)


async def step(chat: Chat, learner: User, screen: Message) -> None:
    """Press what leads on, and wait for the next screen in the same message."""
    edits = screen.edits
    toast = await chat.press_data(learner, screen, data(screen, "place", "pass", "next"))
    assert toast.text == ""
    await chat.until(lambda: screen.edits > edits)
    assert screen.photo


async def test_a_whole_lesson_in_a_private_chat_is_one_message(world: World, store: Store) -> None:
    """In the learner's language every tap changes the one message, to the final scoring and what comes next.

    Nobody could join a game there, so none is offered: it is said where to play.
    """
    ola = world.server.user("Ola", language="pl")
    chat = world.server.private(ola)
    await start(world, store)
    screen = await chat.ask(ola, "/tutorial")
    assert "tura 1 z 7" in screen.text
    while "tutorial restart" not in offered(screen):
        await step(chat, ola, screen)
    assert chat.from_bot == [screen]
    assert "Ola" in screen.text
    assert "new" not in offered(screen)
    assert "do grupy" in screen.text
    assert "do grupy" in (await chat.ask(ola, "/help")).text
    assert "new opponents=1" in offered(screen)
    await chat.press_data(ola, screen, next(b.data for b in screen.buttons if "opponents" in b.data))
    await chat.until(lambda: "⚙ Bastide (równy)" in chat.last.text)


async def test_a_group_leads_to_a_private_chat(world: World, store: Store) -> None:
    """Nobody else is to see the lesson: the group gets a button, and whoever presses it their own lesson."""
    await start(world, store)
    shown = await world.group.ask(world.ann, "/tutorial")
    assert "private chat" in shown.text
    toast = await world.group.press(world.bo, shown.labels[0])
    assert toast.url.endswith("?start=tutorial")
    chat = world.server.private(world.bo)
    screen = await chat.ask(world.bo, "/start tutorial")
    assert "turn 1 of 7" in screen.text
    assert world.group.from_bot == [shown]


async def test_a_lesson_outlives_the_bot(world: World, store: Store) -> None:
    """After a restart the old message's buttons lead on."""
    first = await world.start(Table(store, SystemClock()))
    chat = world.server.private(world.ann)
    screen = await chat.ask(world.ann, "/tutorial")
    await first.stop()
    await start(world, store)
    await chat.press_data(world.ann, screen, data(screen, "place"))
    await chat.until(lambda: screen.edits == 1)


async def test_who_meets_the_bot_is_offered_the_lesson(world: World, store: Store) -> None:
    """Telegram's own /start leads to help, whose first button is the tutorial."""
    chat = world.server.private(world.ann)
    await start(world, store)
    met = await chat.ask(world.ann, "/start")
    assert offered(met)[0] == "tutorial"
    await chat.press_data(world.ann, met, met.buttons[0].data)
    await chat.until(lambda: "turn 1 of 7" in chat.last.text)
