"""Whatever is asked of the web table, it answers, and never that something broke in it."""

import asyncio
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

ROUTES = (
    "/", "/health", "/offline", "/worker.js", "/static/0/room.js",
    "/r/", "/r/a", "/r/a/socket", "/r/a/picture/", "/static/", "/static/room.js", "/nowhere/",
)  # fmt: skip
NAMES = (
    "Accept-Language", "Cookie", "Origin", "X-Forwarded-For", "X-Forwarded-Proto", "Range", "If-None-Match",
    "If-Modified-Since", "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Host",
    "Accept-Encoding", "Content-Type", "Expect", "Authorization",
)  # fmt: skip
TRAPS = ("a" * 300, "x" * 5000, "..", "../../etc/passwd", "\0", "room.js/", "%00", "%", "%ff", "\ud800")
VALUES = ("http://[", "bytes=9-1", "bytes=-", "websocket", "Upgrade", "13", "q=9;q", "bastide_person=")


class Asked(NamedTuple):
    """A request: what comes after the route, and the headers."""

    method: str = "GET"
    route: str = "/"
    path: str = ""
    query: str = ""
    headers: dict[str, str] = {}  # noqa: RUF012  nobody changes it

    @property
    def target(self) -> bytes:
        """Path and query as they are sent: a blank would end them."""
        text = f"{self.route}{self.path}{self.query}".encode("utf-8", "surrogatepass")
        return bytes(byte for byte in text if byte > 0x20)


def quoted(text: str) -> str:
    """As a browser writes it."""
    return quote(text, safe="", errors="surrogatepass")


written = st.one_of(st.text(max_size=30), st.sampled_from(TRAPS)).flatmap(
    lambda text: st.sampled_from([text, quoted(text)])
)
raw = st.text(st.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_characters="\x7f"), max_size=60)
asked = st.builds(
    Asked,
    st.sampled_from(["GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "BREW"]),
    st.sampled_from(ROUTES),
    written,
    st.one_of(st.just(""), written.map("?room={}".format), raw.map("?{}".format)),
    st.dictionaries(st.sampled_from(NAMES), st.one_of(raw, st.sampled_from(VALUES)), max_size=6),
)


async def ask(site: str, wanted: Asked) -> int:
    """Send this, byte by byte as it stands, and read the answer's status; 0 when there is none."""
    where = urlsplit(site)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    try:
        headers = {"Host": where.netloc} | wanted.headers
        lines = [wanted.method.encode() + b" " + wanted.target + b" HTTP/1.1"]
        lines += [f"{name}: {value}".encode("latin-1") for name, value in headers.items()]
        writer.write(b"\r\n".join([*lines, b"", b""]))
        status: list[bytes] = []
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(10):
                status = (await reader.readline()).split()
        return int(status[1]) if len(status) > 1 else 0
    finally:
        writer.close()


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(wanted=asked)
@example(Asked(route="/r/a/socket", headers={"Origin": "http://["}))
@example(Asked(headers={"Host": ""}))
@example(Asked(headers={"Expect": "\x80"}))
@example(Asked(route="/nowhere/", headers={"Expect": "\x80"}))
@example(Asked(route="/static/", path="a" * 300 + ".js"))
@example(Asked(route="/static/room.js", headers={"Range": "bytes=9-1"}))
@example(Asked(route="/r/a", headers={"Cookie": 'bastide_person="\\"; a=b=c;;=;'}))
@example(Asked(route="/r/", path="a" * 300))
@example(Asked(route="/r/a/picture/", path="a" * 300))
async def test_nothing_that_is_asked_breaks_anything(site: str, wanted: Asked) -> None:
    """No path, no query and no header makes a 500; what is wrong is the asker's fault, and told so."""
    assert await ask(site, wanted) < 500


@pytest.mark.parametrize(
    "name", ["a" * 300 + ".js", "a" * 3000 + ".css", "%00.js", "..%2froom.html", "%ff", ""]
)
async def test_a_file_of_no_name_is_not_there(site: str, name: str) -> None:
    """A name that no file system would take is one that we do not have."""
    assert await ask(site, Asked(route="/static/", path=name)) == 404
