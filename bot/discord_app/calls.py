"""Every call to Discord, noted among the figures: what it came to."""

from http import HTTPStatus
from types import SimpleNamespace

import aiohttp

from bot import metrics
from bot.discord_app.messenger import PLATFORM


def counted() -> aiohttp.TraceConfig:
    """What discord.py's HTTP client needs to count its calls, repetitions included."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_ended)
    trace.on_request_exception.append(_broken)
    return trace


async def _ended(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, call: aiohttp.TraceRequestEndParams
) -> None:
    metrics.CALL.add(PLATFORM, _outcome(call.response.status))


async def _broken(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, _call: aiohttp.TraceRequestExceptionParams
) -> None:
    metrics.CALL.add(PLATFORM, metrics.FAILED)


def _outcome(status: int) -> str:
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return metrics.LIMITED
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return metrics.FAILED
    return metrics.REFUSED if status >= HTTPStatus.BAD_REQUEST else metrics.OK
