"""Whatever fails, in whatever order: in the end one message has buttons, the present ones."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from bot import tracing
from bot.live.displays import Displays
from bot.live.pages import WORDS_FIRST
from bot.live.patience import Patience
from bot.live.trouble import TroubleKind
from bot.request import Request
from tests.bot.live.chat import ANN, PLACE, Chat, Games, Page

AT_ONCE = Patience(first=0.0, longest=0.0)
HISTORY = ("move", "pass_on", "undo", "notice", "begin", "kill", "remove", "press", "tap", "look", "rest")
LATE = 0.0
"""Words never wait: each picture comes later than they."""


def displays(
    games: Games, chat: Chat, patience: Patience = AT_ONCE, words_first: float = WORDS_FIRST
) -> Displays[Page]:
    """The displays of a new process."""
    return Displays(PLACE.platform, games, chat, patience=patience, words_first=words_first)


async def rest(shown: Displays[Page]) -> None:
    """Wait until nothing is being shown any more."""
    while shown.busy:
        await asyncio.sleep(0)


def assert_led_on(games: Games, chat: Chat, *, kills: int = 0) -> None:
    """Exactly one message can be pressed: the one of the present turn, showing the present version.

    No notice stands there twice. One that was posted by a process that was killed before it was noted may
    stay beside the next.
    """
    assert [(m.game, m.turn, m.version) for m in chat.pressable] == [(games.game, games.turn, games.version)]
    assert games.settled
    assert games.stored.live is not None
    assert games.stored.live.message == chat.pressable[0].number
    assert games.stored.past == ()
    assert games.stored.stale == ()
    standing = [message for message in chat.messages.values() if message.notice]
    assert len(standing) <= 1 + kills
    assert len({(message.game, message.version) for message in standing}) == len(standing)


def press(shown: Displays[Page], games: Games, chat: Chat, *, newest: bool) -> None:
    """Somebody presses a button of a message: it counts if that shows what the game is at."""
    message = (
        (chat.pressable or [*chat.messages.values()])[-1] if newest else next(iter(chat.messages.values()))
    )
    request = Request(PLACE, ANN, "go", "once", message.game, message.version)
    reply = replace(games.reply(), scene=None, stale=True)
    if message.buttons and (message.game, message.version) == (games.game, games.version):
        games.move()
        reply = games.reply()
        _ = shown.show(PLACE, reply)
    shown.answered(request, reply, message.number)


async def live_through(
    events: Sequence[tuple[str, TroubleKind | None]], *, history: bool, words_first: float = WORDS_FIRST
) -> tuple[Games, Chat]:
    """A game in which these things happen, each with the trouble of the call that follows next."""
    games, chat = Games(), Chat(history=history)
    shown = displays(games, chat, words_first=words_first)
    for event, kind in events:
        if kind is not None:
            chat.troubles.append(kind)
        match event:
            case "kill":
                await shown.finish(0)
                shown = displays(games, chat, words_first=words_first)
                await shown.catch_up()
            case "remove" if chat.pressable:
                chat.remove(chat.pressable[-1].number)
            case "press" | "tap" if chat.messages:
                press(shown, games, chat, newest=event == "tap")
            case "look":
                shown.look(PLACE)
            case "rest":
                for _ in range(20):
                    await asyncio.sleep(0)
            case "move" | "pass_on" | "undo" | "notice" | "begin":
                getattr(games, event)()
                _ = shown.show(PLACE, games.reply())
    chat.troubles.clear()
    # Whoever looks for the game finds it, also where its message was deleted.
    again = displays(games, chat, words_first=words_first)
    await rest(shown)
    again.look(PLACE, doubt=True)
    await rest(again)
    await again.finish(1)
    return games, chat


SURE = [("move", None), ("rest", None)]
REPOSTED = [("move", TroubleKind.PICTURE), ("kill", TroubleKind.UNEDITABLE)]
"""A process is killed when it has posted a turn anew and could not note it."""
TROUBLES = st.one_of(
    st.none(), st.sampled_from([kind for kind in TroubleKind if kind is not TroubleKind.LOST])
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.sampled_from(HISTORY), TROUBLES), max_size=25))
@example([*SURE, ("pass_on", None), ("remove", None), ("rest", None), *REPOSTED])
def test_after_any_troubles_one_message_leads_on(events: list[tuple[str, TroubleKind | None]]) -> None:
    """Refusals of every kind, kills, deletions and presses in any order end in one live message."""
    games, chat = asyncio.run(live_through(events, history=True))
    kills = sum(event == "kill" for event, _ in events)
    assert_led_on(games, chat, kills=kills)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.sampled_from(HISTORY), TROUBLES), max_size=25))
@example(
    [("move", None), ("rest", None), ("pass_on", None), ("rest", TroubleKind.UNEDITABLE), ("rest", None)]
)
def test_with_late_pictures_one_message_leads_on_and_has_its_own(
    events: list[tuple[str, TroubleKind | None]],
) -> None:
    """The same where words never wait: in the end nothing is promised any more."""
    games, chat = asyncio.run(live_through(events, history=True, words_first=LATE))
    assert_led_on(games, chat, kills=sum(event == "kill" for event, _ in events))
    assert "live.picture_follows" not in chat.pressable[0].said


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(st.sampled_from(HISTORY), st.one_of(st.none(), st.sampled_from(TroubleKind))), max_size=25
    )
)
def test_what_arrived_without_an_answer_is_found_again(events: list[tuple[str, TroubleKind | None]]) -> None:
    """The same with answers that are lost, on a platform that can be asked what has arrived."""
    games, chat = asyncio.run(live_through(events, history=True))
    newest = [
        m for m in chat.pressable if (m.game, m.turn, m.version) == (games.game, games.turn, games.version)
    ]
    assert newest
    assert games.stored.live is not None
    assert games.stored.live.message in {message.number for message in newest}


@settings(max_examples=100, deadline=None)
@given(
    troubles=st.lists(
        st.sampled_from(
            [
                None,
                TroubleKind.AGAIN,
                TroubleKind.UNEDITABLE,
                TroubleKind.GONE,
                TroubleKind.PICTURE,
                TroubleKind.ARCHIVED,
            ]
        )
    )
)
@pytest.mark.parametrize("words_first", [WORDS_FIRST, LATE])
def test_each_player_is_called_once(words_first: float, troubles: list[TroubleKind | None]) -> None:
    """However often showing fails, whatever it fails of, and late pictures or not: each turn calls once."""

    async def play() -> Chat:
        games, chat = Games(turn=1), Chat()
        shown = displays(games, chat, words_first=words_first)
        chat.troubles.extend(troubles)
        for _ in range(4):
            _ = shown.show(PLACE, games.reply())
            await rest(shown)
            games.move()
            _ = shown.show(PLACE, games.reply())
            await rest(shown)
            games.pass_on()
        return chat

    chat = asyncio.run(play())
    assert [chat.calls_of("g1", turn) for turn in range(1, 5)] == [1, 1, 1, 1]


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


async def until_called(chat: Chat, *calls: str) -> None:
    """Wait until the chat has got so many calls, and see that they are these."""
    async with asyncio.timeout(30):
        while len(chat.calls) < len(calls):
            await asyncio.sleep(0)
    assert chat.calls == [*calls]


async def test_words_and_buttons_do_not_wait_for_a_late_picture() -> None:
    """They are there without it, and whoever acted is told; the picture is put to them when it is drawn."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat, words_first=LATE)
    chat.slow = asyncio.Event()
    assert await shown.show(PLACE, games.reply()) is None
    await until_called(chat, "send")
    (message,) = chat.pressable
    assert (message.picture, message.called, message.said[-1]) == (False, True, "live.picture_follows")
    await shown.finish(30)
    assert chat.calls == ["send"]

    shown = displays(games, chat, words_first=LATE)
    games.move()
    assert await shown.show(PLACE, games.reply()) is None
    await until_called(chat, "send", "edit")
    chat.slow.set()
    await rest(shown)
    assert chat.calls == ["send", "edit", "edit"]
    assert (message.picture, message.said) == (True, ["turn 1"])
    assert chat.calls_of("g1", 1) == 1
    assert_led_on(games, chat)


