"""Who chooses a language reads it from the next sentence on, in every page of theirs and nobody else's."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.store import Store, open_store
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from tests.bot.table.club import Counter
from tests.bot.web_app.page import Message, Page, opened
from tests.bot.web_app.scripted import ScriptedPainter


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store that outlives the programs of a test."""
    store = await open_store("memory://", tmp_path)
    yield store
    await store.close()


def program(store: Store) -> WebApp:
    """A web table with the real use cases."""
    table = Table(store, SystemClock(), Counter())
    return WebApp(host="127.0.0.1", port=0, table=table, texts=Texts.load(), painter=ScriptedPainter())


@pytest.fixture
async def site(store: Store) -> AsyncIterator[str]:
    """The address of such a web table."""
    app = program(store)
    yield await app.start()
    await app.stop()


async def second(page: Page, site: str, room: str = "a") -> Page:
    """Another page of the same browser."""
    other = Page(page.session, site, room, "Ann", "en")
    await other.connect()
    return other


async def playing(ann: Page, bo: Page) -> None:
    """A game that Ann begins; both have seen it."""
    await ann.scene_of("new order=joined")
    await bo.do("join")
    await bo.expect("done")
    await ann.do("start")
    await ann.expect("done")
    for page in (ann, bo):
        await page.settled()


def newest(messages: list[Message], kind: str) -> Message:
    """The last message of a kind."""
    return [message for message in messages if message["type"] == kind][-1]


@pytest.mark.parametrize("command", ["settings me language=cs", "settings language=cs"])
async def test_the_very_next_sentence_is_in_the_new_language(site: str, command: str) -> None:
    """Answer, scene, log and the page's own words; Ann's other pages too, whatever room; not Bo's."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await playing(ann, bo)
        tab, elsewhere = await second(ann, site), await second(ann, site, "b")
        for page in (ann, bo, tab, elsewhere):
            await page.settled()
        await ann.do(command)
        heard = await ann.settled()
        assert newest(heard, "answer")["scene"]["lines"][0].startswith("\x02Tvoje nastavení")
        for messages in (heard, await tab.settled()):
            assert newest(messages, "speak")["language"] == "cs"
            assert newest(messages, "speak")["texts"]["web.tool_rules"] == "Pravidla"
            scene = newest(messages, "scene")["scene"]
            assert "jsi na tahu" in scene["lines"][0]
            assert newest(messages, "log")["entries"][0]["lines"][0].startswith("Hra začala")
        heard = await elsewhere.settled()
        assert newest(heard, "speak")["language"] == "cs"
        assert "nikdo" in newest(heard, "scene")["scene"]["lines"][0].lower()
        assert await bo.settled() == []
        await ann.do("place 99")
        assert "Místo 99 tu není" in (await ann.expect("refusal"))["text"]
        # and back again
        await ann.do("settings me language=auto")
        heard = await ann.settled()
        assert newest(heard, "answer")["scene"]["lines"][0].startswith("\x02Your own settings")
        assert newest(heard, "speak")["language"] == "en"
        assert "your turn" in newest(heard, "scene")["scene"]["lines"][0]
        await tab.socket.close()
        await elsewhere.socket.close()


async def test_a_page_that_opens_later_speaks_it_from_the_start(store: Store, site: str) -> None:
    """The page itself, its first scene, and after a new start of the program an open page that comes back."""
    async with opened(site, "a") as ann:
        await ann.do("settings me language=cs")
        await ann.expect("answer")
        async with ann.session.get(f"{site}r/a") as answer:
            page = await answer.text()
        assert '<html lang="cs"' in page
        assert ">Pravidla</button>" in page
        welcome = await ann.connect()
        assert "nikdo" in welcome["scene"]["lines"][0].lower()
        await ann.socket.send_json({"type": "hello", "name": "Ann", "language": "en"})
        assert (await ann.expect("speak"))["language"] == "cs"
        await ann.expect("welcome")
        await ann.socket.send_json({"type": "hello", "name": "Ann", "language": "cs"})
        assert [each["type"] for each in await ann.settled() if each["type"] == "speak"] == []
        await ann.do("forget me yes")
        assert (await ann.expect("speak"))["language"] == "en"


async def test_a_room_has_no_language_of_its_own(site: str) -> None:
    """A guest may choose theirs in a running game; together with what the host agrees on it is refused."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await playing(ann, bo)
        await bo.do("settings language=pl")
        assert (await bo.expect("speak"))["language"] == "pl"
        await ann.do("settings language=pl theme=night")
        assert "language" in (await ann.expect("refusal"))["text"]


async def test_the_theme_is_seen_in_the_very_next_scene(site: str) -> None:
    """By everybody in the room."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await playing(ann, bo)
        before = (await second(ann, site)).welcome["scene"]["picture"]["src"]
        await ann.do("settings theme=contrast")
        for page in (ann, bo):
            assert (await page.expect("scene"))["scene"]["picture"]["src"] != before


async def test_what_happened_is_told_from_the_record_after_a_new_start(store: Store) -> None:
    """Another program tells what this one saw: every turn, in the reader's language."""
    first, again = program(store), program(store)
    site = await first.start()
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await playing(ann, bo)
        for page in (ann, bo, ann):
            for command in ("place 1", "pass"):
                await page.do(command)
                await page.expect("done", "refusal")
        await ann.socket.close()
        told = (await ann.connect())["log"]
    await first.stop()
    assert [len(turn["lines"]) > 0 for turn in told] == [True] * 4
    assert told[0]["lines"] == ["The game has begun: Carcassonne, with Ann and Bo."]
    assert [turn["lines"][0].split()[0] for turn in told[1:]] == ["Ann", "Bo", "Ann"]
    site = await again.start()
    async with opened(site, "a", "Cy") as cy, opened(site, "a", "Ola", language="pl") as ola:
        assert cy.welcome["log"] == told
        assert ola.welcome["log"][0]["lines"][0].startswith("Gra ")
        assert len(ola.welcome["log"]) == len(told)
    await again.stop()


async def test_a_press_of_the_seats_own_news_is_in_the_scene(site: str) -> None:
    """Each reader gets the news since their last turn."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await playing(ann, bo)
        for command in ("place 1", "pass"):
            await ann.do(command)
            await ann.expect("done")
        heard = newest(await bo.settled(), "scene")["scene"]
        assert heard["news"] == "Ann: lays a tile"
        await ann.socket.close()
        assert (await ann.connect())["scene"]["news"] == ""
