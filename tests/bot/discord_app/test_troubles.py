"""What Discord's errors mean, told by the library as they come over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field

import aiohttp
import discord
import pytest
import structlog
from aiohttp import web
from discord.http import HTTPClient, Route

from bot.discord_app import troubles
from bot.discord_app.troubles import HISTORY, TROUBLES, VIEW, judge
from bot.live.trouble import Trouble, TroubleKind

BOT = {"id": "7", "username": "bastide", "discriminator": "0", "avatar": None, "bot": True}
SEND = Route("POST", "/channels/{channel_id}/messages", channel_id=1)
EDIT = Route("PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=1, message_id=2)
ROUTES = {"send": SEND, "edit": EDIT}


@dataclass(frozen=True)
class Case:
    """An answer of Discord's, what was to be done, and what that means."""

    code: int
    kind: TroubleKind
    call: str = "send"
    status: int = 400
    right: str = ""
    pictured: bool = True
    private: bool = False
    errors: str = ""

    def __str__(self) -> str:
        extra = (self.errors, "" if self.pictured else "plain", "private" if self.private else "")
        return "-".join(filter(None, (self.call, str(self.status), str(self.code), *extra)))


def both(code: int, kind: TroubleKind, status: int = 400, right: str = "") -> tuple[Case, Case]:
    """A code that means the same whatever was to be done."""
    return Case(code, kind, "send", status, right), Case(code, kind, "edit", status, right)


CASES = (
    *both(20016, TroubleKind.AGAIN, 429),
    Case(20022, TroubleKind.AGAIN, "edit", 429),
    *both(20028, TroubleKind.AGAIN, 429),
    *both(20029, TroubleKind.AGAIN),
    Case(30046, TroubleKind.AGAIN, "edit", 429),
    Case(30046, TroubleKind.AGAIN, "edit"),
    Case(40003, TroubleKind.AGAIN, private=True),
    *both(40004, TroubleKind.AGAIN, 403),
    *both(40006, TroubleKind.AGAIN, 403),
    *both(40062, TroubleKind.AGAIN, 429),
    *both(40333, TroubleKind.AGAIN, 403),
    *both(160006, TroubleKind.AGAIN),
    *both(160007, TroubleKind.AGAIN),
    Case(10008, TroubleKind.GONE, "edit", 404),
    Case(50005, TroubleKind.GONE, "edit", 403),
    Case(50021, TroubleKind.UNEDITABLE, "edit", 403),
    *both(10003, TroubleKind.NO_PLACE, 404),
    *both(10004, TroubleKind.NO_PLACE, 404),
    Case(40058, TroubleKind.NO_PLACE),
    Case(50008, TroubleKind.NO_PLACE),
    *both(50024, TroubleKind.NO_PLACE),
    Case(50083, TroubleKind.ARCHIVED, "edit", 403),
    Case(50083, TroubleKind.CLOSED, "send", 403),
    *both(160005, TroubleKind.CLOSED, 403),
    *both(20009, TroubleKind.PICTURE),
    *both(30015, TroubleKind.PICTURE),
    *both(40005, TroubleKind.PICTURE, 413),
    *both(50045, TroubleKind.PICTURE),
    *both(50046, TroubleKind.PICTURE),
    *both(50110, TroubleKind.PICTURE),
    *both(50123, TroubleKind.PICTURE),
    *both(50146, TroubleKind.PICTURE),
    *both(400001, TroubleKind.PICTURE, 403),
    *both(0, TroubleKind.PICTURE, 413),
    Case(50035, TroubleKind.PICTURE, "edit", errors="attachments"),
    Case(50035, TroubleKind.PICTURE, errors="files"),
    Case(50035, TroubleKind.UNEDITABLE, "edit", errors="content"),
    *both(50001, TroubleKind.RIGHT, 403, VIEW),
    *both(50013, TroubleKind.RIGHT, 403),
    Case(160002, TroubleKind.RIGHT, "send", 403, HISTORY),
    *both(60003, TroubleKind.RIGHT, 403),
    Case(10013, TroubleKind.PRIVATE, "send", 404, private=True),
    Case(20026, TroubleKind.PRIVATE, "send", 403, private=True),
    Case(50007, TroubleKind.PRIVATE, "send", 403, private=True),
    Case(50007, TroubleKind.PRIVATE, "send", 403),
    Case(50033, TroubleKind.PRIVATE, "send", 400, private=True),
    Case(50278, TroubleKind.PRIVATE, "send", 403, private=True),
    Case(50001, TroubleKind.PRIVATE, "send", 403, private=True),
    Case(10003, TroubleKind.PRIVATE, "send", 404, private=True),
    # For reasons that nobody has met yet.
    Case(999999, TroubleKind.PICTURE),
    Case(999999, TroubleKind.AGAIN, pictured=False),
    Case(999999, TroubleKind.UNEDITABLE, "edit"),
    Case(999999, TroubleKind.UNEDITABLE, "edit", pictured=False),
    Case(50045, TroubleKind.AGAIN, pictured=False),
    Case(0, TroubleKind.PICTURE),
    *both(0, TroubleKind.AGAIN, 403),
    *both(0, TroubleKind.AGAIN, 404),
    # Of no consequence for the message.
    *both(0, TroubleKind.AGAIN, 401),
    *both(50014, TroubleKind.AGAIN, 401),
    *both(0, TroubleKind.AGAIN, 429),
    # Without an answer that says whether it is done.
    Case(0, TroubleKind.LOST, "send", 503),
    Case(130000, TroubleKind.LOST, "send", 503),
    Case(0, TroubleKind.LOST, "send", 520, private=True),
    Case(0, TroubleKind.AGAIN, "edit", 503),
)


