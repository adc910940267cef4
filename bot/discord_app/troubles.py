"""What comes of calls to Discord: what its errors mean for what is shown, and how often they come.

The codes are those that Discord documents under "Opcodes and Status Codes", and 20026, which it does not.
"""

import re
from collections.abc import Mapping
from http import HTTPStatus
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
import structlog

from bot import metrics
from bot.discord_app.places import PLATFORM
from bot.live.trouble import Trouble, TroubleKind

TROUBLES: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Whatever a call to Discord can end in through nobody's defect; time that is up is an OSError as well."""
VIEW: Final = "discord.permission.view_channel"
HISTORY: Final = "discord.permission.read_message_history"

LONGEST_DETAIL: Final = 200
INVALID_FORM: Final = 50035
THREAD_ARCHIVED: Final = 50083
INTERACTION_OVER: Final = 50027
"""The token of an interaction is void after a quarter of an hour; that of the bot is another."""

_CODES: Final[Mapping[int, TroubleKind]] = {
    # It passes.
    20016: TroubleKind.AGAIN,  # slow mode
    20022: TroubleKind.AGAIN,  # limit of edits of announcements
    20028: TroubleKind.AGAIN,  # limit of what is written in the channel
    20029: TroubleKind.AGAIN,  # limit of what is written in the server
    # Limit of edits of messages older than an hour, some in each channel within some seconds. A new message
    # instead would not help: to take the buttons from the old one is such an edit, too.
    30046: TroubleKind.AGAIN,
    40003: TroubleKind.AGAIN,  # private chats are opened too fast
    40004: TroubleKind.AGAIN,  # sending is switched off for everyone
    40006: TroubleKind.AGAIN,  # something else is switched off
    40062: TroubleKind.AGAIN,  # a service behind it is at its limit
    40333: TroubleKind.AGAIN,  # refused before Discord itself had it
    160006: TroubleKind.AGAIN,  # to wake this thread, another one would have to sleep
    160007: TroubleKind.AGAIN,  # likewise among announcements
    # The message.
    10008: TroubleKind.GONE,  # unknown message
    50005: TroubleKind.GONE,  # somebody else's, as after a change of the bot's account: out of our reach
    50021: TroubleKind.UNEDITABLE,  # a message of Discord's own
    # The place.
    10003: TroubleKind.NO_PLACE,  # unknown channel
    10004: TroubleKind.NO_PLACE,  # unknown server
    40058: TroubleKind.NO_PLACE,  # a forum, which has posts and no messages
    50008: TroubleKind.NO_PLACE,  # a channel of another kind without messages
    50024: TroubleKind.NO_PLACE,  # likewise
    THREAD_ARCHIVED: TroubleKind.ARCHIVED,  # said of locked threads, too
    160005: TroubleKind.CLOSED,  # the thread is locked
    # The picture.
    20009: TroubleKind.PICTURE,  # taken for something explicit
    30015: TroubleKind.PICTURE,  # too many attachments
    40005: TroubleKind.PICTURE,  # too large
    50045: TroubleKind.PICTURE,  # too large a file
    50046: TroubleKind.PICTURE,  # an invalid file
    50110: TroubleKind.PICTURE,  # likewise
    50123: TroubleKind.PICTURE,  # an invalid type of file
    50146: TroubleKind.PICTURE,  # the file did not arrive
    400001: TroubleKind.PICTURE,  # no files are taken in this server
    # Our rights. Other refusals with the status 403 are about them as well.
    50001: TroubleKind.RIGHT,  # missing access
    50013: TroubleKind.RIGHT,  # missing permissions; it is not said which
    160002: TroubleKind.RIGHT,  # to answer a message, one must be able to read it
    # A person.
    10013: TroubleKind.PRIVATE,  # unknown user
    20026: TroubleKind.PRIVATE,  # the bot is suspected of spam and may open no private chats
    50007: TroubleKind.PRIVATE,  # takes no messages
    50033: TroubleKind.PRIVATE,  # invalid recipient
    50278: TroubleKind.PRIVATE,  # no server in common
}
_WHEN_SENDING: Final[Mapping[int, TroubleKind]] = {
    # A new message wakes a thread, unless it is locked.
    THREAD_ARCHIVED: TroubleKind.CLOSED,
}
_STATUSES: Final[Mapping[int, TroubleKind]] = {
    HTTPStatus.UNAUTHORIZED: TroubleKind.AGAIN,
    HTTPStatus.NOT_FOUND: TroubleKind.AGAIN,  # what is not found has a code; else the address is wrong
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: TroubleKind.PICTURE,
}
_RIGHTS: Final[Mapping[int, str]] = {50001: VIEW, 160002: HISTORY}
_UNSENT: Final = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError, ConnectionRefusedError)
"""Errors after which Discord certainly has not got the request."""
_SHUT_OUT: Final = frozenset({TroubleKind.RIGHT, TroubleKind.CLOSED, TroubleKind.NO_PLACE})
"""Where a person is spoken to alone, these all mean that the person does not take it."""
_ABOUT_FILES: Final = re.compile(r"^In (?:attachments|files|embeds)\b", re.MULTILINE)

