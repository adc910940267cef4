"""Who calls, and by what name."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, WSServerHandshakeError
from aiohttp.test_utils import make_mocked_request
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.texts import Texts
from bot.web_app.app import WebApp
from bot.web_app.callers import address_of, calls_us
from bot.web_app.limits import AddressLimits
from bot.web_app.socket import MOST_PAGES_AT, TOO_MANY
from tests.bot.web_app.page import opened
from tests.bot.web_app.scripted import ScriptedPainter, ScriptedTable

GENEROUS = 60
"""Seconds that nothing here takes, however busy the machine is."""


@pytest.mark.parametrize(
    ("forwarded", "proxies", "address"),
    [
        ("", 0, "192.0.2.1"),
        ("203.0.113.9", 0, "192.0.2.1"),
        ("203.0.113.9", 1, "203.0.113.9"),
        ("6.6.6.6, 203.0.113.9", 1, "203.0.113.9"),
        ("6.6.6.6, 203.0.113.9, 10.0.0.1", 2, "203.0.113.9"),
        ("", 1, "192.0.2.1"),
        ("203.0.113.9", 3, "203.0.113.9"),
        (" , ,", 1, "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", 1, "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", 1, "2001:db8:1:2::/64"),
        ("fe80::1%eth0", 1, "fe80::/64"),
        ("::ffff:203.0.113.9", 1, "203.0.113.9"),
        ("x" * 500, 1, "x" * 64),
    ],
)
def test_only_trusted_proxies_say_who_calls(forwarded: str, proxies: int, address: str) -> None:
    """What a caller writes before the proxies' own entries counts for nothing; IPv6 counts by network."""
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = make_mocked_request("GET", "/", headers).clone(remote="192.0.2.1")
    assert address_of(request, proxies) == address


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True), ("LOCALHOST:8080", True), ("127.0.0.1:8080", True), ("10.1.2.3", True),
        ("[::1]:8080", True), ("[2001:db8::1]", True), ("table.example.org", True),
        ("Table.Example.org.:443", True), ("", False), ("evil.example", False), ("evil.example:8080", False),
        ("table.example.org.evil.example", False), ("evil@127.0.0.1", False), ("[evil]", False),
        ("127.0.0.1/x", False), ("a:b:c", False), ("1.2.3.4.5", False),
    ],
)  # fmt: skip
def test_names_that_are_ours(host: str, known: bool) -> None:
    """Numbers and localhost always are; other names only if they are listed."""
    assert calls_us(host, {"table.example.org"}) is known


@given(st.text(max_size=60))
def test_no_host_confuses_us(host: str) -> None:
    """Whatever is written there is either ours or not."""
    assert calls_us(host, ()) in {True, False}


def test_many_people_at_one_address_are_not_endless() -> None:
    """Two hundred a day; who was there may come back; other addresses are not touched."""
    crowd = AddressLimits(now=lambda: 0.0)
    assert all(crowd.enters("here", f"p{number}") for number in range(200))
    assert not crowd.enters("here", "one more")
    assert crowd.enters("here", "p7")
    assert crowd.enters("there", "one more")


@pytest.fixture
async def public(table: ScriptedTable, painter: ScriptedPainter, texts: Texts) -> AsyncIterator[str]:
    """A web table with a public name, behind one proxy."""
    app = WebApp(
        host="127.0.0.1",
        port=0,
        table=table,
        texts=texts,
        painter=painter,
        hosts=("table.example.org",),
        proxies=1,
    )
    yield await app.start()
    await app.stop()


async def test_who_calls_us_by_another_name_is_not_answered(public: str, site: str) -> None:
    """A page elsewhere that makes its name mean our number gets nothing of the table."""
    async with ClientSession() as session:
        for address, host, status in [
            (public, "table.example.org", 200), (public, "TABLE.example.org:443", 200),
            (public, "127.0.0.1", 200), (public, "evil.example", 421), (site, "table.example.org", 421),
            (site, "localhost", 200),
        ]:  # fmt: skip
            for path in ("", "r/a", "health", "static/room.js"):
                async with session.get(address + path, headers={"Host": host}) as answer:
                    assert answer.status == status, (host, path)
                    assert "Content-Security-Policy" in answer.headers


