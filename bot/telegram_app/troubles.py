"""What Telegram's errors mean for what is shown: the one table of the words with which it refuses.

Telegram says why in English alone, partly in sentences and partly in names of its inner errors, and the
library changes their case. So a fragment in lower case is looked for.
"""

from datetime import timedelta
from typing import Final

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    RetryAfter,
    TelegramError,
)

from bot.live.trouble import Kind, Trouble

MESSAGES: Final = "telegram.right.messages"
PHOTOS: Final = "telegram.right.photos"
FILES: Final = "telegram.right.files"

_UNCHANGED: Final = "message is not modified"

_TABLE: Final[tuple[tuple[str, Kind, str], ...]] = (
    # Telegram's own trouble passes.
    ("canceled by new edit", Kind.AGAIN, ""),
    ("internal error", Kind.AGAIN, ""),
    ("internal server error", Kind.AGAIN, ""),
    ("request aborted", Kind.AGAIN, ""),
    ("file_part_", Kind.AGAIN, ""),
    # The message.
    ("message to edit not found", Kind.GONE, ""),
    ("message to delete not found", Kind.GONE, ""),
    ("message_id_invalid", Kind.GONE, ""),
    ("message can't be edited", Kind.UNEDITABLE, ""),
    ("message can't be deleted", Kind.UNEDITABLE, ""),
    ("message_edit_time_expired", Kind.UNEDITABLE, ""),
    ("message_author_required", Kind.UNEDITABLE, ""),
    # The topic.
    ("topic_closed", Kind.CLOSED, ""),
    ("topic_deleted", Kind.NO_PLACE, ""),
    ("message thread not found", Kind.NO_PLACE, ""),
    # The picture. What a chat does not allow stands before the rights that are missing altogether.
    ("not enough rights to send photos", Kind.PICTURE, PHOTOS),
    ("chat_send_photos_forbidden", Kind.PICTURE, PHOTOS),
    ("chat_send_media_forbidden", Kind.PICTURE, PHOTOS),
    ("not enough rights to send documents", Kind.PICTURE, FILES),
    ("chat_send_docs_forbidden", Kind.PICTURE, FILES),
    ("not enough rights to send animations", Kind.PICTURE, FILES),
    ("chat_send_gifs_forbidden", Kind.PICTURE, FILES),
    ("image_process_failed", Kind.PICTURE, ""),
    ("photo_", Kind.PICTURE, ""),
    ("wrong type of the web page content", Kind.PICTURE, ""),
    ("wrong file identifier/http url specified", Kind.PICTURE, ""),
    ("failed to get http url content", Kind.PICTURE, ""),
    ("file is too big", Kind.PICTURE, ""),
    ("request entity too large", Kind.PICTURE, ""),
    # Our rights.
    ("not enough rights to send", Kind.RIGHT, MESSAGES),
    ("have no rights to send a message", Kind.RIGHT, MESSAGES),
    ("need administrator rights in the channel chat", Kind.RIGHT, MESSAGES),
    ("chat_write_forbidden", Kind.RIGHT, MESSAGES),
    ("chat_send_plain_forbidden", Kind.RIGHT, MESSAGES),
    ("chat_guest_send_forbidden", Kind.RIGHT, MESSAGES),
    ("chat_restricted", Kind.RIGHT, MESSAGES),
    ("user_banned_in_channel", Kind.RIGHT, MESSAGES),
    # The chat. Whatever else is forbidden means that we are not there any more.
    ("chat not found", Kind.NO_PLACE, ""),
    ("peer_id_invalid", Kind.NO_PLACE, ""),
    ("channel_private", Kind.NO_PLACE, ""),
    ("have no write access to the chat", Kind.NO_PLACE, ""),
    ("group chat was deactivated", Kind.NO_PLACE, ""),
    ("group chat was deleted", Kind.NO_PLACE, ""),
)
_UNSENT: Final = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout"})
"""Errors of the library's HTTP client after which Telegram certainly has not got the request."""
_SHUT_OUT: Final = frozenset({Kind.RIGHT, Kind.CLOSED, Kind.NO_PLACE})
"""Where a person is spoken to alone, these all mean that the person does not take it."""


def unchanged(error: TelegramError) -> bool:
    """Whether an edit failed only because it would have changed nothing, which is no trouble."""
    return isinstance(error, BadRequest) and _UNCHANGED in error.message.lower()


def seconds(error: RetryAfter) -> float:
    """How long Telegram wants us to wait."""
    span = error.retry_after
    return span.total_seconds() if isinstance(span, timedelta) else float(span)


def judge(error: TelegramError, *, sending: bool, pictured: bool, private: bool = False) -> Trouble:
    """What an error means.

    ``sending`` tells that a new message was to be made, else one was to be changed or removed; ``pictured``
    that there was more than text in it; ``private`` that it was for one person alone. An edit that changed
    nothing is no trouble: ask :func:`unchanged` first.
    """
    match error:
        case RetryAfter():
            return Trouble(Kind.AGAIN, error.message, after=seconds(error))
        case Conflict() | InvalidToken() | ChatMigrated():
            return Trouble(Kind.AGAIN, error.message)
    kind, right = _said(error.message.lower(), pictured=pictured)
    if kind is not Kind.PICTURE and not isinstance(error, BadRequest | Forbidden):
        # Nothing was refused: there was no answer, or one that says nothing.
        kind, right = _unanswered(error, sending=sending), ""
    elif kind is None:
        kind = _unheard_of(error, sending=sending, pictured=pictured)
    if private and kind in _SHUT_OUT:
        kind, right = Kind.PRIVATE, ""
    return Trouble(kind, error.message, right=right)


def _said(words: str, *, pictured: bool) -> tuple[Kind | None, str]:
    """What is known to be meant by these words."""
    meant = ((kind, right) for fragment, kind, right in _TABLE if fragment in words)
    return next((row for row in meant if pictured or row[0] is not Kind.PICTURE), (None, ""))


def _unanswered(error: TelegramError, *, sending: bool) -> Kind:
    """What it means that Telegram did not say whether it has done what it should.

    What was to be changed can be changed once more; what was to be sent may be there already.
    """
    sent = type(error.__cause__).__name__ not in _UNSENT and "too many requests" not in error.message.lower()
    return Kind.LOST if sending and sent else Kind.AGAIN


def _unheard_of(error: TelegramError, *, sending: bool, pictured: bool) -> Kind:
    """What to make of a refusal in words that nobody has met yet: try the next simpler thing."""
    if isinstance(error, Forbidden):
        return Kind.NO_PLACE
    if not sending:
        return Kind.UNEDITABLE
    return Kind.PICTURE if pictured else Kind.AGAIN
