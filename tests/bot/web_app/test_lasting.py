"""What makes the page worth keeping: it is small on the line, and can be passed on."""

import gzip

import pytest
from aiohttp import ClientSession

PLAIN = {"Accept-Encoding": "identity"}
PACKED = {"Accept-Encoding": "br;q=0.5, gzip"}


@pytest.mark.parametrize("path", ["", "r/a", "static/room.js", "static/style.css", "static/icon.svg"])
async def test_texts_come_compressed(site: str, path: str) -> None:
    """Whoever can read gzip gets less than half of the bytes, and the very same text."""
    async with ClientSession(auto_decompress=False) as session:
        async with session.get(site + path, headers=PLAIN) as answer:
            assert "Content-Encoding" not in answer.headers
            assert "Accept-Encoding" in answer.headers["Vary"]
            plain, kind = await answer.read(), answer.headers["Content-Type"]
        async with session.get(site + path, headers={"Accept-Encoding": "gzip;q=0"}) as answer:
            assert "Content-Encoding" not in answer.headers
        async with session.get(site + path, headers=PACKED) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Content-Type"] == kind
            packed = await answer.read()
    assert len(packed) < len(plain) * (0.75 if len(plain) < 4096 else 0.5)
    if path:  # the door offers another room each time
        assert len(gzip.decompress(packed)) == len(plain)


async def test_what_a_browser_has_is_not_sent_again(site: str) -> None:
    """A file is asked about each time, and sent when it is another; both forms have one name."""
    async with ClientSession() as session:
        async with session.get(site + "static/room.js", headers=PACKED) as answer:
            assert answer.headers["Cache-Control"] == "no-cache"
            assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
            tag = answer.headers["ETag"]
        for how in (PACKED, PLAIN):
            async with session.get(site + "static/room.js", headers=how | {"If-None-Match": tag}) as answer:
                assert (answer.status, await answer.read()) == (304, b"")
                assert answer.headers["ETag"] == tag
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
        async with session.get(site + "static/room.js", headers={"If-None-Match": '"other"'}) as answer:
            assert answer.status == 200