async def knock(session: ClientSession, site: str, address: str) -> ClientWebSocketResponse:
    """Open a socket from this address, as a new browser, and say nothing."""
    headers = {"X-Forwarded-For": address}
    session.cookie_jar.clear()
    async with session.get(f"{site}r/a", headers=headers):
        pass
    return await session.ws_connect(
        f"{site}r/a/socket", headers={**headers, "Origin": site.rstrip("/")}, autoping=True
    )


async def test_one_address_does_not_take_all_pages(public: str) -> None:
    """Sixty pages can be open there; more are told so, and still more not even that. Others are let in."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        pages = [await knock(session, public, f"2001:db8::{number:x}") for number in range(MOST_PAGES_AT)]
        for page in pages:
            await page.send_json({"type": "hello"})
            assert (await page.receive_json(timeout=GENEROUS))["type"] == "welcome"
        refused = await knock(session, public, "2001:db8::ffff")
        await refused.send_json({"type": "hello"})
        assert (await refused.receive(GENEROUS)).data == TOO_MANY
        assert not any(page.closed for page in pages)
        async with opened(public, "a") as ann:
            assert ann.welcome["name"] == "Ann"
        await asyncio.gather(*(page.close() for page in pages))


async def test_a_proxy_that_nobody_told_of_is_logged_once(site: str, public: str) -> None:
    """Else everybody behind it would count as one address, and the operator would not know why."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        with capture_logs() as logs:
            for where in (public, site, site):
                await (await knock(session, where, "192.0.2.7")).close()
    assert ["BASTIDE_WEB_PROXIES" in entry["event"] for entry in logs] == [True]


async def test_sockets_that_are_told_off_are_not_endless_either(
    public: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who does not even listen to that gets no more sockets at all."""
    monkeypatch.setattr("bot.web_app.socket.MOST_PAGES_AT", 1)
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        silent = [await knock(session, public, "192.0.2.7") for _ in range(2)]
        with pytest.raises(WSServerHandshakeError, match="429"):
            await knock(session, public, "192.0.2.7")
        await asyncio.gather(*(socket.close() for socket in silent))


async def test_who_says_nothing_is_shown_out(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page says hello at once. Pings instead of it do not help; who has said it may be silent."""
    async with opened(site, "a") as ann, ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        monkeypatch.setattr("bot.web_app.socket.HELLO", 0.3)
        silent = await knock(session, site, "")

        async def ping() -> None:
            while True:
                await silent.ping()
                await asyncio.sleep(0.05)

        pinging = asyncio.create_task(ping())
        assert (await silent.receive(GENEROUS)).type in {WSMsgType.CLOSE, WSMsgType.CLOSED}
        pinging.cancel()
        await asyncio.gather(pinging, return_exceptions=True)
        await ann.settled()
        assert not ann.socket.closed


async def test_who_floods_is_cut_off(site: str) -> None:
    """A person stops when told that it is too fast; who does not is none."""
    async with opened(site, "a") as ann:

        async def flood() -> None:
            with suppress(ConnectionError):
                while True:
                    await ann.socket.send_json({"type": "ping"})

        flooding = asyncio.create_task(flood())
        async with asyncio.timeout(GENEROUS):
            while (await ann.socket.receive()).type is WSMsgType.TEXT:
                pass
        flooding.cancel()
        await asyncio.gather(flooding, return_exceptions=True)
        assert ann.socket.closed
    async with opened(site, "a", "Bo") as bo:
        assert bo.welcome["name"] == "Bo"


async def test_what_is_kept_is_limited_for_each_address(
    table: ScriptedTable, painter: ScriptedPainter, texts: Texts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever number of people somebody is: new games, files and the like are counted together."""
    monkeypatch.setattr("bot.web_app.limits.KEPT_A_DAY", 2)
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter)
    site = await app.start()
    async with opened(site, "a") as ann, opened(site, "b", "Bo") as bo:
        await ann.scene_of("new")
        await bo.scene_of("new")
        await bo.do("join")
        assert (await bo.expect("scene", "refusal"))["type"] == "scene"
        for command in ("new", "/NEW winter", "import", "daily 18:00", "history x 3 continue"):
            await ann.do(command)
            assert (await ann.expect("scene", "refusal"))["text"].startswith(
                "The limit for one network address"
            )
        await ann.do("start")
        assert (await ann.expect("scene", "refusal"))["type"] == "scene"
    await app.stop()
