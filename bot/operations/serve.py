"""``python -m bot``: puts the parts together and runs them, the store, the table, and the platforms."""

import asyncio
import logging
import os
import signal
from argparse import Namespace
from contextlib import AsyncExitStack
from typing import Any, Final, Protocol

import structlog

from bot import metrics
from bot.claims import Claims
from bot.clock import SystemClock
from bot.errors import StartError
from bot.keeper import Keeper
from bot.keeper import stop as stop_keeping
from bot.painting.painters import Painters
from bot.people import Channel
from bot.platforms import App, Parts, Platform, platforms
from bot.processes.memory import set_up_memory, settle_down, shares
from bot.request import Reply
from bot.secrecy import environment, secrets_of, set_up_log
from bot.settings import ENV_FILE, Settings, open_to_others
from bot.store import StoreFull, StoreUnavailable, open_store
from bot.table.table import Table
from bot.texts import Texts
from bot.thinking.minds import Minds
from bot.thinking.reviewing import Reviewing

OFF = "off"

TILES: Final = "tiles"
"""The folder of painted tiles, in BASTIDE_DATA: it may be deleted at any time."""

log: Final = structlog.get_logger(__name__)


async def run(settings: Settings, _: Namespace) -> int:
    """Serve until told to stop. Raises StartError."""
    set_up_log(settings.log, secrets_of(environment(ENV_FILE)), settings.log_form)
    if open_to_others(ENV_FILE):
        logging.getLogger(__name__).warning(
            "Others can read %s and the tokens in it: chmod 600 %s", ENV_FILE, ENV_FILE
        )
    await serve(settings)
    return 0


async def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM.

    Prints one line when everything is ready. Raises StartError when a part cannot be started, or when another
    worker has taken the place of this one; then nothing is left running.
    """
    set_up_memory()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with AsyncExitStack() as parts:
        parts.enter_context(metrics.exposed(settings.metrics))
        store = await open_store(settings.redis_url.get_secret_value(), settings.data)
        parts.push_async_callback(store.close)
        claims = Claims(store.leases, _served(settings), standby=settings.standby)
        await claims.start()
        parts.push_async_callback(claims.close)
        texts = Texts.load()
        share = shares(settings.memory, os.cpu_count() or 1)
        painters = Painters(texts, share, shelf=settings.data / TILES)
        parts.push_async_callback(painters.close)
        minds = Minds()
        parts.callback(minds.close)
        painter = Reviewing(painters, minds, store.reviews)
        parts.push_async_callback(painter.close)
        table = Table(store, SystemClock(), minds=minds, board=settings.board, replayed=share.games)
        parts.callback(table.stop)
        entering = asyncio.create_task(_enter_results(table), name="results")
        parts.callback(entering.cancel)
        names = dict.fromkeys(platforms(), OFF)
        apps: dict[str, App] = {}

        async def show(channel: Channel, reply: Reply) -> None:
            if channel.platform in apps:
                await apps[channel.platform].show(channel, reply)

        frames = [frame for platform in _configured(settings) for frame in platform.frames(settings)]
        common = Parts(
            settings, table, texts, painter, claims,
            store=store, ready=store.ready, show=show, frames=frames,
        )  # fmt: skip
        apps |= {platform.name: platform.open(common) for platform in _configured(settings)}
        for platform, app in apps.items():
            # Clocks are set by how long nobody served before anybody can move.
            await _beat(table, platform)
            name = await started(app, stop)
            if name is None:
                return
            names[platform] = name
            parts.push_async_callback(app.stop)

        async def tidy() -> None:
            await store.rebuild_indexes()
            await table.tidy()

        keeping = asyncio.create_task(Keeper(table, apps, tidy=tidy, soon=table.soon).run(), name="keeper")
        parts.push_async_callback(stop_keeping, keeping)
        where = " ".join(f"{platform}={name}" for platform, name in names.items())
        settle_down(seldom=True)
        print(f"bastide ready: {where} store={store.describe()}", flush=True)
        await until_stopped(stop, claims)


def _configured(settings: Settings) -> list[Platform]:
    return [platform for platform in platforms().values() if platform.configured(settings)]


def _served(settings: Settings) -> list[str]:
    """What this worker serves, for others to know."""
    return [
        name for platform in _configured(settings) for name in (platform.name, *platform.serves(settings))
    ]


async def _beat(table: Table, platform: str) -> None:
    """Note that a platform is served again. Raises StartError."""
    try:
        await table.beat(platform)
    except StoreFull as error:
        # Nobody can move, so no clock runs: the keeper notes it as soon as there is room.
        log.warning("no heartbeat", platform=platform, error=str(error))
    except StoreUnavailable as error:
        raise StartError(str(error)) from error


async def _enter_results(table: Table) -> None:
    """Enter results that a crash kept from being entered. Nobody has to wait for it."""
    try:
        await table.catch_up()
    except StoreUnavailable as error:
        log.warning("results not caught up with", error=str(error))


class Startable(Protocol):
    """A platform that may have to wait long before it can start."""

    async def start(self) -> str:
        """Begin to serve; the name under which people find it. Raises StartError."""


async def started(app: Startable, stop: asyncio.Event) -> str | None:
    """Start an app: its name, or None where the bot is told to stop meanwhile. Raises StartError."""
    starting = asyncio.create_task(app.start(), name="start")
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return await starting if starting.done() else None
    finally:
        for task in (starting, stopping):
            task.cancel()
        await asyncio.gather(starting, stopping, return_exceptions=True)


async def until_stopped(stop: asyncio.Event, claims: Claims) -> None:
    """Wait until the bot is told to stop. Raises StartError when another worker has taken its place."""
    stopping = asyncio.create_task(stop.wait())
    either: set[asyncio.Future[Any]] = {stopping, claims.lost}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
    if claims.lost.done():
        raise StartError(claims.lost.result())
