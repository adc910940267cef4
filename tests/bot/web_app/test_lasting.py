"""What makes the page worth keeping: it is small on the line, and can be passed on."""

import asyncio
import gzip
import re
from io import BytesIO
from urllib.parse import urljoin

import pytest
from aiohttp import ClientSession
from PIL import Image

from bot.people import Channel
from bot.scene import PictureKind, Scene
from bot.texts import Texts
from bot.web_app.app import WebApp
from bot.web_app.files import ENTRY, joined
from bot.web_app.pages import STATIC
from tests.bot.web_app.page import Page, opened
from tests.bot.web_app.scripted import ScriptedPainter, ScriptedTable

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


async def test_files_of_one_edition_are_kept_for_ever(site: str) -> None:
    """A page names them by their edition; by another's, which one server may have longer, only for once."""
    async with ClientSession() as session:
        async with session.get(site + "r/a") as answer:
            (edition,) = set(re.findall(r"/static/([0-9a-f]{20})/", await answer.text()))
        async with session.get(site + "worker.js") as answer:
            assert (answer.status, answer.content_type) == (200, "text/javascript")
            assert answer.headers["Cache-Control"] == "no-cache"
            assert edition in await answer.text()
        for asked, kept in ((edition, "public, max-age=31536000, immutable"), ("0" * 20, "no-cache")):
            async with session.get(f"{site}static/{asked}/room.js") as answer:
                assert (answer.status, answer.headers["Cache-Control"]) == (200, kept)
        async with session.get(f"{site}static/{edition}/worker.js") as answer:
            assert answer.status == 404


async def test_a_room_is_small_and_needs_few_files(site: str) -> None:
    """Over a slow line each file costs a way there and back, so that what a room needs is joined."""
    async with ClientSession(auto_decompress=False) as session:
        async with session.get(site + "r/a", headers=PACKED) as answer:
            packed = await answer.read()
        files = set(
            re.findall(r'(?:src|href)="(/static/[0-9a-f]{20}/[^"]+)"', gzip.decompress(packed).decode())
        )
        assert len(files) <= 6
        # A line that is open already is given to what stands first, and all else waits for the script.
        first = re.search(r'(?:src|href|content)="(/static/[^"]+)"', gzip.decompress(packed).decode())
        assert first is not None
        assert first[1].endswith(f"/{ENTRY}")
        total = len(packed)
        for name in files:
            async with session.get(urljoin(site, name), headers=PACKED) as answer:
                assert answer.status == 200
                total += len(await answer.read())
    assert total < 40 * 1024


async def test_a_page_comes_while_the_store_is_silent(texts: Texts, painter: ScriptedPainter) -> None:
    """Without the name of its first picture: that comes by the socket, when there is one."""
    answers = asyncio.Event()

    class Silent(ScriptedTable):
        async def current(self, channel: Channel) -> Scene | None:
            await answers.wait()
            return await super().current(channel)

    app = WebApp(host="127.0.0.1", port=0, table=Silent(), texts=texts, painter=painter)
    site = await app.start()
    async with ClientSession() as session, session.get(site + "r/a") as answer:
        assert answer.status == 200
        assert not answers.is_set()
    answers.set()
    await app.stop()


def test_scripts_are_joined_with_names_of_their_own() -> None:
    """Each once, after what it imports, and nothing is left to be fetched."""
    scripts = {
        "a.js": 'import { b as c, KEY } from "./b.js";\nimport * as d from "./d.js";\nc(KEY, d.KEY);\n',
        "b.js": 'import { KEY as other } from "./d.js";\nexport const KEY = 1;\nexport function b() {}\n',
        "d.js": "// Two.\nexport const KEY = 2; // 2\n"
        "/**\n * E *does*\n */\nexport async function e() {\n  /** No. */\n  e();\n}\n",
    }
    text = joined(scripts, "a.js")
    assert re.findall(r"^const (\$\w+) =", text, re.MULTILINE) == ["$d", "$b", "$a"]
    for line in (
        "const { b: c, KEY } = $b;", "const d = $d;", "const { KEY: other } = $d;",
        "return { KEY, b };", "return { KEY, e };", "const KEY = 2; // 2",
    ):  # fmt: skip
        assert line in text.splitlines(), text
    assert "async function e() {\ne();\n}\n" in text
    ours = {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.js")}
    whole = joined(ours, ENTRY)
    assert not re.search(r"^\s*(import|export|/?\*|//)\b", whole, re.MULTILINE)
    assert all(line.count("`") % 2 == 0 for line in whole.splitlines()), "a text of several lines"


PUBLIC = "https://table.example.org"


async def test_an_invitation_shows_the_board_as_it_stands(
    texts: Texts, table: ScriptedTable, painter: ScriptedPainter
) -> None:
    """Once for each version, whoever asks, and nothing that is for whoever decides."""
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter, public=PUBLIC)
    site = await app.start()
    try:
        async with opened(site, "a") as ann, ClientSession() as stranger:
            async with stranger.get(site + "r/a", headers={"Accept-Language": "pl"}) as answer:
                tags = dict(re.findall(r'property="(og:[a-z:]+)" content="([^"]*)"', await answer.text()))
            assert tags["og:title"] == "a · Bastide"
            assert tags["og:description"].startswith("Usiądź")
            assert tags["og:url"] == f"{PUBLIC}/r/a"
            assert tags["og:image"] == f"{PUBLIC}/r/a/preview.png"
            async with stranger.get(site + "r/a/preview.png") as answer:
                assert answer.url.path == "/static/icon-512.png"
                assert (answer.status, answer.content_type) == (200, "image/png")
            await ann.scene_of("new")
            await ann.scene_of("start")
            painter.painted.clear()
            async with stranger.get(site + "r/a/preview.png") as answer:
                assert (answer.status, answer.content_type) == (200, "image/png")
                tag = answer.headers["ETag"]
            async with stranger.get(site + "r/a/preview.png", headers={"If-None-Match": tag}) as answer:
                assert answer.status == 304
            ((picture, _, language),) = painter.painted
            assert (picture.kind, picture.spots, picture.seat, language) == (
                PictureKind.BOARD,
                (),
                None,
                "en",
            )
            await ann.scene_of("place 1")
            painter.painted.clear()
            async with stranger.get(site + "r/a/preview.png", headers={"If-None-Match": tag}) as answer:
                assert answer.status == 304, "this painter paints every board alike"
            assert [picture.kind for picture, _, _ in painter.painted] == [PictureKind.BOARD]
            async with stranger.get(site + "r/B%20!/preview.png") as answer:
                assert answer.status == 404
            statuses = []
            for _ in range(25):
                async with stranger.get(site + "r/a/preview.png") as answer:
                    statuses.append(answer.status)
            assert statuses[-1] == 429
    finally:
        await app.stop()


