"""Rooms of the web table while the store loses answers or is away: whoever looks on sees the game go on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.keeper import Keeper, stop
from bot.store.opening import open_store
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from tests.bot.store.lossy_proxy import LossyProxy
from tests.bot.store.redis_server import RedisServer, until
from tests.bot.web_app.page import Message, Page, opened
from tests.bot.web_app.test_whole_game import QuickPainter, moves

pytestmark = pytest.mark.slow

SOON = 60.0
"""Within so many seconds after the store is back everyone sees what has become of a tap."""
PATIENCE = 1.0


@dataclass
class House:
    """A web table with a keeper, its store on a real server, and what stands between them."""

    server: RedisServer
    proxy: LossyProxy
    store: RedisStore
    site: str
    ends: list[asyncio.Task[None]] = field(default_factory=list)

    def mute(self) -> None:
        """What the bot asks is done, and nobody hears of it."""
        self.proxy.mute = True

    def cut(self) -> None:
        """Every connection breaks, and none can be opened."""
        self.ends.append(asyncio.create_task(self.proxy.stop()))

    def kill(self) -> None:
        """The server's process ends, and with it every connection."""
        self.server.kill()
        self.cut()

    async def mend(self) -> None:
        """Whatever it was, it is over, and the store knows."""
        if self.server.process is None or self.server.process.poll() is not None:
            await asyncio.to_thread(self.server.start)
        if self.ends:
            await asyncio.gather(*self.ends)
            self.ends.clear()
            await self.proxy.start()
        self.proxy.mute = False
        await self.store.back()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """The web table, with a keeper that looks more often than it would."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    proxy = LossyProxy(server.port)
    await proxy.start()
    store = await open_store(proxy.url, tmp_path, patience=PATIENCE)
    table = Table(store, SystemClock())
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=Texts.load(), painter=QuickPainter())
    site = await app.start()
    keeping = asyncio.create_task(Keeper(table, {"web": app}, look=0.5, beat=1.0).run())
    yield House(server, proxy, store, site)
    await stop(keeping)
    await app.stop()
    await store.close()
    await proxy.stop()
    server.stop()


@dataclass
class Game:
    """Two pages of one room, and what each of them shows."""

    pages: tuple[Page, Page]
    scenes: list[Message]

    async def see(self, version: int) -> None:
        """Wait until both pages show this version."""
        for number, page in enumerate(self.pages):
            while self.scenes[number]["version"] < version:
                self.scenes[number] = (await page.expect("scene", seconds=SOON))["scene"]
            assert self.scenes[number]["version"] == version

    def able(self) -> tuple[Page, str]:
        """Who can move, and the first thing that they can do."""
        return next(
            (page, move) for page, scene in zip(self.pages, self.scenes, strict=True) for move in moves(scene)
        )

    async def tap(self, page: Page, command: str) -> str:
        """Press a button of the scene that the page shows."""
        scene = self.scenes[self.pages.index(page)]
        return await page.do(command, game=scene["game"], version=scene["version"])

    async def go_on(self, taps: int) -> None:
        """Whoever can move does, and both see it, so many times."""
        for _ in range(taps):
            version = self.scenes[0]["version"] + 1
            await self.tap(*self.able())
            await self.see(version)


async def begun(ann: Page, bo: Page) -> Game:
    """A game of two that is some turns old."""
    game = Game((ann, bo), [ann.welcome["scene"], bo.welcome["scene"]])
    for page, command, version in ((ann, "new", 1), (bo, "join", 2), (ann, "start", 3)):
        await page.do(command)
        await game.see(version)
    await game.go_on(3)
    return game


@pytest.mark.parametrize("fault", [House.mute, House.cut, House.kill])
async def test_a_move_whose_answer_was_lost_is_seen_by_all_when_the_store_is_back(
    house: House, fault: Callable[[House], None]
) -> None:
    """It was made, and nobody heard of it: who moved is told so, both see it soon, and play on by taps."""
    async with opened(house.site, "storm") as ann, opened(house.site, "storm", "Bo") as bo:
        game = await begun(ann, bo)
        version = game.scenes[0]["version"]
        page, move = game.able()
        house.proxy.lose_answer_to = b"tap-in-the-storm"
        house.proxy.when_lost = lambda: fault(house)
        scene = game.scenes[game.pages.index(page)]
        await page.do(move, once="tap-in-the-storm", game=scene["game"], version=version)
        refusal = await page.expect("refusal", "scene", seconds=SOON)
        assert (refusal["type"], refusal["once"]) == ("refusal", "tap-in-the-storm")
        assert house.proxy.lost
        await house.mend()
        await game.see(version + 1)
        await game.go_on(3)


@pytest.mark.parametrize("fault", [House.mute, House.cut, House.kill])
async def test_while_the_store_is_away_pages_say_so_and_show_the_game_when_it_is_back(
    house: House, fault: Callable[[House], None]
) -> None:
    """A tap is refused, a page that comes just then is shown the game later, and the game goes on by taps."""
    async with opened(house.site, "storm") as ann, opened(house.site, "storm", "Bo") as bo:
        game = await begun(ann, bo)
        version = game.scenes[0]["version"]
        page, move = game.able()
        fault(house)
        # Whoever reads finds out, and from then on nobody waits.
        async with opened(house.site, "storm", "Cy") as cy:
            assert "reach the saved games" in cy.welcome["scene"]["lines"][0]
            assert house.store.down
            await game.tap(page, move)
            assert "reach the saved games" in (await page.expect("refusal", seconds=SOON))["text"]
            await until(lambda: house.store.down)
            await house.mend()
            assert (await cy.expect("scene", seconds=SOON))["scene"]["version"] == version
        await game.go_on(3)
