"""Telegram's limits and failures: who has to wait, what is tried again, what is never lost."""

import asyncio
import random
import time
from dataclasses import replace

import pytest

from bot.live.patience import Patience
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Scene
from bot.shown import NOTHING_SHOWN
from bot.telegram_app.pace import GROUP, Pace
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, picture, say, scene
from tests.telegram_server import FORBIDDEN, SERVER_ERROR, Fault, GroupLimit, too_many_requests
from tests.telegram_server.calls import Call

ROWS = [[button("1", "place 1")]]


def versions(request: Request) -> Reply:
    """``game N`` is version N of the first turn."""
    number = int(request.command.split()[1])
    return Reply(scene=scene(f"version {number}", version=number, rows=ROWS))


async def test_a_chat_told_to_wait_waits_and_shows_the_newest_picture_only(world: World) -> None:
    """After error 429 nothing is sent before its time; scenes that came meanwhile replace each other."""
    world.scripted.answer = versions
    await world.start(world.scripted)
    await world.group.say(world.ann, "/game 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    world.server.inject("editMessageMedia", too_many_requests(1), chat=world.group)
    began = time.monotonic()
    for number in range(2, 8):
        await world.group.say(world.ann, f"/game {number}")
    await world.group.until(lambda: world.group.last.text == "version 7")
    assert time.monotonic() - began >= 1.0
    assert len(world.server.made("editMessageMedia")) == 2
    await world.group.until(lambda: world.scripted.seen[-1][1] == 7)
    assert [version for _, version, _, _ in world.scripted.seen] == [1, 7]


async def test_a_caption_tells_what_matters_however_much_has_happened(world: World) -> None:
    """Under a picture there is little room: what can be left out goes, and not what comes last."""
    story = tuple(
        replace(say(f"{what} {'x' * 200}"), spare=spare) for what, spare in (("lays", 1), ("gets", 3))
    )
    lines = (say("heading"), *story * 3, say("the question"))
    told = Scene((*story * 3, say("the points")), game="g1", version=2, turn=1)
    world.scripted.answer = lambda request: (
        Reply(scene=replace(scene("", rows=ROWS), lines=lines))
        if request.command == "game 1"
        else Reply(scene=scene("on", version=2, turn=2, rows=ROWS), closings={1: told})
    )
    await world.start(world.scripted)
    await world.group.say(world.ann, "/game 1")
    await world.group.until(lambda: bool(world.group.from_bot))
    first = world.group.last
    assert [line.split()[0] for line in first.text.splitlines()] == ["heading", *["gets"] * 3, "the"]
    await world.group.say(world.ann, "/game 2")
    await world.group.until(lambda: not first.buttons and first.text.endswith("the points"))
    assert first.photo
    assert [line.split()[0] for line in first.text.splitlines()] == [*["gets"] * 3, "the"]


async def test_a_chat_that_waits_holds_up_no_other(world: World) -> None:
    """While one group has to wait another one is answered at once."""
    world.scripted.answer = lambda request: Reply(refusal=say("no"))
    await world.start(world.scripted)
    world.server.inject("sendMessage", too_many_requests(8), chat=world.group)
    other = world.server.group("Others", world.bo)
    await world.group.say(world.ann, "/game")
    await world.group.until(lambda: len(world.server.made("sendMessage")) == 1)
    await other.ask(world.bo, "/game")
    assert world.group.from_bot == []
    await world.group.until(lambda: len(world.group.from_bot) == 1)


async def test_a_busy_group_stays_within_its_limit(world: World) -> None:
    """However fast people tap, the pace keeps a group's calls within what Telegram takes."""
    world.server.limit = GroupLimit(10, 2.0)
    world.scripted.answer = versions
    await world.start(world.scripted, group_pace=Pace(9, 2.1))
    for number in range(1, 60):
        await world.group.say(world.ann, f"/game {number}")
        await asyncio.sleep(0.05)
    await world.group.until(lambda: world.group.last.text == "version 59")
    assert world.server.limit.floods == 0
    assert len(world.server.made("sendPhoto", "editMessageMedia")) < 30


async def test_a_group_is_never_sent_too_much_however_long_pictures_take(world: World) -> None:
    """Calls count when they arrive, after drawing and upload, not when it was decided to make them."""
    world.server.limit = GroupLimit(20, 3.0)
    chance = random.Random(5)

    async def upload(call: Call) -> None:
        await asyncio.sleep(chance.choice((0.0, 0.0, 0.0, 0.01, 0.15)))

    def answer(request: Request) -> Reply:
        if request.command == "board full":
            return Reply(answer=replace(scene("the board"), picture=picture("full"), turn=0))
        return versions(request)

    world.server.before.append(upload)
    world.scripted.answer = answer
    await world.start(world.scripted, group_pace=Pace(19, 3.05))
    for number in range(1, 110):
        world.painter.delay = chance.choice((0.0, 0.0, 0.0, 0.01, 0.15))
        await world.group.say(world.ann, "/board full" if number % 10 == 0 else f"/game {number}")
        await asyncio.sleep(0.06)
    await world.group.until(lambda: any(m.text == "version 109" for m in world.group.from_bot))
    assert world.server.limit.floods == 0
    # More than are taken at once.
    assert len(world.server.made("sendPhoto", "editMessageMedia", "sendDocument")) > 20


async def test_a_hundred_games_that_move_at_once_stay_within_the_bots_limit(world: World) -> None:
    """Each group gets its new turn and loses the old one's buttons, at most thirty calls a second."""
    app = await world.start(world.scripted)
    groups = [world.server.group(f"Club {number}", world.ann) for number in range(100)]
    channels = [Channel("telegram", (str(group.id), "0")) for group in groups]
    world.server.overall = GroupLimit(30, 1.0)
    for turn in (1, 2):
        ended = Scene((say("it is over"),), game="g1", version=turn, turn=1)
        for channel in channels:
            shown = scene(f"turn {turn}", turn=turn, version=turn, rows=ROWS)
            reply = Reply(scene=shown, closings={1: ended} if turn == 2 else {})
            await app.show(channel, world.scripted.made(channel, reply))
    async with asyncio.timeout(60):
        await world.server.wait_until(
            lambda: all(group.from_bot and group.last.text.endswith("turn 2") for group in groups)
        )
    assert world.server.overall.floods == 0


async def test_a_flood_that_happens_all_the_same_loses_nothing(world: World) -> None:
    """Where Telegram takes less than expected the last picture still arrives."""
    world.server.limit = GroupLimit(3, 1.0)
    world.scripted.answer = versions
    await world.start(world.scripted)
    for number in range(1, 30):
        await world.group.say(world.ann, f"/game {number}")
        await asyncio.sleep(0.02)
    await world.group.until(lambda: world.group.last.text == "version 29")
    assert world.server.limit.floods > 0
    assert len(world.group.from_bot) == 1


def test_the_pace_of_a_group_is_what_telegram_documents() -> None:
    """About twenty messages a minute to one group."""
    assert GROUP.calls / GROUP.seconds * 60 <= 20


@pytest.mark.parametrize("times", [1, 2])
async def test_a_failing_server_is_asked_again(world: World, times: int) -> None:
    """Errors of the server pass: the picture comes once it has recovered, and once only."""
    world.scripted.answer = versions
    await world.start(world.scripted)
    world.server.inject("sendPhoto", SERVER_ERROR, times=times)
    await world.group.say(world.ann, "/game 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    assert [message.text for message in world.group.from_bot] == ["version 1"]


async def test_whoever_could_not_be_called_for_long_is_called_in_the_end(world: World) -> None:
    """However often the server fails to say whether the message has arrived, it calls once it has."""
    ann = Person("telegram", str(world.ann.id), "Ann")
    world.scripted.answer = lambda request: Reply(scene=replace(scene("go", rows=ROWS), notify=(ann,)))
    await world.start(world.scripted, patience=Patience(first=0.01, longest=0.01))
    world.server.inject("sendPhoto", SERVER_ERROR, times=4)
    await world.group.say(world.ann, "/game 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    (message,) = world.group.from_bot
    assert (message.mentions, message.silent) == ([world.ann.id], False)


async def test_an_edit_whose_answer_was_lost_is_repeated_without_harm(world: World) -> None:
    """When the connection breaks after the edit was made, doing it again changes nothing."""
    world.scripted.answer = versions
    await world.start(world.scripted)
    await world.group.say(world.ann, "/game 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    world.server.inject("editMessageMedia", Fault(done=True))
    await world.group.say(world.ann, "/game 2")
    await world.group.until(lambda: len(world.scripted.seen) == 2)
    assert world.group.last.text == "version 2"
    assert len(world.group.from_bot) == 1


async def test_a_server_that_was_away_is_served_again(world: World) -> None:
    """When the Bot API comes back, what had to be shown is shown and updates are fetched again."""
    world.scripted.answer = versions
    await world.start(world.scripted)
    await world.group.say(world.ann, "/game 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    await world.server.stop()
    await asyncio.sleep(0.2)
    await world.server.start()
    await world.group.say(world.ann, "/game 2")
    await world.group.until(lambda: world.group.last.text == "version 2")


async def test_a_chat_that_threw_the_bot_out_harms_nobody(world: World) -> None:
    """There is nothing to say there any more; other chats go on, and so does this one when it lets us."""
    world.scripted.answer = versions
    await world.start(world.scripted)
    world.server.inject("sendPhoto", FORBIDDEN)
    await world.group.say(world.ann, "/game 1")
    await world.group.until(lambda: len(world.server.made("sendPhoto")) == 1)
    await world.group.say(world.ann, "/game 2")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    assert world.group.last.text == "version 2"


async def test_an_ending_whose_turn_was_never_shown_is_told_by_the_message_before(world: World) -> None:
    """Points given in turns that came and went while the chat had to wait are not lost."""
    channel = Channel("telegram", (str(world.group.id), "0"))

    def turns(request: Request) -> Reply:
        turn = int(request.command.split()[1])
        (first,) = world.scripted.noted.get(channel, NOTHING_SHOWN).posted_in("g1") or (turn,)
        given = tuple(say(f"turn {passed} gave points") for passed in range(first, turn))
        shown = scene(f"turn {turn}", turn=turn, version=turn, rows=ROWS)
        return Reply(scene=shown, closings={first: Scene(given, game="g1", turn=first)} if given else {})

    world.scripted.answer = turns
    await world.start(world.scripted)
    await world.group.say(world.ann, "/game 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    world.server.inject("sendPhoto", too_many_requests(1))
    for turn in range(2, 5):
        await world.group.say(world.ann, f"/game {turn}")
    await world.group.until(lambda: len(world.group.from_bot) == 2 and not world.group.from_bot[0].buttons)
    points = "turn 1 gave points\nturn 2 gave points\nturn 3 gave points"
    assert [message.text for message in world.group.from_bot] == [points, "turn 4"]


async def test_a_move_is_not_forgotten_while_the_store_is_away(world: World) -> None:
    """Telegram tells once that a group has moved; the game follows as soon as the store is back."""
    await world.start(world.scripted)
    world.scripted.trouble = 1
    new = world.group.migrate()
    await new.ask(world.ann, "/game")
    old, moved = (Channel("telegram", (str(chat.id), "0")) for chat in (world.group, new))
    assert (old, moved) in world.scripted.renamed
    assert world.scripted.requests[0].channel == moved


async def test_words_that_arrived_unheard_of_are_found_and_get_their_picture(world: World) -> None:
    """The picture was late, and so was the answer: nobody is called a second time by another message."""

    def turns(request: Request) -> Reply:
        number = int(request.command.split()[1])
        return Reply(scene=scene(f"turn {number}", turn=number, version=number, rows=ROWS))

    world.scripted.answer = turns
    await world.start(world.scripted, patience=Patience(first=0.5, longest=0.5))
    await world.group.say(world.ann, "/game 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    world.painter.gate.clear()
    world.server.inject("sendMessage", Fault(done=True))
    await world.group.say(world.ann, "/game 2")
    await world.group.until(lambda: world.group.last.text.startswith("turn 2"))
    world.painter.gate.set()
    await world.group.until(lambda: bool(world.group.last.photo))
    await world.group.until(lambda: world.scripted.seen[-1][1] == 2)
    await world.group.until(lambda: sum(bool(message.buttons) for message in world.group.from_bot) == 1)
    assert len(world.server.made("sendMessage", "sendPhoto")) == len(world.group.from_bot) == 2
