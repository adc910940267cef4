"""Whatever fails, in whatever order: in the end one message has buttons, the present ones."""

import asyncio
import gc
import weakref
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.live.displays import Displays
from bot.live.pages import WORDS_FIRST
from bot.live.trouble import TroubleKind
from bot.request import Request
from bot.scene import Phrase
from tests.bot.live.chat import ANN, PLACE, Chat, Games, Page
from tests.bot.live.showing import LATE, Rush, assert_led_on, displays, rest

HISTORY = (
    "move", "vote", "pass_on", "undo", "notice", "begin", "kill", "remove", "repaint", "press", "tap", "look",
    "rest", "crowd", "ease",
)  # fmt: skip


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


def happen(event: str, shown: Displays[Page], games: Games, chat: Chat, rush: Rush) -> None:
    """One of these things happens."""
    match event:
        case "remove" | "repaint" if chat.pressable:
            getattr(chat, event)(chat.pressable[-1].number)
        case "press" | "tap" if chat.messages:
            press(shown, games, chat, newest=event == "tap")
        case "crowd" | "ease":
            getattr(rush, event)()
        case "look":
            shown.look(PLACE)
        case "move" | "vote" | "pass_on" | "undo" | "notice" | "begin":
            getattr(games, event)()
            _ = shown.show(PLACE, games.reply())


async def live_through(
    events: Sequence[tuple[str, TroubleKind | None]], *, history: bool, words_first: float = WORDS_FIRST
) -> tuple[Games, Chat]:
    """A game in which these things happen, each with the trouble of the call that follows next."""
    games, chat, rush = Games(), Chat(history=history), Rush(crowded=False)
    shown = displays(games, chat, words_first=words_first, leisure=rush)
    for event, kind in events:
        if kind is not None:
            chat.troubles.append(kind)
        match event:
            case "kill":
                await shown.finish(0)
                shown = displays(games, chat, words_first=words_first, leisure=rush)
                await shown.catch_up()
            case "rest":
                for _ in range(20):
                    await asyncio.sleep(0)
            case _:
                happen(event, shown, games, chat, rush)
    chat.troubles.clear()
    rush.ease()
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
    assert_led_on(games, chat, kills=kills, pictured=True)


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
    assert_led_on(games, chat, kills=sum(event == "kill" for event, _ in events), pictured=True)
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
    assert {message.shows for message in newest} == {games.drawn}
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


class Past:
    """What a scene holds of a game."""


async def test_what_has_been_shown_is_not_kept() -> None:
    """A scene holds a whole game. What is known of the place stays: a button that counts takes no reading."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat)
    past = Past()
    held, reply = weakref.ref(past), games.reply()
    assert reply.scene is not None
    reply = replace(reply, scene=replace(reply.scene, lines=(Phrase("turn 1", {"past": past}),)))
    assert await shown.show(PLACE, reply) is None
    await rest(shown)
    del past, reply
    gc.collect()
    assert held() is None
    for _ in range(3):
        press(shown, games, chat, newest=True)
        await rest(shown)
    assert games.loads == 0
    assert_led_on(games, chat)


async def test_a_scene_that_comes_late_is_not_shown() -> None:
    """A newer one has been there, though it is not kept."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat)
    old = games.reply()
    games.move()
    assert await shown.show(PLACE, games.reply()) is None
    await rest(shown)
    calls = [*chat.calls]
    assert await shown.show(PLACE, old) is None
    await rest(shown)
    assert chat.calls == calls
    assert_led_on(games, chat)
