"""Six emoji that people show each other on a page, over real sockets."""

import re
from typing import Any, Final

import pytest

from bot.web_app.pages import STATIC
from bot.web_app.reactions import BURST, REACTIONS
from tests.bot.web_app.page import Message, Page, opened
from tests.bot.web_app.scripted import ScriptedTable

CLAP: Final = REACTIONS[0]


async def react(page: Page, emoji: object) -> None:
    """Choose an emoji."""
    await page.socket.send_json({"type": "react", "emoji": emoji})


async def heard(page: Page) -> list[Message]:
    """The reactions and refusals that have come to a page by now."""
    return [message for message in await page.settled() if message["type"] in {"reaction", "refusal"}]


def shown(message: Message) -> tuple[str, Any, str]:
    """Who, at which seat, what."""
    assert message["type"] == "reaction", message
    return message["name"].strip("\u2068\u2069"), message["seat"], message["emoji"]


async def test_a_reaction_is_seen_by_all_and_kept_nowhere(site: str, table: ScriptedTable) -> None:
    """At the seat of whoever plays; others have none. The table is asked nothing, nobody sees it later."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo, opened(site, "a", "Cid") as cid:
        await ann.scene_of("new")
        await bo.scene_of("join")
        await ann.scene_of("start")
        asked = len(table.requests)
        for page in (ann, bo, cid):
            await page.settled()
        for page, told in ((bo, ("Bo", 1, CLAP)), (cid, ("Cid", None, REACTIONS[5]))):
            await react(page, told[2])
            assert shown(await page.expect("reaction")) == told
            for other in {ann, bo, cid} - {page}:
                assert [shown(message) for message in await heard(other)] == [told]
        async with opened(site, "a", "Dan") as dan, opened(site, "b", "Eve") as eve:
            assert await heard(dan) == []
            await react(cid, CLAP)
            assert shown(await dan.expect("reaction")) == ("Cid", None, CLAP)
            assert await heard(eve) == []
        assert len(table.requests) == asked


@pytest.mark.parametrize("emoji", ["", "🍺", CLAP * 2, "<b>", 5, None, ["👏"]])
async def test_only_six_are_known(site: str, emoji: object) -> None:
    """Anything else is refused in one sentence to whoever sent it, and the line stays open."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await bo.settled()
        await react(ann, emoji)
        (refusal,) = await heard(ann)
        assert refusal["text"] == "There are six reactions; please choose one of them."
        await react(ann, CLAP)
        assert [shown(message) for message in await heard(ann)] == [("Ann", None, CLAP)]
        assert len(await heard(bo)) == 1


async def test_whoever_watches_without_a_name_gives_one_first(site: str) -> None:
    """A reaction of nobody would say nothing."""
    async with opened(site, "a", "") as watcher:
        await react(watcher, CLAP)
        (refusal,) = await heard(watcher)
        assert "name" in refusal["text"]
        await watcher.socket.send_json({"type": "name", "name": "Wu"})
        await react(watcher, CLAP)
        assert [shown(message) for message in await heard(watcher)] == [("Wu", None, CLAP)]


async def test_a_person_has_a_few_at_a_time(site: str) -> None:
    """What is more is refused, on whichever of their pages; others may go on."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        other = Page(ann.session, site, "a", "Ann", "en")
        await other.connect()
        for page in (ann, other, bo):
            await page.settled()
        for number in range(BURST + 1):
            page = ann if number % 2 else other
            await react(page, CLAP)
            await page.settled()
        assert len([m for m in await heard(bo) if m["type"] == "reaction"]) == BURST
        await react(ann, CLAP)
        refused = [message for message in await heard(ann) if message["type"] == "refusal"]
        assert "too fast" in refused[-1]["text"]
        await react(bo, CLAP)
        assert [shown(message) for message in await heard(bo)] == [("Bo", None, CLAP)]
        await other.socket.close()


def test_the_page_offers_the_six() -> None:
    """In the order of the list."""
    page = (STATIC / "room.html").read_text(encoding="utf-8")
    offered = page.partition('<div id="reactions"')[2].partition("</div>")[0]
    assert tuple(re.findall(r">(.+?)</button>", offered)) == REACTIONS
