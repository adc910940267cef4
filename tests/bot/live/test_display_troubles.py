"""What a display does about each trouble, and about what others have changed meanwhile."""

import asyncio

import pytest
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from bot import tracing
from bot.live.patience import Patience
from bot.live.trouble import TroubleKind
from tests.bot.live.chat import PLACE, Chat, Games
from tests.bot.live.showing import assert_led_on, displays, rest


@pytest.mark.parametrize("kind", TroubleKind)
@pytest.mark.parametrize("call", ["send", "edit", "close", "delete", "whisper"])
async def test_what_keeps_failing_is_tried_until_it_works(call: str, kind: TroubleKind) -> None:
    """Each call failing in each way, for as long as it does: afterwards the place shows what it should."""
    games, chat = Games(turn=1, private=True), Chat()
    shown = displays(games, chat, Patience(first=0.001, longest=0.01))
    _ = shown.show(PLACE, games.reply())
    await rest(shown)
    chat.always = {call: kind}
    games.notice()
    _ = shown.show(PLACE, games.reply())
    await asyncio.sleep(0.02)
    games.pass_on()
    _ = shown.show(PLACE, games.reply())
    await asyncio.sleep(0.05)
    chat.always = {}
    shown.look(PLACE)
    await rest(shown)
    if kind is not TroubleKind.LOST:
        assert_led_on(games, chat)
    assert chat.calls_of("g1", 2) <= (2 if kind is TroubleKind.LOST else 1)


async def test_while_a_place_is_closed_it_is_asked_ever_more_rarely() -> None:
    """A refusal is answered by longer and longer pauses, and a stir ends them."""
    patience = Patience()
    assert [patience.pause(n) for n in (1, 2, 3, 9, 10, 1000)] == [1.0, 2.0, 4.0, 256.0, 300.0, 300.0]
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat, patience)
    chat.always = {"send": TroubleKind.CLOSED}
    trouble = await shown.show(PLACE, games.reply())
    assert trouble is not None
    assert trouble.kind is TroubleKind.CLOSED
    chat.always = {}
    shown.again(lambda channel: channel == PLACE)
    await rest(shown)
    assert_led_on(games, chat)


async def test_a_place_that_is_gone_is_left_alone() -> None:
    """Nothing is called for ever: where we are not any more, one attempt is made, and another when asked."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat)
    chat.always = {"send": TroubleKind.NO_PLACE}
    trouble = await shown.show(PLACE, games.reply())
    assert trouble is not None
    await rest(shown)
    assert chat.calls == ["send"]
    assert games.settled
    chat.always = {}
    shown.look(PLACE)
    await rest(shown)
    assert_led_on(games, chat)


async def test_what_is_superseded_is_not_shown() -> None:
    """While a scene is drawn five more come: two calls in all, and the last one stands there."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat)
    _ = shown.show(PLACE, games.reply())
    await rest(shown)
    chat.slow = asyncio.Event()
    waiting = []
    for _ in range(6):
        games.move()
        waiting.append(shown.show(PLACE, games.reply()))
        await asyncio.sleep(0)
    chat.slow.set()
    assert await asyncio.gather(*waiting) == [None] * 6
    await rest(shown)
    assert chat.calls == ["send", "edit"]
    assert_led_on(games, chat)


async def test_while_the_store_is_away_what_is_shown_stands_and_is_noted_later() -> None:
    """A message that could not be noted is not posted once more when the store is back."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat, Patience(first=0.001, longest=0.01))
    reply = games.reply()
    games.away = True
    assert await shown.show(PLACE, reply) is None
    await asyncio.sleep(0.02)
    games.away = False
    await rest(shown)
    assert_led_on(games, chat)
    assert chat.calls == ["send"]


async def test_two_workers_end_with_one_message() -> None:
    """Two processes that post the same turn at the same time: the second takes one of them away again."""
    games, chat = Games(turn=1), Chat()
    one, other = displays(games, chat), displays(games, chat)
    _ = one.show(PLACE, games.reply())
    _ = other.show(PLACE, games.reply())
    await rest(one)
    await rest(other)
    games.move()
    _ = other.show(PLACE, games.reply())
    await rest(other)
    assert_led_on(games, chat)


async def test_whoever_looks_is_shown_what_another_process_has_changed() -> None:
    """What was shown last is no reason not to ask what should be shown now."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat)
    _ = shown.show(PLACE, games.reply())
    await rest(shown)
    games.move()
    shown.look(PLACE)
    await rest(shown)
    assert_led_on(games, chat)
    chat.slow = asyncio.Event()
    games.move()
    _ = shown.show(PLACE, games.reply())
    await asyncio.sleep(0)
    games.move()
    shown.look(PLACE)
    chat.slow.set()
    await rest(shown)
    assert_led_on(games, chat)


