"""Words and buttons do not wait for pictures that are late, and each picture comes to its own words."""

import asyncio

from bot.live.trouble import TroubleKind
from tests.bot.live.chat import PLACE, Chat, Games
from tests.bot.live.showing import LATE, assert_led_on, displays, rest


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