async def test_without_a_public_address_nothing_is_told_to_others(site: str) -> None:
    """A preview needs an address that others know; the code leads to where this reader found the room."""
    async with ClientSession() as session:
        async with session.get(site + "r/a") as answer:
            text = await answer.text()
        assert "og:" not in text
        assert f'value="{site}r/a"' in text
        async with session.get(site + "r/a/qr.svg") as answer:
            assert answer.content_type == "image/svg+xml"
            svg = await answer.text()
            assert svg.startswith("<svg")
            assert "style=" not in svg
        async with session.get(site + "r/b/qr.svg") as answer:
            assert await answer.text() != svg


async def test_seats_tell_who_is_here(site: str) -> None:
    """From the start of a game on; whoever goes is not there any more, and watchers have no seat."""
    async with opened(site, "a") as ann, opened(site, "a", "") as watcher:
        async with opened(site, "a", "Bo") as bo:
            await ann.scene_of("new")
            await bo.scene_of("join")
            await ann.settled()
            await ann.do("start")
            assert (await ann.expect("people"))["seats"] == [0, 1]
            assert (await watcher.expect("people"))["names"] == ["Ann"]
        gone = await ann.expect("people")
        assert (gone["names"], gone["seats"]) == (["Ann"], [0])
        assert (await watcher.settled())[-1]["seats"] == [0]


@pytest.mark.parametrize("path", ["", "r/a"])
async def test_a_phone_can_put_the_table_on_its_screen(site: str, path: str) -> None:
    """Every icon is there in the size that is said, within the policy, and it opens at the door."""
    async with ClientSession() as session:
        async with session.get(site + path) as answer:
            (link,) = re.findall(r'<link rel="manifest" href="([^"]+)">', await answer.text())
            assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
        address = urljoin(site, link)
        async with session.get(address) as answer:
            assert answer.content_type == "application/manifest+json"
            manifest = await answer.json(content_type=None)
        assert (urljoin(address, manifest["start_url"]), manifest["display"]) == (site, "standalone")
        sizes = set()
        for icon in manifest["icons"]:
            async with session.get(urljoin(address, icon["src"])) as answer:
                assert (answer.status, answer.content_type) == (200, icon["type"])
                if icon["type"] == "image/png":
                    width, height = Image.open(BytesIO(await answer.read())).size
                    assert icon["sizes"] == f"{width}x{height}"
                    sizes.add(width)
        assert sizes == {192, 512}


async def test_the_door_leads_to_ones_own_rooms(
    texts: Texts, table: ScriptedTable, painter: ScriptedPainter
) -> None:
    """With whose turn it is, those first that wait for one; nothing of others' rooms."""

    async def games_of(person: str) -> list[Channel]:
        seated = [place for place, play in table.plays.items() if person in {p.key for p in play.people}]
        return [*seated, Channel("telegram", ("-1", ""))] if seated else []

    async def listed(page: Page) -> list[tuple[str, str]]:
        async with page.session.get(site) as answer:
            found = re.findall(
                r'href="/r/([^"]+)"><strong>[^<]+</strong> <span>([^<]+)<', await answer.text()
            )
        return [(room, told.strip("\u2068\u2069")) for room, told in found]

    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter, games_of=games_of)
    site = await app.start()
    try:
        async with opened(site, "a", "<i>Ann") as ann, opened(site, "a", "Bo") as bo:
            assert await listed(ann) == []
            await ann.scene_of("new")
            assert len(await listed(ann)) == 1
            assert await listed(bo) == []
            await bo.scene_of("join")
            await ann.scene_of("start")
            assert await listed(ann) == [("a", "Your turn")]
            ((room, told),) = await listed(bo)
            assert (room, "turn" in told, "Your" in told) == ("a", True, False)
    finally:
        await app.stop()
