"""Files that people send along with a command, fetched from Discord."""

from typing import Final

import discord
import structlog

from bot.fetching import NotFetchedError, fetch
from bot.request import LARGEST_FILE, Upload
from bot.scene import Phrase

PATIENCE: Final = 10
"""Seconds for a file; none that is fetched is large."""

log: Final = structlog.get_logger(__name__)


class NotFetched(Exception):
    """A file that Discord did not give. ``phrase`` tells that to whoever sent it."""

    phrase: Final = Phrase("discord.file_failed")


async def fetched(file: discord.Attachment) -> Upload:
    """The file; of one that is larger than anything that we could use, only its size. Raises NotFetched."""
    if file.size > LARGEST_FILE:
        return Upload(file.size)
    try:
        # Discord may have told less than there is.
        return await fetch(file.url, PATIENCE)
    except NotFetchedError as error:
        log.warning("file not fetched", file=file.id, error=str(error))
        raise NotFetched from error
