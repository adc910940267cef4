"""What a test can let go wrong at the Bot API server, and where it can look on."""

from collections.abc import Callable

import pytest
from aiohttp import ClientConnectionError, web

from tests.telegram_server import CUT, LOSE, SERVER_ERROR, Call, Fault
from tests.telegram_server.conftest import Caller


@pytest.mark.parametrize(("fault", "done"), [(CUT, False), (LOSE, True)])
async def test_a_connection_that_ends(call: Caller, fault: Fault, *, done: bool) -> None:
    """Before anything is done, or when all is done; the call says which, and no answer comes."""
    call.server.inject("sendMessage", fault)
    with pytest.raises(ClientConnectionError):
        await call("sendMessage", chat_id=call.club.id, text="turn 1")
    assert [message.text for message in call.club.from_bot] == (["turn 1"] if done else [])
    (made,) = call.server.made("sendMessage")
    assert (made.status, made.answered) == (200 if done else 0, False)
    assert (await call.sent(call.club)).text == "turn 1"


@pytest.mark.parametrize(
    ("fault", "status", "texts"),
    [(Fault(delay=0.05), 200, ["turn 1"]), (Fault(502, "Bad Gateway", delay=0.05), 502, [])],
)
async def test_a_late_answer(call: Caller, fault: Fault, status: int, texts: list[str]) -> None:
    """What was asked for is done at once, or refused; only the answer takes its time."""
    seen: list[tuple[int, bool, list[str]]] = []

    async def look(made: Call) -> None:
        seen.append((made.status, made.answered, [message.text for message in call.club.from_bot]))

    call.server.after.append(look)
    call.server.inject("*", fault)
    answer = await call("sendMessage", chat_id=call.club.id, text="turn 1")
    assert answer["ok"] == (status == 200)
    assert seen == [(status, False, texts)]
    assert call.server.calls[-1].answered


@pytest.mark.parametrize(
    ("method", "when", "refused"),
    [
        ("*", lambda made: bool(made.files), [False, True, False]),
        ("*", lambda made: made.closing, [False, False, True]),
        ("send*", None, [True, True, False]),
    ],
)
async def test_faults_choose_their_calls(
    call: Caller, method: str, when: Callable[[Call], bool] | None, refused: list[bool]
) -> None:
    """By their names and by what is in them, as often as was said, until all is forgotten."""
    message = await call.sent(call.club)
    call.server.inject(method, Fault(403, "Forbidden", when=when), times=1_000_000)
    found = [
        await call.refusal("sendMessage", call.club, text="x"),
        await call.photo(call.club),
        await call.refusal("editMessageText", call.club, text="it is over", message_id=message.id),
    ]
    assert [bool(refusal) for refusal in found] == refused
    call.server.recover()
    assert await call.photo(call.club) == ""


async def test_a_fault_may_be_one_chat_s_own(call: Caller) -> None:
    """Other chats are not affected, and those that were announced first come first."""
    call.server.inject("sendMessage", SERVER_ERROR, chat=call.club)
    call.server.inject("*", Fault(500), chat=call.club)
    assert await call.refusal("sendMessage", call.chat, text="x") == ""
    assert await call.refusal("sendMessage", call.club, text="x") == "502 Bad Gateway"
    assert await call.refusal("sendMessage", call.club, text="x") == "500 Internal Server Error"
    assert await call.refusal("sendMessage", call.club, text="x") == ""


async def test_hooks_see_a_call_before_and_after_it_is_done(call: Caller) -> None:
    """And the bot waits for them: so a test can end it at exactly that moment."""
    seen: list[tuple[str, int, int]] = []

    async def before(made: Call) -> None:
        seen.append(("before", made.status, len(call.club.from_bot)))

    async def after(made: Call) -> None:
        seen.append(("after", made.status, len(call.club.from_bot)))

    call.server.before.append(before)
    call.server.after.append(after)
    await call("getUpdates")
    await call.sent(call.club)
    assert seen == [("before", 0, 0), ("after", 200, 1)]
    call.server.inject("*", CUT)
    with pytest.raises(ClientConnectionError):
        await call("sendMessage", chat_id=call.club.id, text="x")
    assert seen[2:] == [("before", 0, 1)]


@pytest.mark.parametrize(("secret", "expected"), [(True, "s3cret"), (False, None)])
async def test_anything_can_be_posted_to_the_webhook(
    call: Caller, expected: str | None, *, secret: bool
) -> None:
    """Bodies that are no updates, with the right secret or without."""
    heard: list[tuple[bytes, str | None]] = []

    async def listen(request: web.Request) -> web.Response:
        heard.append((await request.read(), request.headers.get("X-Telegram-Bot-Api-Secret-Token")))
        return web.Response(status=418)

    app = web.Application()
    app.router.add_post("/hook", listen)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
        await call("setWebhook", url=url, secret_token="s3cret")
        assert await call.server.post_webhook(b"no {json", secret=secret) == 418
    finally:
        await runner.cleanup()
    assert heard == [(b"no {json", expected)]
