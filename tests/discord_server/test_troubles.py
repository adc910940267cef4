"""What a test can let go wrong at the small Discord, and where it can look on."""

from collections.abc import Callable

import pytest
from aiohttp import ClientConnectionError, ClientSession, ServerDisconnectedError

from tests.discord_server import Call, DiscordServer
from tests.discord_server.conftest import Bot


@pytest.mark.parametrize(("trouble", "done"), [("cut", False), ("lose", True)])
async def test_a_connection_that_ends(bot: Bot, trouble: str, *, done: bool) -> None:
    """Before anything is done, or when all is done; the call says which, and no answer comes."""
    getattr(bot.server, trouble)("POST", "/channels/*/messages")
    with pytest.raises(ClientConnectionError):
        await bot.post(bot.channel)
    assert bot.server.world.text(bot.channel) == (["turn 1"] if done else [])
    call = bot.server.calls[-1]
    assert (call.status, call.answered) == (200 if done else 0, False)
    assert (await bot.post(bot.channel))[0] == 200


async def test_a_late_answer(bot: Bot) -> None:
    """The message is there at once; its answer takes its time."""
    bot.server.delay("POST", "/channels/*", seconds=0.05)
    seen: list[tuple[list[str], bool]] = []

    async def look(call: Call) -> None:
        seen.append((bot.server.world.text(bot.channel), call.answered))

    bot.server.after.append(look)
    assert (await bot.post(bot.channel))[0] == 200
    assert seen == [(["turn 1"], False)]
    assert bot.server.calls[-1].answered


@pytest.mark.parametrize(
    ("when", "refused"),
    [
        (lambda call: bool(call.files), [False, True, False]),
        (lambda call: call.closing, [False, False, True]),
        (None, [True, True, True]),
    ],
)
async def test_troubles_choose_their_requests(
    bot: Bot, when: Callable[[Call], bool] | None, refused: list[bool]
) -> None:
    """By what is in them, as often as was said, until all is forgotten."""
    _, message = await bot.post(bot.channel)
    bot.server.fail("*", "/channels/*", status=403, code=50013, times=1000, when=when)
    answers = [await bot.post(bot.channel), await bot.picture(bot.channel), await bot.edit(message)]
    assert [status == 403 for status, _ in answers] == refused
    bot.server.recover()
    assert (await bot.edit(message))[0] == 200


async def test_hooks_see_a_call_before_and_after_it_is_done(bot: Bot) -> None:
    """And the bot waits for them: so a test can end it at exactly that moment."""
    seen: list[tuple[str, int, int]] = []

    async def before(call: Call) -> None:
        seen.append(("before", call.status, len(bot.server.world.public(bot.channel))))

    async def after(call: Call) -> None:
        seen.append(("after", call.status, len(bot.server.world.public(bot.channel))))

    bot.server.before.append(before)
    bot.server.after.append(after)
    await bot.post(bot.channel)
    assert seen == [("before", 0, 0), ("after", 200, 1)]
    bot.server.cut("*", "*", times=9)
    with pytest.raises(ServerDisconnectedError):
        await bot.post(bot.channel)
    assert seen[2:] == [("before", 0, 1)]


async def test_what_is_asked_for_in_vain_is_noticed() -> None:
    """A route that does not exist is refused, and is among the problems where the description is at hand."""
    async with DiscordServer() as server, ClientSession() as session:
        assert (await Bot(server, session)("GET", "/channels/1/nonsense"))[0] == 404
        assert bool(server.problems) == server.checked
