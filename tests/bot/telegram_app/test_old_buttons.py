"""Presses of buttons of which Telegram no longer says where they are."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.people import Channel
from bot.request import Reply
from bot.store import Store, open_store
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, say, scene
from tests.bot.telegram_app.test_flows import Play
from tests.telegram_server import Chat, Message, Toast, User


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store in memory."""
    opened = await open_store("memory://", tmp_path)
    yield opened
    await opened.close()


async def press_inaccessible(user: User, message: Message, data: str) -> Toast:
    """Press a button of a message of which Telegram tells the chat alone, and wait for the answer."""
    chat, server = message.chat, message.chat.server
    query = server.new_query()
    told = {"chat": chat.json(), "message_id": message.id, "date": 0}
    server.push(
        "callback_query",
        {"id": query, "from": user.json(), "chat_instance": str(chat.id), "message": told, "data": data},
    )
    await chat.until(lambda: query in server.toasts, f"an answer to {data!r}")
    return server.toasts[query]


def channel(chat: Chat, topic: int = 0) -> Channel:
    """The place for the table."""
    return Channel("telegram", (str(chat.id), str(topic)))


async def test_an_inaccessible_button_is_pressed_where_its_game_is(world: World) -> None:
    """Without a topic in the message, that of the game is meant; without a game, the chat itself."""
    await world.start(world.scripted)
    forum = world.server.group("Club", world.ann, forum=True)
    message = await forum.ask(world.ann, "/game", topic=7)
    world.scripted.places["g1"] = channel(forum, 7)
    for data in ("g1:3:place 1", "g2:3:place 1", ":0:rules turn"):
        await press_inaccessible(world.ann, message, data)
    assert [request.channel for request in world.scripted.requests[1:]] == [
        channel(forum, 7),
        channel(forum),
        channel(forum),
    ]


async def test_where_telegram_says_it_nobody_is_asked(world: World) -> None:
    """In a supergroup a message that can be read tells its place."""
    await world.start(world.scripted)
    forum = world.server.group("Club", world.ann, forum=True)
    world.scripted.places["g1"] = channel(forum, 7)
    message = await forum.ask(world.ann, "/game", topic=5)
    await forum.press_data(world.ann, message, "g1:3:place 1")
    assert world.scripted.requests[-1].channel == channel(forum, 5)


async def test_while_the_store_is_away_the_message_counts(world: World) -> None:
    """What cannot be looked up is taken as Telegram tells it; the table then says that it has to wait."""
    await world.start(world.scripted)
    message = await world.group.ask(world.ann, "/game")
    world.scripted.trouble = 2
    world.scripted.places["g1"] = channel(world.group, 7)
    assert (await world.group.press_data(world.ann, message, "g1:3:place 1")).text == "no place 1"
    assert world.scripted.requests[-1].channel == channel(world.group)


async def test_an_old_chat_is_answered_in_the_new_one_and_none_of_its_messages_is_touched(
    world: World,
) -> None:
    """Numbers of messages begin anew: what is edited or replied to would be somebody else's message."""
    world.scripted.answer = lambda request: Reply(scene=scene("go", rows=[[button("1", "place 1")]]))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.scripted.seen))
    old = world.group.last
    new = world.group.migrate()
    world.scripted.places["g1"] = channel(new)
    other = new.add(world.server.bot, text="another", keyboard=[list(old.buttons)])
    other.id = old.id
    world.scripted.answer = lambda request: Reply(answer=replace(scene("a board"), turn=0))
    await world.group.press_data(world.ann, old, "g1:1:board")
    await new.until(lambda: new.last.text == "a board")
    world.scripted.answer = lambda request: Reply(refusal=say("too late"))
    assert (await world.group.press_data(world.ann, old, "g1:1:place 1")).text == "too late"
    assert new.last.reply_to is None
    assert (other.text, other.edits) == ("another", 0)
    assert [request.channel for request in world.scripted.requests[1:]] == [channel(new)] * 2


async def test_a_game_goes_on_by_a_press_in_the_chat_that_was_left(world: World, store: Store) -> None:
    """Also a process that has never heard of the move finds the game, and shows it where it is now."""
    play = Play(world, store, world.group)
    app = await world.start(play.table())
    begun = await play.begin()
    old, data = play.live, play.live.buttons[0].data
    play.chat = world.group.migrate()
    await play.chat.ask(world.ann, "/score")
    await app.stop()
    await world.start(play.table())
    toast = await world.group.press_data(play.mover(begun), old, data)
    assert toast.text == ""
    await play.reached(begun.version + 1)


async def test_a_game_in_a_topic_goes_on_by_an_inaccessible_button(world: World, store: Store) -> None:
    """The oldest message of a slow game is as good as any."""
    forum = world.server.group("Club", world.ann, world.bo, forum=True)
    play = Play(world, store, forum, 9)
    await world.start(play.table())
    begun = await play.begin()
    toast = await press_inaccessible(play.mover(begun), play.live, play.live.buttons[0].data)
    assert toast.text == ""
    await play.reached(begun.version + 1)
