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

from bot.live.trouble import Trouble, TroubleKind
from bot.telegram_app.line import unsent

MESSAGES: Final = "telegram.right.messages"
PHOTOS: Final = "telegram.right.photos"
FILES: Final = "telegram.right.files"

_UNCHANGED: Final = "message is not modified"

_TABLE: Final[tuple[tuple[str, TroubleKind, str], ...]] = (
    # Telegram's own trouble passes.
    ("canceled by new edit", TroubleKind.AGAIN, ""),
    ("internal error", TroubleKind.AGAIN, ""),
    ("internal server error", TroubleKind.AGAIN, ""),
    ("request aborted", TroubleKind.AGAIN, ""),
    ("file_part_", TroubleKind.AGAIN, ""),
    # The message.
    ("message to edit not found", TroubleKind.GONE, ""),
    ("message to delete not found", TroubleKind.GONE, ""),
    ("message_id_invalid", TroubleKind.GONE, ""),
    ("message can't be edited", TroubleKind.UNEDITABLE, ""),
    ("message can't be deleted", TroubleKind.UNEDITABLE, ""),
    ("message_edit_time_expired", TroubleKind.UNEDITABLE, ""),
    ("message_author_required", TroubleKind.UNEDITABLE, ""),
    # The topic.
    ("topic_closed", TroubleKind.CLOSED, ""),
    ("topic_deleted", TroubleKind.NO_PLACE, ""),
    ("message thread not found", TroubleKind.NO_PLACE, ""),
    # The picture. What a chat does not allow stands before the rights that are missing altogether.
    ("not enough rights to send photos", TroubleKind.PICTURE, PHOTOS),
    ("chat_send_photos_forbidden", TroubleKind.PICTURE, PHOTOS),
    ("chat_send_media_forbidden", TroubleKind.PICTURE, PHOTOS),
    ("not enough rights to send documents", TroubleKind.PICTURE, FILES),
    ("chat_send_docs_forbidden", TroubleKind.PICTURE, FILES),
    ("not enough rights to send animations", TroubleKind.PICTURE, FILES),
    ("chat_send_gifs_forbidden", TroubleKind.PICTURE, FILES),
    ("image_process_failed", TroubleKind.PICTURE, ""),
    ("photo_", TroubleKind.PICTURE, ""),
    ("wrong type of the web page content", TroubleKind.PICTURE, ""),
    ("wrong file identifier/http url specified", TroubleKind.PICTURE, ""),
    ("failed to get http url content", TroubleKind.PICTURE, ""),
    ("file is too big", TroubleKind.PICTURE, ""),
    ("request entity too large", TroubleKind.PICTURE, ""),
    # Our rights.
    ("not enough rights to send", TroubleKind.RIGHT, MESSAGES),
    ("have no rights to send a message", TroubleKind.RIGHT, MESSAGES),
    ("need administrator rights in the channel chat", TroubleKind.RIGHT, MESSAGES),
    ("chat_write_forbidden", TroubleKind.RIGHT, MESSAGES),
    ("chat_send_plain_forbidden", TroubleKind.RIGHT, MESSAGES),
    ("chat_guest_send_forbidden", TroubleKind.RIGHT, MESSAGES),
    ("chat_restricted", TroubleKind.RIGHT, MESSAGES),
    ("user_banned_in_channel", TroubleKind.RIGHT, MESSAGES),
    # The chat. Whatever else is forbidden means that we are not there any more.
    ("chat not found", TroubleKind.NO_PLACE, ""),
    ("peer_id_invalid", TroubleKind.NO_PLACE, ""),
    ("channel_private", TroubleKind.NO_PLACE, ""),
    ("have no write access to the chat", TroubleKind.NO_PLACE, ""),
    ("group chat was deactivated", TroubleKind.NO_PLACE, ""),
    ("group chat was deleted", TroubleKind.NO_PLACE, ""),
)
_SHUT_OUT: Final = frozenset({TroubleKind.RIGHT, TroubleKind.CLOSED, TroubleKind.NO_PLACE})
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
            return Trouble(TroubleKind.AGAIN, error.message, after=seconds(error))
        case Conflict() | InvalidToken() | ChatMigrated():
            return Trouble(TroubleKind.AGAIN, error.message)
    kind, right = _said(error.message.lower(), pictured=pictured)
    if kind is not TroubleKind.PICTURE and not isinstance(error, BadRequest | Forbidden):
        # Nothing was refused: there was no answer, or one that says nothing.
        kind, right = _unanswered(error, sending=sending), ""
    elif kind is None:
        kind = _unheard_of(error, sending=sending, pictured=pictured)
    if private and kind in _SHUT_OUT:
        kind, right = TroubleKind.PRIVATE, ""
    return Trouble(kind, error.message, right=right)


def _said(words: str, *, pictured: bool) -> tuple[TroubleKind | None, str]:
    """What is known to be meant by these words."""
    meant = ((kind, right) for fragment, kind, right in _TABLE if fragment in words)
    return next((row for row in meant if pictured or row[0] is not TroubleKind.PICTURE), (None, ""))


def _unanswered(error: TelegramError, *, sending: bool) -> TroubleKind:
    """What it means that Telegram did not say whether it has done what it should.

    What was to be changed can be changed once more; what was to be sent may be there already.
    """
    sent = not unsent(error.__cause__) and "too many requests" not in error.message.lower()
    return TroubleKind.LOST if sending and sent else TroubleKind.AGAIN


def _unheard_of(error: TelegramError, *, sending: bool, pictured: bool) -> TroubleKind:
    """What to make of a refusal in words that nobody has met yet: try the next simpler thing."""
    if isinstance(error, Forbidden):
        return TroubleKind.NO_PLACE
    if not sending:
        return TroubleKind.UNEDITABLE
    return TroubleKind.PICTURE if pictured else TroubleKind.AGAIN
