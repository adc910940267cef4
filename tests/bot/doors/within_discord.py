"""A channel of Discord's, and the web table whose board opens there as an Activity."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import ClientSession
from pydantic import SecretStr

from bot.clock import SystemClock
from bot.discord_app.app import DiscordApp
from bot.doors.discord import Activity, DiscordDoor
from bot.doors.launches import LaunchBook
from bot.doors.passes import PassOffice
from bot.doors.reception import Reception
from bot.painter import Painter
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from tests.bot.discord_app.stage import QUICK, Stage
from tests.bot.doors.page import BoardPage
from tests.bot.table.club import Counter
from tests.discord_server import DiscordServer, Payload
from tests.discord_server.activities import CLIENT_KEY

TOKEN = "NDI0Mg.right.token"
APPLICATION = "4242"
BOARD = "https://table.example.org/board/"


@dataclass
class Club:
    """Two people in front of a channel, the bot, and the web table."""

    server: DiscordServer
    stage: Stage
    app: DiscordApp
    site: str
    session: ClientSession

    async def begin(self) -> None:
        """Open a game for both and start it."""
        await self.stage.open(order="joined")
        await self.stage.play(self.stage.bo, "join")
        await self.stage.play(self.stage.ann, "start")

    def proof(self, user: Payload, instance: str) -> str:
        """What the page of somebody in this instance shows."""
        return json.dumps({"code": self.server.world.code_of(user), "instance_id": instance})

    async def page(self, user: Payload, instance: str) -> BoardPage:
        """The page of somebody in this instance."""
        return await BoardPage(self.session, self.site).enter("discord", self.proof(user, instance))


@asynccontextmanager
async def club(
    store: RedisStore, texts: Texts, painter: Painter, *, opened: bool = True, frames: Sequence[str] = ()
) -> AsyncIterator[Club]:
    """A club with the door within Discord, or with a link to the board alone."""
    async with DiscordServer(token=TOKEN) as server, ClientSession() as session:
        server.world.add_entry_point()
        table = Table(store, SystemClock(), Counter(), board=BOARD)
        book = LaunchBook(store.launches)
        activity = Activity(APPLICATION, SecretStr(CLIENT_KEY), SecretStr(TOKEN), server.api_base)
        doors = {"discord": DiscordDoor(activity, book, texts, pauses=(0, 0, 0))} if opened else {}
        app = DiscordApp(
            token=TOKEN, api_base=server.api_base, gateway=server.gateway, table=table, texts=texts,
            painter=painter, language="en", patience=QUICK, board=True, launches=book if opened else None,
        )  # fmt: skip
        web = WebApp(
            host="127.0.0.1", port=0, table=table, texts=texts, painter=painter, news=store.news,
            reception=Reception(PassOffice(store.passes), doors), show=app.show, frames=frames,
            activity=APPLICATION if opened else "",
            hosts=["table.example.org", f"{APPLICATION}.discordsays.com"],
        )  # fmt: skip
        await app.start()
        await server.ready()
        site = await web.start()
        try:
            stage = Stage(server)
            members = server.world.guilds[int(stage.channel["guild_id"])]["members"]
            members += [server.world.member(user) for user in (stage.ann, stage.bo)]
            yield Club(server, stage, app, site, session)
        finally:
            await web.stop()
            await app.stop()
        assert not server.problems, "\n".join(server.problems)
