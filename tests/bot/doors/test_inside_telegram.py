"""The board inside Telegram, as its page talks with us: who comes in by the message's button, and plays."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession

from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.bot.doors.inside_telegram import Inside, inside_telegram
from tests.bot.doors.page import BoardPage, first
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import OneColour


@pytest.fixture
async def inside(world: World, store: RedisStore, texts: Texts) -> AsyncIterator[Inside]:
    """A group of Ann and Bo."""
    async with inside_telegram(world, store, texts, OneColour()) as running:
        yield running


@pytest.fixture
async def session() -> AsyncIterator[ClientSession]:
    """A browser without a page."""
    async with ClientSession() as opened:
        yield opened


async def test_a_group_plays_inside_telegram(inside: Inside, session: ClientSession) -> None:
    """By the button of the message; what is done is in the chat, and whoever was let in comes back."""
    play = inside.play
    scene = await play.begin()
    mover, other = play.mover(scene), play.other(play.mover(scene))
    link = inside.link(play.live)
    pages = [
        await BoardPage(session, inside.site).enter("telegram", inside.opened(user, link))
        for user in (mover, other)
    ]
    assert [page.scene["yours"] for page in pages] == [True, False]
    done = await pages[0].do(first(pages[0].scene, "place"))
    assert done["type"] == "done"
    scene = await play.shown()
    async with asyncio.timeout(60):
        await pages[1].shown(scene.version)
    again = await BoardPage(session, inside.site).enter("pass", pages[0].given)
    assert again.scene["version"] == scene.version


async def test_a_member_can_join_from_the_page(inside: Inside, session: ClientSession) -> None:
    """Whoever sees the lobby in the group sees it there, under the name that Telegram tells."""
    play = inside.play
    await play.chat.say(play.world.ann, "/new")
    await play.chat.until(lambda: bool(play.chat.from_bot) and bool(play.live.buttons))
    proof = inside.opened(play.world.bo, inside.link(play.live))
    page = await BoardPage(session, inside.site).enter("telegram", proof)
    assert (await page.do("join"))["type"] == "done"
    await play.chat.until(lambda: "Ann and Bo" in play.live.text)


async def test_a_private_chat_opens_without_a_link(inside: Inside, session: ClientSession) -> None:
    """The page has the game of the person's own chat with the bot."""
    ann = inside.play.world.ann
    chat = inside.play.world.server.private(ann)
    await chat.say(ann, "/new")
    await chat.until(lambda: bool(chat.from_bot))
    page = await BoardPage(session, inside.site).enter("telegram", inside.opened(ann))
    assert "Ann" in " ".join(page.scene["lines"])
    assert page.scene["version"] == 1


async def test_a_stranger_reads_a_sentence(inside: Inside, session: ClientSession) -> None:
    """The link was handed on: it lets in nobody whom Telegram does not know there."""
    await inside.play.begin()
    eve = inside.play.world.server.user("Eve")
    proof = inside.opened(eve, inside.link(inside.play.live))
    turned = await BoardPage(session, inside.site).knock("telegram", proof, language="cs")
    assert turned["type"] == "turned"
    assert turned["text"].startswith("Sem smí jen ti, kdo tam hrají")


async def test_a_page_knocks_by_what_telegram_has_signed(inside: Inside, session: ClientSession) -> None:
    """It gets a pass for the very place; what is forged, or handed on to a stranger, gets nothing."""
    await inside.play.begin()
    link, world = inside.link(inside.play.live), inside.play.world
    good = inside.opened(world.ann, link)
    stranger = inside.opened(world.server.user("Eve"), link)
    for proof in (good.replace("Ann", "Eve"), stranger, f"{good}&hash=0", f"{good}%00", ""):
        refused = await session.post(
            f"{inside.site}board/door", headers={"Authorization": f"telegram {proof}"}
        )
        assert (refused.status, await refused.text()) == (403, "403: Forbidden"), proof
    let_in = await session.post(f"{inside.site}board/door", headers={"Authorization": f"telegram {good}"})
    told = await let_in.json()
    page = await BoardPage(session, inside.site).enter("pass", told["pass"])
    assert page.scene["version"] == (await inside.play.scene()).version


async def test_telegram_may_frame_the_board_and_nothing_else(inside: Inside, session: ClientSession) -> None:
    """Its parts can be fetched there; a room stays where it is."""
    for path, ancestors in (
        ("board/", "https://web.telegram.org https://*.telegram.org"),
        ("board/static/room.js", "https://web.telegram.org https://*.telegram.org"),
        ("r/friday", "'none'"),
    ):
        async with session.get(inside.site + path) as response:
            assert response.status == 200
            policy = response.headers["Content-Security-Policy"]
            assert policy.endswith(f"frame-ancestors {ancestors}")
            assert ("Access-Control-Allow-Origin" in response.headers) is path.startswith("board")
            assert not (path.startswith("board") and response.cookies)
