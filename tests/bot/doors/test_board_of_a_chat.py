"""A page that plays the very game of a Telegram group: what is done there is seen here, and the other way."""

import asyncio
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from dataclasses import dataclass
from hashlib import sha256

import pytest
from aiohttp import ClientResponse, ClientSession

from bot.clock import SystemClock
from bot.doors.guest import Guest
from bot.doors.passes import PassOffice
from bot.doors.places import PURPOSE, PlaceTokens
from bot.doors.reception import Reception
from bot.doors.telegram import TelegramDoor
from bot.painter import Painter
from bot.people import Person
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.telegram_app.app import TelegramApp
from bot.texts import Texts
from bot.web_app.app import WebApp
from bot.web_app.socket import TURNED_AWAY
from tests.bot.doors.page import BoardPage, first
from tests.bot.table.club import Counter
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import OneColour
from tests.bot.telegram_app.test_flows import Play
from tests.telegram_server import TOKEN, User

BOARD = "https://table.example.org/board/"


@dataclass
class Place:
    """A group with its bot, and the web table beside it."""

    play: Play
    app: TelegramApp
    office: PassOffice
    site: str
    session: ClientSession

    async def asked(self, user: User) -> str:
        """Ask for the link in the group, follow it to the private chat, and take what the link brings."""
        answer = await self.play.chat.ask(user, "/play")
        toast = await self.play.chat.press(user, "In a private chat", on=answer)
        private = self.play.world.server.private(user)
        given = await private.ask(user, f"/start {toast.url.partition('=')[2]}")
        (button,) = given.buttons
        assert button.url.startswith(f"{BOARD}#")
        url: str = button.url
        return url.partition("#")[2]

    async def ticket(self, user: User) -> str:
        """What such a link brings."""
        person = Person("telegram", str(user.id), user.first_name)
        return await self.office.ticket(Guest(person, self.play.channel))

    async def page(self, user: User) -> BoardPage:
        """A page that this user has opened by a link."""
        return await BoardPage(self.session, self.site).enter("link", await self.ticket(user))


@pytest.fixture
def pictures() -> Painter:
    """Who paints for the pages."""
    return OneColour()


@pytest.fixture
async def place(world: World, store: RedisStore, texts: Texts, pictures: Painter) -> AsyncIterator[Place]:
    """A group of Ann and Bo."""
    table = Table(store, SystemClock(), Counter(), board=BOARD)
    app = await world.start(table, board=True)
    door = TelegramDoor(TOKEN, PlaceTokens(lambda: store.secret(PURPOSE)), store, app.member)
    web = WebApp(
        host="127.0.0.1", port=0, table=table, texts=texts, painter=pictures, news=store.news,
        reception=Reception(PassOffice(store.passes), {"telegram": door}), show=app.show,
        hosts=["table.example.org"],
    )  # fmt: skip
    site = await web.start()
    async with ClientSession() as session:
        yield Place(Play(world, store, world.group), app, PassOffice(store.passes), site, session)
    await web.stop()


async def test_what_is_done_on_a_page_is_in_the_chat(place: Place) -> None:
    """And what is done in the chat is on the page, through several turns of either."""
    scene = await place.play.begin()
    mover = place.play.mover(scene)
    other = place.play.other(mover)
    page, onlooker = await place.page(mover), await place.page(other)
    assert page.scene["yours"]
    assert not onlooker.scene["yours"]
    assert page.scene["board"]["offer"]
    for _ in range(4):
        scene = await place.play.scene()
        if place.play.mover(scene) == mover:
            done = await page.do(first(page.scene, "place" if page.scene["board"]["tile"] else "pass"))
            assert done["type"] == "done"
            scene = await place.play.shown()
        else:
            scene = await place.play.move()
        async with asyncio.timeout(60):
            await page.shown(scene.version)
            await onlooker.shown(scene.version)
    assert {len(shown["board"]["laid"]) for shown in (page.scene, onlooker.scene)} == {1}
    assert sum(bool(message.buttons) for message in place.play.chat.from_bot if message.photo) == 1


async def test_a_reaction_is_seen_on_pages_and_not_in_the_chat(place: Place) -> None:
    """At the seat of whoever plays, by the name that the chat knows."""
    scene = await place.play.begin()
    mover = place.play.mover(scene)
    page, onlooker = await place.page(mover), await place.page(place.play.other(mover))
    sent = len(place.play.chat.from_bot)
    await page.socket.send_json({"type": "react", "emoji": "👏"})
    for each in (page, onlooker):
        while (message := await each.next())["type"] != "reaction":
            pass
        assert message["name"].strip("\u2068\u2069") == mover.first_name
        assert message["seat"] == scene.seated.index(scene.actor)
    assert (await page.do("score"))["type"] == "answer"
    assert len(place.play.chat.from_bot) == sent


async def test_a_link_is_for_once_and_a_page_comes_back(place: Place) -> None:
    """By its pass, after a lost line; whoever opens the link a second time reads why that is no way in."""
    await place.play.begin()
    ticket = await place.asked(place.play.world.ann)
    page = await BoardPage(place.session, place.site).enter("link", ticket)
    await page.socket.close()
    again = await BoardPage(place.session, place.site).enter("pass", page.given)
    assert again.scene["version"] == page.scene["version"]
    refused = await BoardPage(place.session, place.site).knock("link", ticket, language="pl")
    assert refused["type"] == "turned"
    assert "/play" in refused["text"]
    assert "wpuszcza raz" in refused["text"]


