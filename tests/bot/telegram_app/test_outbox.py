"""The pace of calls, by a clock that costs no time; and who tries again when a call fails."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import Bot
from telegram.error import NetworkError, RetryAfter, TelegramError

from bot.telegram_app.outbox import Outbox
from bot.telegram_app.pace import GROUP, Pace, Paces, Window
from tests.bot.telegram_app.conftest import client
from tests.telegram_server import SERVER_ERROR, BotApiServer, Fault, too_many_requests


def paced(pace: Pace, wanted: list[float]) -> list[float]:
    """When calls are made that are wanted at these moments, one after the other."""
    window, now, made = Window(pace), 0.0, list[float]()
    for moment in wanted:
        now = max(now, moment)
        while (wait := window.wait(now)) > 0:
            now += wait
        window.made.append(now)
        made.append(now)
    return made


@given(st.integers(1, 30), st.lists(st.floats(0, 20), max_size=120))
def test_no_span_of_time_has_more_calls_than_allowed(calls: int, gaps: list[float]) -> None:
    """However calls are wanted, they are never too many; and they are made in the end."""
    wanted = [sum(gaps[:number]) for number in range(len(gaps))]
    made = paced(Pace(calls, 60.0), wanted)
    assert len(made) == len(wanted)
    assert all(late - early >= 60.0 - 1e-6 for early, late in zip(made, made[calls:], strict=False))


def test_a_quiet_group_does_not_wait() -> None:
    """A burst of half the limit goes out at once."""
    assert paced(GROUP, [0.0] * 10) == [0.0] * 10


def test_a_busy_group_waits_a_little_often_and_never_long() -> None:
    """People who always want more get a call every few seconds, and as many as are allowed in all."""
    made = paced(GROUP, [0.0] * 100)
    gaps = [late - early for early, late in pairwise(made)]
    assert max(gaps) < 10.0
    assert made[-1] < 310.0


class Post:
    """An outbox whose moves are remembered, and a greeting to be delivered."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.moves: list[tuple[int, int]] = []
        self.outbox = Outbox(self.move, Paces())

    async def move(self, old: int, new: int) -> None:
        """A chat has got another number."""
        self.moves.append((old, new))

    async def greet(self, chat: int, *, insist: bool = False) -> int:
        """Say hello once."""
        return await self.outbox.deliver(chat, self._greeting(), insist=insist)

    def _greeting(self) -> Callable[[int], Awaitable[int]]:
        async def greeting(chat: int) -> int:
            return (await self.bot.send_message(chat, "hello")).message_id

        return greeting


@pytest.mark.parametrize(
    ("fault", "error"),
    [(too_many_requests(1), RetryAfter), (SERVER_ERROR, NetworkError), (Fault(done=True), NetworkError)],
)
async def test_who_tries_again_on_its_own_is_told_at_once(
    server: BotApiServer, fault: Fault, error: type[TelegramError]
) -> None:
    """Without insisting there is one attempt, and its error as it is."""
    group = server.group("Friends", server.user("Ann"))
    server.inject("sendMessage", fault)
    async with client(server.base) as bot:
        with pytest.raises(error):
            await Post(bot).greet(group.id)
    assert len(server.made("sendMessage")) == 1


async def test_a_flood_that_somebody_else_met_holds_the_chat_back(server: BotApiServer) -> None:
    """Whoever comes next waits for as long as Telegram wants, in this chat alone."""
    ann = server.user("Ann")
    group, other = server.group("Friends", ann), server.group("Others", ann)
    server.inject("sendMessage", too_many_requests(4), chat=group)
    async with client(server.base) as bot:
        post = Post(bot)
        began = time.monotonic()
        with pytest.raises(RetryAfter):
            await post.greet(group.id)
        await post.greet(other.id)
        assert time.monotonic() - began < 4.0
        await post.greet(group.id)
        assert time.monotonic() - began >= 4.0


@pytest.mark.parametrize("insist", [True, False])
async def test_a_chat_that_has_moved_is_followed(server: BotApiServer, insist: bool) -> None:
    """The attempt is made where the chat is now; it was not made where it is no more."""
    group = server.group("Friends", server.user("Ann"))
    new = group.migrate(announce=False)
    async with client(server.base) as bot:
        post = Post(bot)
        await asyncio.gather(*(post.greet(group.id, insist=insist) for _ in range(2)))
        assert post.moves == [(group.id, new.id)]
    assert len(new.from_bot) == 2
    assert not group.from_bot
