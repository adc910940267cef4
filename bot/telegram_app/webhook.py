"""Where Telegram posts updates, when they are not fetched.

The library has a server for this, too, but that answers whatever it cannot read with an error of its own,
and fills the log with it.
"""

import hmac
import json
import re
from asyncio import Queue
from http import HTTPStatus
from typing import Any, Final

import structlog
from telegram import Bot, Update
from telegram.ext import Application
from tornado.httpserver import HTTPServer
from tornado.web import Application as Site
from tornado.web import RequestHandler

SECRET: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  the name of the header
LARGEST: Final = 4 * 2**20
"""Bytes of an update, and many more than any has."""

log: Final = structlog.get_logger(__name__)


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
        if not hmac.compare_digest(self.request.headers.get(SECRET, "").encode(), self._secret):
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
