"""The pages and what else is fetched by plain requests."""

import asyncio
import re
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSCloseCode

from bot.errors import StartError
from bot.texts import Texts
from bot.web_app.app import WebApp
from bot.web_app.pages import SPOKEN, STATIC, Pages
from render import PLAYERS
from tests.bot.web_app.page import opened
from tests.bot.web_app.scripted import ScriptedPainter, ScriptedTable


async def fetch(url: str, **headers: str) -> tuple[int, str, dict[str, str]]:
    """Status, text and headers, redirects not followed."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    async with ClientSession() as session, session.get(url, headers=names, allow_redirects=False) as answer:
        return answer.status, await answer.text(), dict(answer.headers)


async def test_the_door_says_what_this_is_and_offers_a_room(site: str) -> None:
    """One sentence and a fresh valid room name, in the reader's language."""
    status, text, _ = await fetch(site, Accept_Language="pl")
    assert status == 200
    assert '<html lang="pl">' in text
    assert "Stół do gier z płytkami" in text
    assert re.search(r'name="room" value="[a-z]+-[a-z]+-\d\d"', text)


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("?room=Friday+Night", "/r/friday-night"),
        ("r/Friday%20Night", "/r/friday-night"),
        ("r/%E6%BC%A2", "/?room=%E6%BC%A2"),
        ("r/..%2f..%2fetc", "/r/etc"),
    ],
)
async def test_words_lead_to_a_room(site: str, path: str, to: str) -> None:
    """A name that is no room's leads to the one that was meant."""
    status, _, headers = await fetch(site + path)
    assert (status, headers["Location"]) == (303, to)


@pytest.mark.parametrize("typed", ["!!!", "%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0", "%F0%9F%A6%86"])
async def test_a_room_name_that_leaves_nothing_shows_the_door_again(site: str, typed: str) -> None:
    """Only signs, or letters of another alphabet, are no error page: the door says what a name needs."""
    status, text, _ = await fetch(f"{site}?room={typed}")
    assert status == 200
    assert "needs letters from a to z" in text


@pytest.mark.parametrize("typed", ["", "?room=", "?room=+++"])
async def test_the_door_blames_nobody_who_typed_nothing(site: str, typed: str) -> None:
    """There the ordinary hint stands."""
    assert "needs letters from a to z" not in (await fetch(site + typed))[1]


@pytest.mark.parametrize(
    ("accept", "language", "told"),
    [
        ("text/html,*/*;q=0.8", "en", "There is nothing at this address."),
        ("text/html", "pl", "Pod tym adresem nic nie ma."),
        ("*/*", "en", "404: Not Found"),
    ],
)
async def test_an_address_of_nothing_leads_to_a_room(
    site: str, accept: str, language: str, told: str
) -> None:
    """In a browser there is the door, and a sentence about it; programs get no page."""
    headers = {"Accept": accept, "Accept-Language": language}
    async with (
        ClientSession() as session,
        session.get(site + "nowhere/at/all", headers=headers) as answer,
    ):
        assert answer.status == 404
        text = await answer.text()
    assert told in text
    assert ('id="room"' in text) is accept.startswith("text/html")


async def test_every_answer_carries_the_policy(site: str) -> None:
    """Pages, files and errors allow nothing from elsewhere and no inline code."""
    for path in ("", "r/a", "health", "static/room.js", "static/style.css", "nowhere", "r/a/picture/x.png"):
        _, _, headers = await fetch(site + path)
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy, path
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"


async def test_nothing_but_the_page_is_served(site: str) -> None:
    """The folder's neighbours and the page's templates stay private."""
    for name in ("..%2fapp.py", "%2e%2e%2fapp.py", "room.html", "nothing.js", "%2fetc%2fpasswd"):
        assert (await fetch(f"{site}static/{name}"))[0] == 404, name


def test_the_page_needs_nothing_from_elsewhere() -> None:
    """No address of another host stands in any file, and no inline code or style."""
    for path in STATIC.glob("*.[!p]*"):
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|//cdn|@import", text), path.name
        if path.suffix == ".html":
            assert not re.search(r"\son[a-z]+=|\sstyle=|javascript:", text), path.name
        assert "innerHTML" not in text, path.name


def test_every_text_of_the_page_is_in_the_catalogue(texts: Texts) -> None:
    """Keys in pages, in the script's list and in the server's code exist; no key is left over."""
    pages = Pages(texts)
    code = "".join(path.read_text(encoding="utf-8") for path in STATIC.parent.glob("*.py"))
    own = {key for key in pages.slots() if key.startswith("web.")}
    used = own | set(SPOKEN) | set(re.findall(r'Phrase(?:\.of)?\("(web\.[a-z_]+)"', code))
    source = Path(STATIC.parents[1] / "texts" / "en" / "web.po").read_text(encoding="utf-8")
    assert used == set(re.findall(r'msgid "(web\.[a-z_]+)"', source))


