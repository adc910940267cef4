"""Asks a running bot from outside how it is: ``python -m bot health``, for containers and supervisors."""

from argparse import Namespace
from http import HTTPStatus
from typing import Final

import aiohttp

from bot.errors import StartError
from bot.settings import Settings, WebAddress
from bot.store import StoreUnavailable
from bot.store.connection.advice import advised
from bot.store.connection.reaching import reach
from bot.store.redis_store import RedisStore

PATIENCE: Final = 4.0


class Unhealthy(StartError):
    """The bot cannot serve now. The text is one sentence that says why."""


async def run(settings: Settings, _: Namespace) -> int:
    """Ask a running bot how it is. Raises Unhealthy."""
    await check(settings)
    return 0


async def check(settings: Settings, *, patience: float = PATIENCE) -> None:
    """Return when the store and the web table answer, each within ``patience`` seconds; else raise Unhealthy.

    An embedded store belongs to the running bot, and the web table's ``/health`` answers for it.
    """
    url = settings.redis_url.get_secret_value()
    outside = bool(url) and not url.startswith("memory:")
    if not outside and settings.web is None:
        raise Unhealthy("Nothing can be asked from outside: set REDIS_URL, or leave BASTIDE_WEB on.")
    if outside:
        await _ask_store(url, patience)
    if settings.web is not None:
        await _ask_web(settings.web, patience)


async def _ask_store(url: str, patience: float) -> None:
    store = RedisStore(await reach(url, patience=patience))
    try:
        await store.ready()
    except StoreUnavailable as error:
        raise Unhealthy(advised(error)) from error
    finally:
        await store.close()


async def _ask_web(address: WebAddress, patience: float) -> None:
    url = f"{address.url}/health"
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=patience)) as session,
            session.get(url) as response,
        ):
            status, reason = response.status, await _reason(response)
    except (aiohttp.ClientError, TimeoutError) as error:
        raise Unhealthy(f"The web table at {url} does not answer ({type(error).__name__}).") from error
    if status != HTTPStatus.OK:
        raise Unhealthy(f"The bot at {url} says that it cannot serve now (status {status}{reason}).")


async def _reason(response: aiohttp.ClientResponse) -> str:
    """What the bot says about itself, if it does."""
    try:
        told = await response.json()
    except (aiohttp.ClientError, ValueError):
        return ""
    reason = told.get("reason") if isinstance(told, dict) else None
    return f": {reason}" if isinstance(reason, str) else ""
