"""A group whose game opens inside Telegram: the bot, the web table beside it, and both doors."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.clock import SystemClock
from bot.doors.passes import PassOffice
from bot.doors.places import PURPOSE, PlaceTokens
from bot.doors.reception import Reception
from bot.doors.telegram import DOOR, FRAMES, TelegramDoor
from bot.painter import Painter
from bot.people import Channel
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.mini_app import MiniApp
from bot.texts import Texts
from bot.web_app.app import WebApp
from tests.bot.doors.telegram import proof
from tests.bot.table.club import Counter
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.test_flows import Play
from tests.telegram_server import TOKEN, Message, User

HOST = "table.example.org"
BOARD = f"https://{HOST}/board/"
LINK = "https://t.me/BastideTestBot/bastide?startapp="
WAY = "Open the board"


@dataclass
class Inside:
    """A group of Ann and Bo; ``site`` is where the web table is."""

    play: Play
    app: TelegramApp
    places: PlaceTokens
    site: str

    def link(self, message: Message) -> str:
        """The parameter of a message's link to the board, which stands in a row of its own, the last."""
        (button,) = message.keyboard[-1]
        assert button.label == WAY
        assert button.url.startswith(LINK)
        return button.url.removeprefix(LINK)

    async def named(self, message: Message) -> Channel | None:
        """The place that a message's link names."""
        return await self.places.read(self.link(message))

    def opened(self, user: User, parameter: str = "") -> str:
        """What Telegram gives to the page when this user opens it, by a link if there is a parameter."""
        return proof(parameter, user=user.json())


@asynccontextmanager
async def inside_telegram(
    world: World, store: RedisStore, texts: Texts, painter: Painter
) -> AsyncIterator[Inside]:
    """All of it, running. The ``painter`` is that of pages."""
    places = PlaceTokens(lambda: store.secret(PURPOSE))
    table = Table(store, SystemClock(), Counter(), board=BOARD)
    app = await world.start(table, board=True, mini_app=MiniApp("bastide", BOARD, places))
    door = TelegramDoor(TOKEN, places, store, app.member)
    web = WebApp(
        host="127.0.0.1", port=0, table=table, texts=texts, painter=painter, news=store.news,
        reception=Reception(PassOffice(store.passes), {DOOR: door}), show=app.show, hosts=[HOST],
        frames=FRAMES,
    )  # fmt: skip
    site = await web.start()
    try:
        yield Inside(Play(world, store, world.group), app, places, site)
    finally:
        await web.stop()
