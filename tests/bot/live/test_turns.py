"""Pictures are in hand for so many places at once, whatever fails; words wait for none of them."""

import asyncio
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.live.pages import WORDS_FIRST
from bot.live.patience import Patience
from bot.live.trouble import TroubleKind
from tests.bot.live.showing import LATE, Rush, assert_led_on, rest
from tests.bot.live.town import Town
from tests.bot.store.redis_server import until

LONG = 60.0
"""Seconds after which a test would fail rather than wait on."""


async def settle() -> None:
    """Let everybody go as far as they can."""
    for _ in range(200):
        await asyncio.sleep(0)


async def test_no_more_pictures_are_in_hand_than_there_is_room_for() -> None:
    """Of twenty places three have theirs drawn and sent at a time, in the order in which they came."""
    town = Town(20)
    shown = town.displays(3)
    town.slow.clear()
    told = [shown.show(place, town.games[place].reply()) for place in town.places]
    await settle()
    assert len(town.hands) == 3
    town.slow.set()
    async with asyncio.timeout(LONG):
        assert await asyncio.gather(*told) == [None] * 20
        await rest(shown)
    assert town.most == 3
    assert town.pictured == [town.games[place].game for place in town.places]
    for place in town.places:
        assert_led_on(town.games[place], town.chats[place], pictured=True)


async def test_words_do_not_wait_for_a_turn() -> None:
    """All have their words and buttons while the picture of one is drawn; then each gets its own."""
    town = Town(5)
    shown = town.displays(1, words_first=LATE)
    town.slow.clear()
    told = [shown.show(place, town.games[place].reply()) for place in town.places]
    async with asyncio.timeout(LONG):
        assert await asyncio.gather(*told) == [None] * 5
    await until(lambda: all(chat.pressable for chat in town.chats.values()))
    assert len(set(town.hands)) == 1
    town.slow.set()
    async with asyncio.timeout(LONG):
        await rest(shown)
    assert town.most == 1
    for place in town.places:
        assert_led_on(town.games[place], town.chats[place], pictured=True)
        assert "live.picture_follows" not in town.chats[place].pressable[0].said


async def test_a_place_in_trouble_leaves_its_turn_to_others() -> None:
    """It may be in trouble for long; its own picture is drawn when it is tried again."""
    town = Town(2)
    shown = town.displays(1, patience=Patience(first=1000.0, longest=1000.0))
    first, second = town.places
    town.chats[first].always = {"send": TroubleKind.AGAIN}
    assert await shown.show(first, town.games[first].reply()) is not None
    async with asyncio.timeout(LONG):
        assert await shown.show(second, town.games[second].reply()) is None
    assert town.chats[second].pressable[0].picture
    town.chats[first].always = {}
    shown.look(first)
    await until(lambda: bool(town.chats[first].pressable))
    async with asyncio.timeout(LONG):
        await rest(shown)
    for place in town.places:
        assert_led_on(town.games[place], town.chats[place], pictured=True)


async def test_a_place_whose_past_waits_leaves_its_turn_to_others() -> None:
    """What is live is shown there, picture and all; that older messages are still to be closed needs none."""
    town, rush = Town(2), Rush()
    shown = town.displays(1, leisure=rush)
    first, second = town.places
    async with asyncio.timeout(LONG):
        assert await shown.show(first, town.games[first].reply()) is None
        town.games[first].pass_on()
        assert await shown.show(first, town.games[first].reply()) is None
        await settle()
        assert await shown.show(second, town.games[second].reply()) is None
    assert "close" not in town.chats[first].calls
    assert town.chats[second].pressable[0].picture
    rush.ease()
    async with asyncio.timeout(LONG):
        await rest(shown)
    assert_led_on(town.games[first], town.chats[first], pictured=True)


async def test_whoever_moves_again_keeps_their_turn() -> None:
    """Those who came later are not shown their picture sooner."""
    town = Town(3)
    shown = town.displays(1)
    town.slow.clear()
    for place in town.places:
        _ = shown.show(place, town.games[place].reply())
    await settle()
    games = town.games[town.places[1]]
    games.move()
    told = shown.show(town.places[1], games.reply())
    await settle()
    town.slow.set()
    async with asyncio.timeout(LONG):
        assert await told is None
        await rest(shown)
    assert town.pictured == [town.games[place].game for place in town.places]
    assert_led_on(games, town.chats[town.places[1]], pictured=True)


async def test_while_a_platform_is_crowded_words_wait_with_their_picture() -> None:
    """One call instead of two, where there would be none to spare; and two as soon as there are."""
    town, rush = Town(2), Rush()
    shown = town.displays(2, words_first=LATE, leisure=rush)
    first, second = town.places
    town.slow.clear()
    told = shown.show(first, town.games[first].reply())
    await settle()
    assert town.chats[first].calls == []
    town.slow.set()
    async with asyncio.timeout(LONG):
        assert await told is None
    assert town.chats[first].calls == ["send"]
    assert town.chats[first].pressable[0].picture
    town.slow.clear()
    told = shown.show(second, town.games[second].reply())
    rush.ease()
    async with asyncio.timeout(LONG):
        assert await told is None
    assert not town.chats[second].pressable[0].picture
    town.slow.set()
    async with asyncio.timeout(LONG):
        await rest(shown)
    assert_led_on(town.games[second], town.chats[second], pictured=True)


EVENTS = ("move", "vote", "pass_on", "begin", "notice", "look", "crowd", "ease", "slow", "rest")


async def live_through(
    events: Sequence[tuple[int, str, TroubleKind | None]], *, in_hand: int, words_first: float
) -> Town:
    """Three places in which these things happen, each with the trouble of the call that follows next."""
    town, rush = Town(3), Rush(crowded=False)
    shown = town.displays(in_hand, words_first=words_first, leisure=rush)
    for number, event, kind in events:
        place = town.places[number]
        if kind is not None:
            town.chats[place].troubles.append(kind)
        match event:
            case "crowd" | "ease":
                getattr(rush, event)()
            case "slow":
                town.slow.clear()
            case "rest":
                town.slow.set()
                await settle()
            case "look":
                shown.look(place)
            case _:
                getattr(town.games[place], event)()
                _ = shown.show(place, town.games[place].reply())
    for chat in town.chats.values():
        chat.troubles.clear()
    rush.ease()
    town.slow.set()
    async with asyncio.timeout(LONG):
        await rest(shown)
        for place in town.places:
            shown.look(place, doubt=True)
        await rest(shown)
    return town


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 2),
            st.sampled_from(EVENTS),
            st.one_of(
                st.none(), st.sampled_from([kind for kind in TroubleKind if kind is not TroubleKind.LOST])
            ),
        ),
        max_size=25,
    ),
    st.sampled_from([1, 2]),
    st.sampled_from([LATE, WORDS_FIRST]),
)
def test_after_any_troubles_turns_go_round(
    events: list[tuple[int, str, TroubleKind | None]], in_hand: int, words_first: float
) -> None:
    """No place keeps a turn that it has no use for: in the end each is shown its game, with its picture."""
    town = asyncio.run(live_through(events, in_hand=in_hand, words_first=words_first))
    assert town.most <= in_hand
    for place in town.places:
        assert_led_on(town.games[place], town.chats[place], pictured=True)
