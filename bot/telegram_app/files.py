"""Files that people send along: fetched from Telegram, if it hands them out."""

import asyncio
from typing import Final

import structlog
from telegram import Document, Message
from telegram.error import BadRequest, TelegramError

from bot.fetching import NotFetchedError, fetch
from bot.request import LARGEST_FILE, Upload

PATIENCE: Final = 15.0
"""Seconds that a file may take; meanwhile nobody else in the chat is answered."""

log: Final = structlog.get_logger(__name__)


class Unfetched(Exception):
    """A file is there, and Telegram does not hand it out."""


async def sent_along(message: Message) -> Upload | None:
    """The document that came with a command, or that it replies to; None for none. Raises Unfetched."""
    document = message.document
    if document is None and message.reply_to_message is not None:
        document = message.reply_to_message.document
    if document is None:
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            return await _fetched(document)
    except (TelegramError, NotFetchedError, OSError) as error:
        if isinstance(error, BadRequest) and "file is too big" in error.message.lower():
            return Upload(LARGEST_FILE + 1)
        reason = str(error) or type(error).__name__
        log.warning("file not fetched", chat=message.chat.id, size=document.file_size, reason=reason)
        raise Unfetched from error


async def _fetched(document: Document) -> Upload:
    """The document, or of one that is too large only its size."""
    # Not every document says how large it is; the file itself may.
    if (document.file_size or 0) > LARGEST_FILE:
        return Upload(document.file_size or 0)
    file = await document.get_file()
    if (file.file_size or 0) > LARGEST_FILE:
        return Upload(file.file_size or 0)
    if not file.file_path:
        raise TelegramError("the file has no address")
    return await fetch(file.file_path, PATIENCE)