def test_whatever_the_page_says_it_can_say_in_another_language() -> None:
    """Each text that stands in the room says which it is, so that an open page can speak another language."""
    body = (STATIC / "room.html").read_text(encoding="utf-8").partition("<body")[2]
    slots = re.findall(r'([a-z-]*)(?:="|>)\{\{ (web\.[a-z_]+) \}\}', body)
    assert len(slots) == len(re.findall(r"\{\{ web\.", body))
    for attribute, key in slots:
        what = f'data-say-{attribute}="{key}"' if attribute else f'data-say="{key}">'
        assert what in body, (attribute, key)


def test_the_script_says_only_texts_that_it_is_given() -> None:
    """Each ``texts.something`` of the script is in the list that the page brings along."""
    script = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    assert {f"web.{name}" for name in re.findall(r"\btexts\.([a-z_]+)", script)} == set(SPOKEN)


async def test_the_cookie_is_secret_and_kept(site: str) -> None:
    """A browser gets a long random secret once; script and other sites cannot use it."""
    async with ClientSession() as session:
        async with session.get(site + "r/a") as answer:
            cookie = answer.headers["Set-Cookie"]
        assert re.match(r"bastide_person=[A-Za-z0-9_-]{43};", cookie)
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        secret = cookie.split(";")[0]
        async with session.get(site + "r/b", headers={"Cookie": secret}) as answer:
            assert answer.headers["Set-Cookie"].startswith(secret + ";")
        async with session.get(site + "r/b", headers={"Cookie": "bastide_person=guess"}) as answer:
            assert "guess" not in answer.headers["Set-Cookie"]
        async with session.get(site + "r/b", headers={"X-Forwarded-Proto": "https"}) as answer:
            assert "Secure" in answer.headers["Set-Cookie"]


async def test_pictures_can_be_kept_for_ever(site: str, table: ScriptedTable) -> None:
    """A picture's address names its content, so that the browser asks once."""
    async with opened(site, "a") as page:
        await page.scene_of("new")
        picture = (await page.scene_of("start"))["picture"]
        assert picture["alt"] == "A board with 60 spots, v3."
        assert re.fullmatch(r"/r/a/picture/3-board-[0-9a-f]{20}\.png", picture["src"])
        async with page.session.get(site.rstrip("/") + picture["src"]) as answer:
            assert answer.status == 200
            assert answer.content_type == "image/png"
            assert "immutable" in answer.headers["Cache-Control"]
            assert (await answer.read()).startswith(b"\x89PNG")
    assert (await fetch(site + "r/a/picture/3-board-" + "0" * 20 + ".png"))[0] == 404


async def test_health_follows_the_store(texts: Texts, table: ScriptedTable, painter: ScriptedPainter) -> None:
    """200 while the store answers, 503 with a reason to restart when it does not."""
    broken = False

    async def ready() -> None:
        if broken:
            raise ConnectionError("the store is gone")

    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter, ready=ready)
    site = await app.start()
    assert (await fetch(site + "health"))[:2] == (200, '{"status": "ok"}')
    broken = True
    assert (await fetch(site + "health"))[:2] == (503, '{"status": "unavailable"}')
    await app.stop()


async def test_a_busy_port_is_one_clear_sentence(
    site: str, texts: Texts, table: ScriptedTable, painter: ScriptedPainter
) -> None:
    """Starting on a port that somebody has says which one and what to set."""
    port = int(site.rstrip("/").rpartition(":")[2])
    app = WebApp(host="127.0.0.1", port=port, table=table, texts=texts, painter=painter)
    with pytest.raises(StartError, match=rf"cannot listen on 127\.0\.0\.1:{port} .*BASTIDE_WEB"):
        await app.start()


async def test_an_unknown_host_is_one_clear_sentence(
    texts: Texts, table: ScriptedTable, painter: ScriptedPainter
) -> None:
    """A host that is not this machine's is refused likewise."""
    app = WebApp(host="192.0.2.1", port=0, table=table, texts=texts, painter=painter)
    with pytest.raises(StartError, match=r"cannot listen on 192\.0\.2\.1:0"):
        await app.start()


async def test_a_stopped_table_can_start_again(
    texts: Texts, table: ScriptedTable, painter: ScriptedPainter
) -> None:
    """Stopping frees the port and closes the pages with a word that they understand."""
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter)
    site = await app.start()
    async with opened(site, "a") as page:
        await page.settled()
        stopping = asyncio.create_task(app.stop())
        assert (await page.socket.receive()).data == WSCloseCode.GOING_AWAY
        await stopping
    port = int(site.rstrip("/").rpartition(":")[2])
    again = WebApp(host="127.0.0.1", port=port, table=table, texts=texts, painter=painter)
    assert await again.start() == site
    await again.stop()


def test_seats_have_the_colours_of_the_pictures() -> None:
    """The page frames tiles in the colours in which figures are painted."""
    css = (STATIC / "board.css").read_text(encoding="utf-8")
    told = re.findall(r"\.seat-(\d) \{ --seat: (#\w+); --on-seat: (#\w+); \}", css)
    assert [(int(seat), seat_colour) for seat, seat_colour, _ in told] == [
        (number, "#{:02x}{:02x}{:02x}".format(*look.colour)) for number, look in enumerate(PLAYERS)
    ]
