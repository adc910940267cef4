"""How updates come: fetched, or posted to a webhook.

They are fetched by one worker of all that share a store, since Telegram hands them out once. The library has
a server for a webhook, too, but that answers whatever it cannot read with an error of its own, and fills the
log with it.
"""

import asyncio
import hmac
import json
import re
from asyncio import Queue
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Final

import structlog
from telegram import Bot, Update
from telegram.error import Conflict, TelegramError
from telegram.ext import Application
from tornado.httpserver import HTTPServer
from tornado.web import Application as Site
from tornado.web import RequestHandler

from bot.claims import Claims
from bot.errors import StartError

POLL: Final = 25
"""Seconds for which Telegram may hold a request for updates."""
PAUSE: Final = 5.0
"""Seconds before the next attempt to take over fetching."""
AGAIN: Final = 600.0
"""Seconds after which the same conflict is told once more."""
WEBHOOK: Final = "webhook"
"""What a worker serves that takes updates by a webhook, and what Telegram's sentence about one has in it."""
HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"
LARGEST: Final = 4 * 2**20
"""Bytes of an update, and many more than any has."""

log: Final = structlog.get_logger(__name__)


class Polling:
    """Fetches updates of these kinds. ``begun`` is called when that has begun, maybe much later."""

    def __init__(
        self,
        application: Application[Any, Any, Any, Any, Any, Any],
        claims: Claims | None,
        kinds: Sequence[str],
        begun: Callable[[], None],
    ) -> None:
        self._application = application
        self._claims = claims
        self._kinds = kinds
        self._begun = begun
        self._standing_by: asyncio.Task[None] | None = None
        self._told: dict[str, float] = {}

    async def start(self) -> None:
        """Begin, or stand by until another worker has ended. Raises StartError and TelegramError."""
        if self._claims is not None:
            what, name = claim_of(self._application.bot)
            other = await self._claims.without(WEBHOOK, name)
            if other is not None:
                raise StartError(
                    f"The updates of {name} go to a webhook that another worker serves, {other}: give every "
                    "worker the same TELEGRAM_WEBHOOK_URL, or stop that one first."
                )
            if self._claims.standby:
                self._standing_by = asyncio.create_task(self._stand_by(self._claims), name="standby")
                return
            await self._claims.take(what, name)
        await self._fetch()

    async def stop(self) -> None:
        """Stop fetching."""
        if self._standing_by is not None:
            self._standing_by.cancel()
            await asyncio.gather(self._standing_by, return_exceptions=True)
        updater = self._application.updater
        if updater and updater.running:
            await updater.stop()

    async def _stand_by(self, claims: Claims) -> None:
        await claims.turn(*claim_of(self._application.bot))
        while True:
            try:
                await self._fetch()
            except TelegramError as error:
                log.warning("updates not fetched", error=error.message)
                await asyncio.sleep(PAUSE)
            else:
                log.info("this worker fetches updates from now on")
                return

    async def _fetch(self) -> None:
        updater = self._application.updater
        if updater is None:
            raise RuntimeError("an application without an updater")
        await updater.start_polling(timeout=POLL, allowed_updates=self._kinds, error_callback=self._failed)
        self._begun()

    def _failed(self, error: TelegramError) -> None:
        if isinstance(error, Conflict):
            self._tell(by_webhook="webhook" in error.message)
        else:
            log.warning("updates not fetched", error=error.message)

    def _tell(self, *, by_webhook: bool) -> None:
        """Say that another program has the same token; with our store it would not have begun."""
        told = "to which updates are posted now" if by_webhook else "which fetches updates too"
        now = asyncio.get_running_loop().time()
        if now >= self._told.get(told, now):
            self._told[told] = now + AGAIN
            sentence = f"another program has this TELEGRAM_TOKEN, {told}: stop it, or give it another token"
            log.error(sentence)


def claim_of(bot: Any) -> tuple[str, str]:
    """What the worker that fetches updates claims, and how its operator knows it."""
    return f"telegram:{bot.id}:poll", f"The Telegram bot @{bot.username}"


class Webhook:
    """Takes updates at a path and hands them to the application. Only who knows the secret is heard."""

    def __init__(
        self, application: Application[Any, Any, Any, Any, Any, Any], path: str, secret: str
    ) -> None:
        means = {"bot": application.bot, "queue": application.update_queue, "secret": secret.encode()}
        site = Site([(f"{re.escape(path)}/?", _Updates, means)], log_function=_unlogged)
        self._server = HTTPServer(site, max_body_size=LARGEST)

    def listen(self, host: str, port: int) -> None:
        """Begin to take updates. Raises OSError."""
        self._server.listen(port, address=host)

    async def stop(self) -> None:
        """Take no more updates."""
        self._server.stop()
        await self._server.close_all_connections()


class _Updates(RequestHandler):
    """One request."""

    def initialize(self, bot: Bot, queue: "Queue[object]", secret: bytes) -> None:
        """Keep what a request needs."""
        self._bot = bot
        self._queue = queue
        self._secret = secret

    async def post(self) -> None:
        """Take an update."""
        if not hmac.compare_digest(self.request.headers.get(HEADER, "").encode(), self._secret):
            self.set_status(HTTPStatus.FORBIDDEN)
            return
        try:
            update = Update.de_json(json.loads(self.request.body), self._bot)
        except Exception as error:  # noqa: BLE001  the library reads what it gets, and fails in every way
            log.warning("update cannot be read", reason=type(error).__name__, size=len(self.request.body))
            self.set_status(HTTPStatus.BAD_REQUEST)
            return
        await self._queue.put(update)


def _unlogged(_: RequestHandler) -> None:
    """Nothing is said about a request that was answered."""
