"""The button that opens the board inside Telegram: where it stands, and where it leads."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.doors.telegram import Whereabouts
from bot.people import Channel, Person
from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.bot.doors.inside_telegram import BOARD, WAY, Inside, inside_telegram
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import OneColour
from tests.telegram_server import FLOOD, Chat, Message, User


@pytest.fixture
async def place(world: World, store: RedisStore, texts: Texts) -> AsyncIterator[Inside]:
    """A group of Ann and Bo."""
    async with inside_telegram(world, store, texts, OneColour()) as running:
        yield running


def ways(chat: Chat) -> list[Message]:
    """The messages that lead to the board."""
    return [message for message in chat.from_bot if WAY in message.labels]


async def test_the_live_message_of_a_group_leads_to_the_board(place: Inside) -> None:
    """In the lobby and in each turn; no answer does, no message of a turn that is over, no game that is."""
    play, (ann, bo) = place.play, (place.play.world.ann, place.play.world.bo)
    await play.chat.say(ann, "/new")
    await play.chat.until(lambda: bool(ways(play.chat)))
    assert await place.named(play.live) == play.channel
    await play.chat.press(bo, "Join", on=play.live)
    await play.shown()
    assert await place.named(play.live) == play.channel
    await play.chat.press(ann, "Start", on=play.live)
    scene = await play.shown()
    while (await play.shown()).turn == scene.turn:
        assert await place.named(play.live) == play.channel
        await play.move()
    await play.chat.until(lambda: ways(play.chat) == [play.live])
    for command in ("/board", "/help", "/score"):
        assert WAY not in (await play.chat.ask(ann, command)).labels
    await play.chat.say(ann, "/resign yes")
    await play.chat.until(lambda: "Rematch" in play.live.labels)
    await play.chat.until(lambda: not ways(play.chat))


async def test_a_private_chat_has_a_button_of_the_app(place: Inside) -> None:
    """Telegram takes one there, and tells the page who opens it; no link is needed."""
    ann = place.play.world.ann
    chat = place.play.world.server.private(ann)
    await chat.say(ann, "/new")
    await chat.until(lambda: bool(ways(chat)))
    (button,) = chat.last.keyboard[-1]
    assert (button.label, button.web_app, button.url) == (WAY, BOARD, "")


async def test_a_topic_has_a_link_of_its_own(place: Inside) -> None:
    """In a forum, and in a private chat with threads, of which the app's own button would not tell."""
    world = place.play.world
    forum = world.server.group("Club", world.ann, world.bo, forum=True)
    private = world.server.private(world.ann)
    private.forum = True
    for chat in (forum, private):
        await chat.say(world.ann, "/new", topic=5)
        await chat.until(lambda chat=chat: bool(ways(chat)))  # type: ignore[misc]
        assert await place.named(chat.last) == Channel("telegram", (str(chat.id), "5"))


async def test_a_moved_group_has_a_link_of_its_own(place: Inside) -> None:
    """Where it is now; and by the link before, Telegram says where that leads."""
    play = place.play
    await play.begin()
    mover, old = play.mover(await play.scene()), await place.named(play.live)
    play.chat = play.chat.migrate()
    await play.chat.say(mover, "/place 1")
    await play.chat.until(lambda: bool(ways(play.chat)))
    assert await place.named(play.live) == play.channel != old
    assert old is not None
    assert await asked(place, old, mover) == Whereabouts(play.channel, member=True)


async def asked(place: Inside, channel: Channel, user: User) -> Whereabouts | None:
    """What Telegram says of somebody in a group."""
    return await place.app.member(channel, Person("telegram", str(user.id), user.first_name))


async def test_telegram_is_asked_for_members(place: Inside) -> None:
    """Once a minute for each of them; whoever is not there, or of whom it does not tell, is none."""
    server, channel = place.play.world.server, place.play.channel
    ann, eve = place.play.world.ann, server.user("Eve")
    answers = await asyncio.gather(*(asked(place, channel, ann) for _ in range(3)))
    assert answers == [Whereabouts(channel, member=True)] * 3
    assert await asked(place, channel, eve) == Whereabouts(channel, member=False)
    assert await asked(place, Channel("telegram", ("-5", "0")), ann) == Whereabouts(
        Channel("telegram", ("-5", "0")), member=None
    )
    assert len(server.made("getChatMember")) == 3


async def test_silence_of_telegram_is_not_remembered(place: Inside) -> None:
    """It is neither a yes nor a no, and the next one who asks may get an answer."""
    server, channel, ann = place.play.world.server, place.play.channel, place.play.world.ann
    server.inject("getChatMember", FLOOD, times=9)
    assert await asked(place, channel, ann) is None
    server.recover()
    assert await asked(place, channel, ann) == Whereabouts(channel, member=True)