async def test_a_page_that_knocks_first_comes_in_by_the_pass_that_it_gets(place: Place) -> None:
    """It is told which picture it will want, if that hangs. A ticket is for one knock, a pass for more."""
    scene = await place.play.begin()
    ticket = await place.ticket(place.play.mover(scene))
    await place.page(place.play.other(place.play.mover(scene)))

    async def knock(proof: str) -> ClientResponse:
        return await place.session.post(f"{place.site}board/door", headers={"Authorization": proof})

    async with await knock(f"link {ticket}") as answer:
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "no-store"
        told = await answer.json()
    async with place.session.get(f"{place.site}board/{told['pictures']['light']}") as picture:
        assert picture.status == 200
    page = await BoardPage(place.session, place.site).enter("pass", told["pass"])
    assert page.scene["yours"]
    async with await knock(f"pass {told['pass']}") as answer:
        assert (await answer.json())["pass"] == told["pass"]
    for wrong in (f"link {ticket}", "pass telegram_1_0", "link", "", "nothing at all"):
        async with await knock(wrong) as answer:
            assert answer.status == 403, wrong
            assert ticket not in await answer.text()
    # A pass that is good is no try; 30 of what is not are too many, and then nothing is good.
    for _ in range(40):
        async with await knock(f"pass {told['pass']}") as answer:
            assert answer.status == 200
    for _ in range(40):
        async with await knock("link x"):
            pass
    async with await knock(f"pass {told['pass']}") as answer:
        assert answer.status == 403


async def test_the_board_has_one_script_in_its_page(place: Place) -> None:
    """The policy knows it by its digest, there and nowhere else; a frame without an origin may knock, too."""
    async with place.session.get(f"{place.site}board/") as response:
        (script,) = re.findall(r"<script>(.*?)</script>", await response.text(), re.DOTALL)
        digest = b64encode(sha256(script.encode()).digest()).decode()
        assert f"script-src 'self' 'sha256-{digest}';" in response.headers["Content-Security-Policy"]
    for path in ("r/friday", "board/static/room.js", ""):
        async with place.session.get(place.site + path) as response:
            assert "script-src 'self';" in response.headers["Content-Security-Policy"]
    async with place.session.options(f"{place.site}board/door") as response:
        assert response.status == 204
        assert response.headers["Access-Control-Allow-Headers"] == "Authorization"


async def test_a_tap_that_is_sent_twice_makes_one_move(place: Place) -> None:
    """Over a new line, too: it is the same person's same tap."""
    scene = await place.play.begin()
    page = await place.page(place.play.mover(scene))
    command, shown = first(page.scene, "place"), page.scene
    await page.do(command, "the-very-same-tap")
    again = await BoardPage(place.session, place.site).enter("pass", page.given)
    again.scene = shown
    await again.do(command, "the-very-same-tap")
    assert (await place.play.scene()).version == shown["version"] + 1


async def test_nobody_moves_for_another(place: Place) -> None:
    """On a page as little as in the chat, and a link is of use only to whom it was given."""
    scene = await place.play.begin()
    mover = place.play.mover(scene)
    page = await place.page(place.play.other(mover))
    refused = await page.do("place 1")
    assert refused["type"] == "refusal"
    assert (await place.play.scene()).version == scene.version
    answer = await place.play.chat.ask(mover, "/play")
    toast = await place.play.chat.press(mover, "In a private chat", on=answer)
    stranger = place.play.world.server.user("Eve")
    told = await place.play.world.server.private(stranger).ask(
        stranger, f"/start {toast.url.partition('=')[2]}"
    )
    assert not told.buttons
    assert "is not yours" in told.text


async def test_whoever_has_left_the_group_is_shown_out(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """When they do something, and when they come back; whoever plays there may go on."""
    monkeypatch.setattr("bot.web_app.socket.BELONGS", 0.0)
    scene = await place.play.begin()
    gone = place.play.world.server.user("Eve")
    page = await BoardPage(place.session, place.site).enter("link", await place.ticket(gone))
    assert (await page.do("score"))["type"] == "turned"
    assert (await page.socket.receive()).data == TURNED_AWAY
    again = await BoardPage(place.session, place.site).knock("pass", page.given)
    assert again["type"] == "turned"
    assert (await (await place.page(place.play.mover(scene))).do("score"))["type"] == "answer"


async def test_where_no_chat_leads_there_is_no_board(world: World, store: RedisStore, texts: Texts) -> None:
    """No address, no command in the menu, and a sentence for whoever types it."""
    table = Table(store, SystemClock())
    await world.start(table)
    web = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=OneColour())
    site = await web.start()
    async with ClientSession() as session, session.get(f"{site}board/") as response:
        assert response.status == 404
    await web.stop()
    assert "There is no board to touch here" in (await world.group.ask(world.ann, "/play")).text
    await world.server.wait_until(lambda: ("default", "en") in world.server.commands)
    assert "play" not in {command["command"] for command in world.server.commands["default", "en"]}
