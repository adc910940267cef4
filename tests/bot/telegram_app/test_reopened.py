"""Chats that could not be shown anything, and are as soon as they can: nobody waits for a pause to end."""

from collections.abc import Awaitable, Callable

import pytest

from bot.live.patience import Patience
from bot.people import Channel
from bot.request import Reply, Request
from bot.scene import Scene
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, say, scene
from tests.telegram_server import Chat

FOREVER = Patience(first=3600.0, longest=3600.0)
CLOSED = "This thread is closed"
TOPIC = 5

Hands = Callable[[Chat], Awaitable[None]]


def turns(request: Request) -> Reply:
    """``game N`` and ``pass N`` begin turn N."""
    turn = int(request.command.split()[1])
    face = scene(f"turn {turn}", turn=turn, version=turn, rows=[[button("Pass", f"pass {turn + 1}")]])
    return Reply(scene=face, closings={turn - 1: Scene((say("over"),), game="g1", turn=turn - 1)})


async def begun(world: World, topic: int | None) -> Chat:
    """A forum in which the first turn is shown, and a bot that never tries again by itself."""
    forum = world.server.group("Club", world.ann, world.bo, forum=True)
    world.scripted.answer = turns
    await world.start(world.scripted, patience=FOREVER)
    await forum.say(world.ann, "/game 1", topic=topic)
    await forum.until(lambda: len(world.scripted.seen) == 1)
    return forum


async def assert_shown(world: World, forum: Chat, turn: int) -> None:
    """The chat has buttons for this turn alone, and its picture."""
    await forum.until(lambda: [m.text for m in forum.from_bot if m.buttons] == [f"turn {turn}"])
    await forum.until(lambda: [seen[1] for seen in world.scripted.seen[-1:]] == [turn])
    assert forum.last.photo
    assert sum(message.text == f"turn {turn}" for message in forum.from_bot) == 1


@pytest.mark.parametrize("topic", [None, TOPIC])
async def test_a_closed_topic_is_shown_its_turn_when_it_is_opened(world: World, topic: int | None) -> None:
    """Whoever presses is told what keeps the next turn from being shown, each time; then it comes."""
    forum = await begun(world, topic)
    await forum.close_topic(topic or 0)
    live = forum.last
    assert CLOSED in (await forum.press(world.ann, "Pass")).text
    again = await forum.press_data(world.bo, live, "g1:1:pass 3")
    assert CLOSED in again.text
    assert live.text == "turn 1"
    await forum.reopen_topic(topic or 0)
    await assert_shown(world, forum, 3)


async def test_where_it_is_known_to_be_closed_it_is_said_before_anything_is_drawn(world: World) -> None:
    """Nobody waits for a picture to learn that it cannot be shown."""
    forum = await begun(world, TOPIC)
    await forum.close_topic(TOPIC)
    live = forum.last
    await forum.press(world.ann, "Pass")
    drawn = len(world.painter.asked)
    world.painter.delay = 1.5
    assert CLOSED in (await forum.press_data(world.bo, live, "g1:1:pass 3")).text
    assert len(world.painter.asked) == drawn
    world.painter.delay = 0.0
    await forum.reopen_topic(TOPIC)
    await assert_shown(world, forum, 3)


async def kicked(forum: Chat) -> None:
    """Somebody removes the bot."""
    await forum.kick_bot()


async def muted(forum: Chat) -> None:
    """The bot may not write any more."""
    await forum.restrict(can_send_messages=False, can_send_photos=False)


async def added(forum: Chat) -> None:
    """Somebody adds the bot again."""
    await forum.add_bot()


async def allowed(forum: Chat) -> None:
    """The bot gets its rights back."""
    await forum.restrict()


async def promoted(forum: Chat) -> None:
    """The bot becomes an administrator, who may do everything."""
    await forum.promote()


@pytest.mark.parametrize("topic", [None, TOPIC])
@pytest.mark.parametrize(("shut", "opened"), [(kicked, added), (muted, allowed), (muted, promoted)])
async def test_a_chat_that_lets_us_again_is_shown_its_turn(
    world: World, shut: Hands, opened: Hands, topic: int | None
) -> None:
    """A turn that came while nothing could be said is there once the bot is let in, in whatever way."""
    forum = await begun(world, topic)
    live = forum.last
    await shut(forum)
    toast = await forum.press_data(world.ann, live, "g1:1:pass 2")
    assert toast.text.startswith("That counts")
    assert live.text == "turn 1"
    await opened(forum)
    await assert_shown(world, forum, 2)


async def test_a_turn_that_came_while_nobody_ran_is_shown_when_the_door_opens(world: World) -> None:
    """Also a process that has shown nothing here yet looks for the game of a chat that it is added to."""
    await world.start(world.scripted, patience=FOREVER)
    forum = world.server.group("Club", world.ann)
    await forum.kick_bot()
    face = scene("turn 1", rows=[[button("Pass", "pass 2")]])
    world.scripted.made(Channel("telegram", (str(forum.id), "0")), Reply(scene=face))
    await forum.add_bot()
    await assert_shown(world, forum, 1)