async def test_a_picture_that_a_dead_process_owed_is_put_there_by_the_next() -> None:
    """It was noted that it is still to come: nobody has to move, and nobody is called again."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat, words_first=LATE)
    chat.slow = asyncio.Event()
    assert await shown.show(PLACE, games.reply()) is None
    await until_called(chat, "send")
    await shown.finish(0)
    assert not games.settled
    chat.slow = None
    shown = displays(games, chat)
    await shown.catch_up()
    await rest(shown)
    (message,) = chat.pressable
    assert (message.picture, message.said) == (True, ["turn 1"])
    assert chat.calls == ["send", "edit"]
    assert chat.calls_of("g1", 1) == 1
    assert_led_on(games, chat)


async def test_a_late_picture_of_an_older_scene_is_not_shown() -> None:
    """What is superseded meanwhile is not put to the words of a newer scene."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat, words_first=LATE)
    chat.slow = asyncio.Event()
    assert await shown.show(PLACE, games.reply()) is None
    games.pass_on()
    assert await shown.show(PLACE, games.reply()) is None
    await until_called(chat, "send", "send", "close")
    chat.slow.set()
    await rest(shown)
    assert chat.calls == ["send", "send", "close", "edit"]
    assert [(message.turn, message.picture) for message in chat.messages.values()] == [(1, False), (2, True)]
    assert_led_on(games, chat)


async def test_where_a_message_takes_no_picture_another_takes_its_place_quietly() -> None:
    """A message that cannot be edited is closed, and one with the picture calls nobody again."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat, words_first=LATE)
    chat.slow = asyncio.Event()
    assert await shown.show(PLACE, games.reply()) is None
    chat.troubles.append(TroubleKind.UNEDITABLE)
    chat.slow.set()
    await rest(shown)
    assert chat.calls == ["send", "edit", "send", "close"]
    assert [message.picture for message in chat.pressable] == [True]
    assert chat.calls_of("g1", 1) == 1
    assert_led_on(games, chat)


async def test_words_wait_once_however_many_scenes_come() -> None:
    """Scenes that come faster than they can be drawn do not keep each other from being shown."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat, words_first=0.2)
    chat.slow = asyncio.Event()
    async with asyncio.timeout(30):
        while not chat.calls:
            games.move()
            _ = shown.show(PLACE, games.reply())
            await asyncio.sleep(0.01)
    chat.slow.set()
    await rest(shown)
    assert_led_on(games, chat)