log: Final = structlog.get_logger(__name__)


def judge(error: Exception, *, sending: bool, pictured: bool = True, private: bool = False) -> Trouble:
    """What an error means, mostly one of TROUBLES; any other is taken for a call without an answer.

    ``sending`` tells that a new message was to be made, else one was to be changed or removed; ``pictured``
    that there was more than text in it; ``private`` that it was for one person alone.
    """
    kind, after, right = TroubleKind.AGAIN, 0.0, ""
    if isinstance(error, discord.RateLimited):
        after = error.retry_after
    elif isinstance(error, discord.HTTPException):
        kind, after = _refused(error, sending=sending, pictured=pictured), _wait(error)
        right = _RIGHTS.get(error.code, "") if kind is TroubleKind.RIGHT else ""
        if error.status == HTTPStatus.UNAUTHORIZED and error.code != INTERACTION_OVER:
            log.error("token not accepted", error=detail(error))
    elif sending and not isinstance(error, _UNSENT):
        kind = TroubleKind.LOST
    if private and kind in _SHUT_OUT:
        kind, right = TroubleKind.PRIVATE, ""
    return Trouble(kind, detail(error), after=after, right=right)


def detail(error: Exception) -> str:
    """An error on one line for the log; its name, where it says nothing."""
    return " ".join(str(error).split())[:LONGEST_DETAIL] or type(error).__name__


def _refused(error: discord.HTTPException, *, sending: bool, pictured: bool) -> TroubleKind:
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return TroubleKind.AGAIN
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        # It may be done all the same.
        return TroubleKind.LOST if sending else TroubleKind.AGAIN
    kind = (_WHEN_SENDING.get(error.code) if sending else None) or _CODES.get(error.code)
    if kind is None and error.status == HTTPStatus.FORBIDDEN:
        # Without a code it comes from what stands before Discord.
        kind = TroubleKind.RIGHT if error.code else TroubleKind.AGAIN
    if error.code == INVALID_FORM and _ABOUT_FILES.search(error.text):
        kind = TroubleKind.PICTURE
    kind = kind or _STATUSES.get(error.status)
    if kind is None or (kind is TroubleKind.PICTURE and not pictured):
        return _unheard_of(sending=sending, pictured=pictured)
    return kind


def _unheard_of(*, sending: bool, pictured: bool) -> TroubleKind:
    """What to make of a refusal for reasons that nobody has met yet: try the next simpler thing."""
    if not sending:
        return TroubleKind.UNEDITABLE
    return TroubleKind.PICTURE if pictured else TroubleKind.AGAIN


def _wait(error: discord.HTTPException) -> float:
    """How many seconds Discord wants us to wait, 0 if it does not say."""
    try:
        return max(0.0, float(error.response.headers.get("Retry-After", 0.0)))
    except ValueError:
        return 0.0


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
