"""Moments of an evening: how it comes to them, what happens then, and which calls the bot makes for it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from tests.bot.chaos.telegram_evening import Evening

TOAST: Final = "answerCallbackQuery"
ADMINS: Final = "getChatAdministrators"

Deed = Callable[[Evening], Awaitable[None]]


@dataclass(frozen=True)
class Moment:
    """``calls`` are the methods that the bot uses; ``called`` counts the messages that call somebody.

    ``changes`` tells whether the game has another version afterwards, or another game begins. ``again`` is
    what happens when a process has ended before it could do it; where that is not said, the same again.
    """

    prepare: Deed
    act: Deed
    calls: tuple[str, ...]
    called: int = 0
    changes: bool = True
    again: Deed | None = None


async def nothing(_: Evening) -> None:
    """The evening begins."""


async def say_new(evening: Evening) -> None:
    """Ann opens a game."""
    await evening.group.say(evening.ann, "/new")


async def open_lobby(evening: Evening) -> None:
    """A game is open."""
    before = await evening.version()
    await say_new(evening)
    await evening.until_changed(before)
    await evening.settled()


async def join(evening: Evening) -> None:
    """Bo joins."""
    await evening.tap("join", evening.bo)


async def both_joined(evening: Evening) -> None:
    """Both have joined."""
    await open_lobby(evening)
    await evening.play("join", evening.bo)


async def start(evening: Evening) -> None:
    """Ann starts the game."""
    await evening.tap("start", evening.ann)


async def short_game(evening: Evening) -> None:
    """A game of four tiles."""
    await evening.put_on_the_table()


async def first_spot(evening: Evening) -> None:
    """Whose turn it is lays the tile."""
    await evening.tap("place 1")


async def tile_laid(evening: Evening) -> None:
    """The tile is laid; a figure may follow."""
    await short_game(evening)
    await evening.play("place 1")


async def no_figure(evening: Evening) -> None:
    """The turn ends without a figure."""
    await evening.tap("pass")


async def first_turn_over(evening: Evening) -> None:
    """One turn has passed, so that there is a time since when the next one lasts."""
    await tile_laid(evening)
    await evening.play("pass")


async def a_day_passes(evening: Evening) -> None:
    """Nobody does anything for more than a day."""
    await evening.keep_time(hours=25)


async def reminded(evening: Evening) -> None:
    """A notice stands beside the live message."""
    await first_turn_over(evening)
    await a_day_passes(evening)
    await evening.settled()


async def wants_private(evening: Evening) -> None:
    """Both want to be told in private."""
    await first_turn_over(evening)
    for user in (evening.ann, evening.bo):
        await evening.group.ask(user, "/settings me private=on")
    await evening.settled()


async def ask_to_pause(evening: Evening) -> None:
    """Bo asks whether the game may rest."""
    await evening.group.say(evening.bo, "/pause")


async def last_tile_laid(evening: Evening) -> None:
    """Nothing is left to be done but the last figure."""
    await tile_laid(evening)
    for _ in range(3):
        await evening.play("pass")
        await evening.play("place 1")


async def over_with_an_appointment(evening: Evening) -> None:
    """The game is over, and the group has an hour for the next one."""
    await evening.group.ask(evening.ann, "/daily 18:00 UTC")
    await last_tile_laid(evening)
    await evening.play("pass")


async def hour_comes(evening: Evening) -> None:
    """It is six."""
    await evening.keep_time(hours=6)


async def a_little_later(evening: Evening) -> None:
    """What somebody has claimed and not done is given to somebody else."""
    await evening.keep_time(minutes=6)


async def tile_of_the_day(evening: Evening) -> None:
    """Somebody looks at the tile of the day."""
    await evening.group.say(evening.bo, "/tile")


async def heartbeat(evening: Evening) -> None:
    """Half a minute passes."""
    await evening.keep_time(seconds=30)


MOMENTS: Final = {
    "lobby opened": Moment(nothing, say_new, ("sendMessage",)),
    "join": Moment(open_lobby, join, ("editMessageText", TOAST)),
    "start": Moment(both_joined, start, ("sendPhoto", "editMessageText", TOAST, ADMINS), 1),
    "place": Moment(short_game, first_spot, ("editMessageMedia", TOAST)),
    "pass": Moment(tile_laid, no_figure, ("sendPhoto", "editMessageCaption", TOAST), 1),
    "reminder": Moment(
        first_turn_over, a_day_passes, ("sendMessage", "editMessageCaption"), 1, again=a_little_later
    ),
    "reminder over": Moment(reminded, first_spot, ("editMessageMedia", "deleteMessage", TOAST)),
    "private": Moment(
        wants_private, a_day_passes, ("sendMessage", "editMessageCaption"), 1, again=a_little_later
    ),
    "vote": Moment(first_turn_over, ask_to_pause, ("sendMessage", "editMessageCaption"), 1),
    "end": Moment(last_tile_laid, no_figure, ("sendPhoto", "editMessageCaption", TOAST)),
    "daily hour": Moment(
        over_with_an_appointment,
        hour_comes,
        ("sendMessage", "editMessageReplyMarkup", "getMe"),
        1,
        again=a_little_later,
    ),
    "tile of the day": Moment(short_game, tile_of_the_day, ("sendPhoto",), changes=False),
    "heartbeat": Moment(short_game, heartbeat, ("getMe",), changes=False),
}