@dataclass
class Refuser:
    """A Discord that lets a bot log in and then answers everything alike."""

    status: int = 200
    body: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    hang_up: bool = False
    silent: asyncio.Event | None = None

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer, or do not."""
        if request.path.endswith("/users/@me"):
            return web.json_response(BOT)
        if self.silent is not None:
            await self.silent.wait()
        if self.hang_up and request.transport is not None:
            request.transport.abort()
        # discord.py wants the content type exactly as Discord says it.
        headers = {"Content-Type": "application/json", **self.headers}
        body = web.json_response(dict(self.body)).body
        return web.Response(status=self.status, body=body, headers=headers)


@pytest.fixture
async def refuser(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Refuser]:
    """A server at Discord's address."""
    refuser = Refuser()
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", refuser.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield refuser
    await runner.cleanup()


@pytest.fixture
async def library(refuser: Refuser) -> AsyncIterator[HTTPClient]:
    """The library's client, logged in. It waits no more than half a minute for a limit to pass."""
    client = HTTPClient(asyncio.get_running_loop(), max_ratelimit_timeout=30)
    await client.static_login("token")
    yield client
    await client.close()


async def failure(library: HTTPClient, call: str) -> Exception:
    """The error that a call ends in."""
    method, path = ROUTES[call].method, ROUTES[call].path
    with pytest.raises(TROUBLES) as caught:
        await library.request(Route(method, path, channel_id=1, message_id=2), json={"content": "hello"})
    return caught.value


async def judged(library: HTTPClient, call: str, *, pictured: bool = True, private: bool = False) -> Trouble:
    """What is made of the error that a call ends in."""
    return judge(await failure(library, call), sending=call == "send", pictured=pictured, private=private)


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_every_refusal_has_a_meaning(refuser: Refuser, library: HTTPClient, case: Case) -> None:
    """What Discord says, through the library, is told apart by what follows from it."""
    refuser.status = case.status
    refuser.body = {"code": case.code, "message": "The stars are wrong."}
    if case.errors:
        wrong = {"0": {"_errors": [{"code": "WRONG", "message": "It is wrong."}]}}
        refuser.body = {**refuser.body, "errors": {case.errors: wrong}}
    trouble = await judged(library, case.call, pictured=case.pictured, private=case.private)
    assert (trouble.kind, trouble.right, trouble.after) == (case.kind, case.right, 0.0)
    assert f"{case.status} " in trouble.detail
    assert "The stars are wrong." in trouble.detail
    assert "\n" not in trouble.detail