async def test_old_games_lose_their_buttons_when_another_begins() -> None:
    """The last message of a game that is over has nothing to press once a new one stands below it."""
    games, chat = Games(turn=5), Chat()
    shown = displays(games, chat)
    _ = shown.show(PLACE, games.reply())
    await rest(shown)
    games.begin()
    _ = shown.show(PLACE, games.reply())
    await rest(shown)
    assert_led_on(games, chat)
    assert [message.said for message in chat.messages.values()] == [["turn 5"], ["turn 0"]]


async def test_each_closed_message_tells_its_own_turns() -> None:
    """Three turns pass while nothing can be shown: the message before them tells what happened in all."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat, Patience(first=0.001, longest=0.01))
    _ = shown.show(PLACE, games.reply())
    await rest(shown)
    chat.always = {"send": TroubleKind.AGAIN}
    for _ in range(3):
        games.pass_on()
        _ = shown.show(PLACE, games.reply())
        await asyncio.sleep(0.005)
    chat.always = {}
    await rest(shown)
    assert_led_on(games, chat)
    assert [message.said for message in chat.messages.values()] == [["closed 1 to 3"], ["turn 4"]]


async def test_a_private_notice_is_told_in_the_place_where_that_is_not_possible() -> None:
    """Who takes no private messages is called beside the live message, once."""
    games, chat = Games(turn=1, private=True), Chat()
    shown = displays(games, chat)
    _ = shown.show(PLACE, games.reply())
    await rest(shown)
    chat.always = {"whisper": TroubleKind.PRIVATE}
    games.notice()
    _ = shown.show(PLACE, games.reply())
    await rest(shown)
    assert chat.whispers == []
    assert [m.said for m in chat.messages.values() if m.notice] == [["notice"]]
    assert_led_on(games, chat)


async def test_whoever_comes_while_it_waits_is_told_when_the_store_goes() -> None:
    """They are not left without a word until it is back."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat, Patience(first=1000.0, longest=1000.0))
    chat.always = {"send": TroubleKind.AGAIN}
    assert await shown.show(PLACE, games.reply()) is not None
    games.move()
    told = shown.show(PLACE, games.reply())
    games.away = True
    async with asyncio.timeout(30):
        assert await told is not None
    games.away, chat.always = False, {}
    shown.look(PLACE)
    async with asyncio.timeout(30):
        await rest(shown)
    assert_led_on(games, chat)


async def test_what_cannot_be_shown_is_logged_with_the_request_that_wanted_it() -> None:
    """One task shows what many have asked for: each line has the id of the wish that it is about."""
    games, chat = Games(), Chat()
    shown, ids = displays(games, chat), []

    async def ask(trouble: TroubleKind) -> None:
        tracing.begin()
        ids.append(tracing.current())
        games.move()
        chat.troubles.append(trouble)
        assert await shown.show(PLACE, games.reply()) is not None

    chat.slow = asyncio.Event()
    with capture_logs((merge_contextvars,)) as logs:
        asking = asyncio.create_task(ask(TroubleKind.AGAIN))
        await asyncio.sleep(0)
        chat.slow.set()
        await asking
        await rest(shown)
        await asyncio.create_task(ask(TroubleKind.RIGHT))
        await rest(shown)
        # The worker is at work for another wish when this one comes.
        chat.slow.clear()
        games.move()
        first = shown.show(PLACE, games.reply())
        late = asyncio.create_task(ask(TroubleKind.LOST))
        await asyncio.sleep(0)
        chat.slow.set()
        await late
        await first
        await rest(shown)
    told = [(entry["kind"], entry["request"]) for entry in logs if entry["event"] == "not shown"]
    assert told == list(zip((TroubleKind.AGAIN, TroubleKind.RIGHT, TroubleKind.LOST), ids, strict=True))
