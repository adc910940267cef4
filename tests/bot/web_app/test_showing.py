"""What comes about in a room without anybody's doing."""

from collections.abc import AsyncIterator

import pytest

from bot.live.patience import Patience
from bot.people import Channel
from bot.request import Reply
from bot.scene import Scene
from bot.texts import Texts
from bot.web_app.app import WebApp
from tests.bot.web_app.page import opened
from tests.bot.web_app.scripted import ScriptedPainter, ScriptedTable

ROOM = Channel("web", ("a",))


@pytest.fixture
async def app(table: ScriptedTable, painter: ScriptedPainter, texts: Texts) -> AsyncIterator[WebApp]:
    """The web table, not yet listening."""
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter)
    yield app
    await app.stop()


def at(version: int, game: str = "g") -> Reply:
    """A scene of this version."""
    return Reply(scene=Scene((), game=game, version=version, turn=1))


async def test_everyone_in_the_room_sees_it_and_it_is_noted(app: WebApp, table: ScriptedTable) -> None:
    """Also when nobody is there: then it is what the next one sees."""
    site = await app.start()
    async with opened(site, "a") as ann, opened(site, "b", "Bo") as bo:
        await ann.settled()
        await bo.settled()
        await app.show(ROOM, at(7))
        assert (await ann.expect("scene"))["scene"]["version"] == 7
        assert await bo.settled() == []
    await app.show(ROOM, at(8))
    assert [noted[2] for noted in table.noted] == [7, 8]


async def test_a_page_that_opens_while_the_store_is_away_is_shown_the_game_later(
    app: WebApp, table: ScriptedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads why it sees nothing, and need not be loaded again; nobody else is bothered."""
    monkeypatch.setattr("bot.web_app.room.RETRY", Patience(first=0.01, longest=0.01))
    site = await app.start()
    async with opened(site, "a") as ann:
        await ann.scene_of("new")
        await ann.settled()
        table.away = True
        async with opened(site, "a", "Bo") as bo, opened(site, "empty", "Cy") as cy:
            for page in (bo, cy):
                assert "reach the saved games" in page.welcome["scene"]["lines"][0]
                assert page.welcome["scene"]["rows"] == []
            await bo.do("join")
            assert "Nothing has changed" in (await bo.expect("refusal"))["text"]
            table.away = False
            scene = (await bo.expect("scene"))["scene"]
            assert (scene["version"], len(scene["rows"])) == (2, 1)
            assert (await cy.expect("scene"))["scene"]["lines"] == ["Nobody plays in this room yet."]
            assert await bo.settled() == []
        assert [message["type"] for message in await ann.settled()] == ["people", "people"]


async def test_whose_move_counts_and_cannot_be_shown_is_told_so(app: WebApp, table: ScriptedTable) -> None:
    """A tap that changed something is never answered by silence, and what came of it is seen later."""
    site = await app.start()
    async with opened(site, "a") as ann:
        table.deaf = True
        assert (await ann.scene_of("new"))["version"] == 2
        await ann.do("join")
        assert (await ann.expect("refusal"))["text"].startswith("That counts. I can't show it right now")
        table.deaf = False
        await ann.do("start")
        while (await ann.expect("scene"))["scene"]["version"] < 4:
            pass


async def test_whoever_looks_at_the_game_disturbs_nobody(app: WebApp) -> None:
    """A page is not written anew with what it shows already."""
    site = await app.start()
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await ann.scene_of("new")
        await bo.expect("scene")
        await bo.settled()
        await ann.do("board")
        await ann.expect("done")
        await ann.settled()
        assert await bo.settled() == []


async def test_what_was_decided_before_and_comes_after_is_not_shown(app: WebApp) -> None:
    """A room never goes back to an older version; a new game begins at the beginning."""
    site = await app.start()
    async with opened(site, "a") as ann:
        await ann.settled()
        for reply in (at(8), at(7), at(1, "h")):
            await app.show(ROOM, reply)
        scenes = [message["scene"] for message in await ann.settled() if message["type"] == "scene"]
    assert [(scene["game"], scene["version"]) for scene in scenes] == [("g", 8), ("h", 1)]


async def test_whether_the_rooms_can_be_reached(app: WebApp) -> None:
    """While it listens."""
    assert not await app.reachable()
    await app.start()
    assert await app.reachable()