def test_no_row_of_the_table_is_untried() -> None:
    """Each code that the table knows is one that a test has Discord say."""
    assert set(troubles._CODES) <= {case.code for case in CASES}
    assert set(troubles._RIGHTS) <= {case.code for case in CASES if case.right}
    sent = {case.code for case in CASES if case.call == "send"}
    assert set(troubles._WHEN_SENDING) <= sent
    assert set(troubles._STATUSES) <= {case.status for case in CASES if not case.code}


@pytest.mark.parametrize("code", [0, 20028, 30046])
async def test_discord_says_for_how_long_to_wait(refuser: Refuser, library: HTTPClient, code: int) -> None:
    """What is over a limit is to be tried again, and not before."""
    refuser.status, refuser.body = 429, {"code": code, "message": "limited", "retry_after": 17.0}
    refuser.headers = {"Retry-After": "17"}
    trouble = await judged(library, "edit")
    assert (trouble.kind, trouble.after) == (TroubleKind.AGAIN, 17.0)


async def test_a_wait_that_is_no_number_is_none(refuser: Refuser, library: HTTPClient) -> None:
    """The protocol allows a date as well."""
    refuser.status, refuser.headers = 429, {"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}
    assert (await judged(library, "send")).after == 0.0


async def test_the_library_does_not_wait_for_hours(refuser: Refuser, library: HTTPClient) -> None:
    """A limit that lasts long is given up at once, and it is known for how long."""
    refuser.status, refuser.headers = 429, {"Via": "1.1 google"}
    refuser.body = {"code": 20016, "message": "limited", "retry_after": 3600.5, "global": False}
    error = await failure(library, "send")
    assert isinstance(error, discord.RateLimited)
    trouble = judge(error, sending=True)
    assert (trouble.kind, trouble.after) == (TroubleKind.AGAIN, 3600.5)


@pytest.mark.parametrize(("call", "kind"), [("send", TroubleKind.LOST), ("edit", TroubleKind.AGAIN)])
async def test_a_broken_connection_leaves_open_what_arrived(
    refuser: Refuser, library: HTTPClient, call: str, kind: TroubleKind
) -> None:
    """A message may be there although nobody says so; what was to be edited is edited once more."""
    refuser.hang_up = True
    trouble = await judged(library, call)
    assert trouble.kind is kind
    assert trouble.detail


@pytest.mark.parametrize(("call", "kind"), [("send", TroubleKind.LOST), ("edit", TroubleKind.AGAIN)])
async def test_a_silent_server_may_have_taken_it(
    refuser: Refuser, library: HTTPClient, call: str, kind: TroubleKind
) -> None:
    """Time that is up says nothing of what arrived."""
    refuser.silent = asyncio.Event()
    with pytest.raises(TROUBLES) as caught:
        async with asyncio.timeout(0.2):
            await failure(library, call)
    refuser.silent.set()
    trouble = judge(caught.value, sending=call == "send")
    assert (trouble.kind, trouble.detail) == (kind, "TimeoutError")


@pytest.mark.parametrize("call", ["send", "edit"])
async def test_what_was_never_sent_is_sent_again(
    library: HTTPClient, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int, call: str
) -> None:
    """Where nobody listens nothing has arrived."""
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{unused_tcp_port}")
    error = await failure(library, call)
    assert isinstance(error, aiohttp.ClientConnectorError)
    assert judge(error, sending=call == "send").kind is TroubleKind.AGAIN


@pytest.mark.parametrize("status", [401, 400])
async def test_a_token_that_is_refused_is_for_the_operator(
    refuser: Refuser, library: HTTPClient, status: int
) -> None:
    """It passes when somebody has put it right, and until then stands in the log."""
    refuser.status = status
    with structlog.testing.capture_logs() as logs:
        await judged(library, "edit")
    assert [entry["log_level"] for entry in logs] == (["error"] if status == 401 else [])
