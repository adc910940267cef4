"""While a platform has hardly time, what is live comes before what is past; and what is past is done, too."""

import asyncio

from bot.live.trouble import TroubleKind
from bot.shown import MOST_PAST
from tests.bot.live.chat import PLACE, Chat, Games
from tests.bot.live.showing import LATE, Rush, assert_led_on, displays, rest
from tests.bot.store.redis_server import until


async def test_past_messages_keep_their_buttons_until_there_is_time() -> None:
    """Turn after turn is shown meanwhile, and noted; then each is closed, and says its last word."""
    games, chat, rush = Games(turn=1), Chat(), Rush()
    shown = displays(games, chat, leisure=rush)
    for _ in range(3):
        games.pass_on()
        assert await shown.show(PLACE, games.reply()) is None
        await shown.shown(PLACE)
    assert chat.calls == ["send"] * 3
    assert not games.settled
    assert games.stored.live is not None
    assert games.stored.live.about == (games.game, games.turn)
    assert [post.turn for post in games.stored.past] == [2, 3]
    rush.ease()
    await rest(shown)
    assert chat.calls == ["send"] * 3 + ["close"] * 2
    assert_led_on(games, chat)


async def test_a_move_does_not_wait_for_what_can_wait() -> None:
    """Whoever moves while a past message waits is shown the move at once, and told of no trouble."""
    games, chat, rush = Games(turn=1), Chat(), Rush()
    shown = displays(games, chat, leisure=rush)
    assert await shown.show(PLACE, games.reply()) is None
    games.pass_on()
    assert await shown.show(PLACE, games.reply()) is None
    games.move()
    assert await shown.show(PLACE, games.reply()) is None
    assert chat.calls == ["send", "send", "edit"]
    await shown.shown(PLACE)
    assert games.stored.seen(games.game) == games.version
    shown.look(PLACE, doubt=True)
    rush.ease()
    await rest(shown)
    assert_led_on(games, chat)


async def test_a_late_picture_comes_before_what_is_past() -> None:
    """It is of the live message; and it comes although nobody has time for others."""
    games, chat, rush = Games(turn=1), Chat(), Rush()
    shown = displays(games, chat, words_first=LATE, leisure=rush)
    assert await shown.show(PLACE, games.reply()) is None
    chat.slow = asyncio.Event()
    games.pass_on()
    assert await shown.show(PLACE, games.reply()) is None
    chat.slow.set()
    await until(lambda: chat.pressable[-1].picture)
    assert "close" not in chat.calls
    rush.ease()
    await rest(shown)
    assert_led_on(games, chat, pictured=True)


async def test_what_is_past_does_not_wait_for_ever() -> None:
    """Before so much is past that some of it would be forgotten, it is done all the same."""
    games, chat, rush = Games(turn=1), Chat(), Rush()
    shown = displays(games, chat, leisure=rush)
    for _ in range(2 * MOST_PAST):
        games.pass_on()
        assert await shown.show(PLACE, games.reply()) is None
        await shown.shown(PLACE)
        assert len(games.stored.past) < MOST_PAST
    assert MOST_PAST // 2 <= len(chat.pressable) <= MOST_PAST // 2 + 2
    rush.ease()
    await rest(shown)
    assert_led_on(games, chat)


async def test_what_a_dead_process_had_no_time_for_is_done_by_the_next() -> None:
    """It was noted that something is left to be done."""
    games, chat, rush = Games(turn=1), Chat(), Rush()
    shown = displays(games, chat, leisure=rush)
    assert await shown.show(PLACE, games.reply()) is None
    games.pass_on()
    assert await shown.show(PLACE, games.reply()) is None
    await shown.shown(PLACE)
    await shown.finish(0)
    shown = displays(games, chat)
    await shown.catch_up()
    await rest(shown)
    assert chat.calls == ["send", "send", "close"]
    assert_led_on(games, chat)


async def test_trouble_with_the_past_is_not_told_to_who_comes_meanwhile() -> None:
    """A past message cannot be closed just when somebody moves: their move is shown, and so they are told."""
    games, chat = Games(turn=1), Chat()
    shown = displays(games, chat)
    assert await shown.show(PLACE, games.reply()) is None
    await rest(shown)
    chat.always = {"close": TroubleKind.AGAIN}
    chat.closing = asyncio.Event()
    games.pass_on()
    assert await shown.show(PLACE, games.reply()) is None
    await until(lambda: "close" in chat.calls)
    games.move()
    told = shown.show(PLACE, games.reply())
    chat.closing.set()
    assert await told is None
    chat.always.clear()
    await rest(shown)
    assert_led_on(games, chat)
