"""Updates on their way to the bot: fetched by it, or posted to its webhook."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from aiohttp import ClientError, ClientSession

from tests.telegram_server.calls import Call
from tests.telegram_server.faults import ApiError

SECRET = "X-Telegram-Bot-Api-Secret-Token"


class Updates:
    """The queue of updates, of which none is lost until the bot has confirmed it."""

    def __init__(self) -> None:
        self.webhook: dict[str, Any] = {}
        self.turned_away = 0
        self._updates: list[dict[str, Any]] = []
        self._sent: dict[str, Any] = {}
        self._allowed: list[str] = []
        self._counter = 1000
        self._poll = 0
        self._changed = asyncio.Event()

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until the condition holds. It may be about more than the server sees: look often."""
        while not condition():
            self._changed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(0.02):
                    await self._changed.wait()

    def touch(self) -> None:
        """Tell those who wait that something happened."""
        self._changed.set()

    def push(self, kind: str, payload: dict[str, Any]) -> None:
        """Hand out an update."""
        self._updates.append({"update_id": self._next(), kind: payload})
        self._sent = self._updates[-1]
        self.touch()

    def redeliver(self) -> None:
        """Hand out the newest update once more under the same id, as after a lost confirmation."""
        self._updates.append(self._sent | {"again": True})
        self.touch()

    @property
    def waiting(self) -> int:
        """How many updates were not yet confirmed."""
        return len(self._updates)

    def new_query(self) -> str:
        """The id of a new callback query."""
        return str(self._next())

    def set_webhook(self, settings: dict[str, Any]) -> None:
        """Remember where updates are to be posted; empty: nowhere, they are fetched."""
        self.webhook = settings
        self._allowed = settings.get("allowed_updates", self._allowed)
        if settings.get("drop_pending_updates"):
            self._updates.clear()
        self.touch()

    async def post_webhook(self, raw: bytes, *, secret: bool = True) -> int:
        """Post this body to the bot's webhook, whatever it is, and give the status of its answer.

        ``secret`` tells whether the request has the secret that the bot has asked for.
        """
        headers = {"Content-Type": "application/json"}
        if secret and self.webhook.get("secret_token"):
            headers[SECRET] = self.webhook["secret_token"]
        async with (
            ClientSession() as session,
            session.post(self.webhook["url"], data=raw, headers=headers) as response,
        ):
            return response.status

    def _next(self) -> int:
        self._counter += 1
        return self._counter

    async def _get_updates(self, call: Call) -> list[dict[str, Any]]:
        if self.webhook.get("url"):
            raise ApiError(409, "Conflict: can't use getUpdates method while webhook is active")
        self._poll += 1
        mine = self._poll
        offset = call.number("offset") or 0
        if "allowed_updates" in call.params:
            self._allowed = call.json("allowed_updates")
        self._updates = [u for u in self._updates if u["update_id"] >= offset or u.pop("again", False)]
        self.touch()

        def ready() -> bool:
            return bool(self._wanted()) or self._poll != mine

        try:
            async with asyncio.timeout(call.number("timeout") or 0):
                await self.wait_until(ready)
        except TimeoutError:
            return []
        if self._poll != mine:
            raise ApiError(409, "Conflict: terminated by other getUpdates request")
        return [{key: value for key, value in u.items() if key != "again"} for u in self._wanted()[:100]]

    def _wanted(self) -> list[dict[str, Any]]:
        if self._allowed:
            self._updates = [u for u in self._updates if set(self._allowed) & set(u)]
        return self._updates

    async def _deliver(self) -> None:
        """Post updates to the webhook, one after the other, each until it is taken."""
        async with ClientSession() as session:
            while True:
                await self.wait_until(lambda: bool(self.webhook.get("url") and self._wanted()))
                update = self._updates[0]
                body = {key: value for key, value in update.items() if key != "again"}
                headers = {}
                if self.webhook.get("secret_token"):
                    headers[SECRET] = self.webhook["secret_token"]
                try:
                    async with session.post(self.webhook["url"], json=body, headers=headers) as response:
                        taken = response.status == 200
                except ClientError:
                    taken = False
                if taken:
                    self._updates.remove(update)
                    self.touch()
                else:
                    self.turned_away += 1
                    await asyncio.sleep(0.05)
