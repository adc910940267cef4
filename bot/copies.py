"""Copies of a whole store: ``python -m bot backup FILE`` and ``python -m bot restore FILE``."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final

from bot.errors import StartError
from bot.redis_url import MEMORY
from bot.settings import Settings
from bot.store.connection.advice import advised
from bot.store.connection.link import PATIENCE, Link
from bot.store.copies.contents import pieces, refuse_part, restore
from bot.store.copies.file import Head, Sum, opened, write_copy
from bot.store.embedded.server import FolderInUse, address_of_running
from bot.store.keys import RESTORING
from bot.store.opening import connect
from bot.store.protocol import StoreUnavailable

_PATIENCE: Final = 60.0
"""Seconds for an answer, since some are large."""


async def backup(settings: Settings, path: Path) -> str:
    """Write all that the store holds into a file, while the bot may be running; says what was written.

    Raises StartError; then a file that was there before is still there.
    """
    async with _link(settings.redis_url.get_secret_value(), settings.data, share=True) as (link, _):
        await refuse_part(link)
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        total = await write_copy(path, Head(version("bastide"), when, link.name), pieces(link))
        return f"Backed up {_told(total)} of {link.name}."


async def put_back(settings: Settings, path: Path, *, replace: bool) -> str:
    """Make the store hold what the file says; says what that was. No bot may use the store meanwhile.

    The whole file is checked before anything is changed, and games that are there are removed only with
    ``replace``. Raises StartError.
    """
    with opened(path) as copy:
        head, total = copy.check()
        where = _link(settings.redis_url.get_secret_value(), settings.data, share=False)
        async with where as (link, alone):
            await restore(link, copy.pieces(), replace=replace, alone=alone)
            return f"Put back {_told(total)} of {head.source} from {head.when} into {link.name}."


@asynccontextmanager
async def _link(redis_url: str, data: Path, *, share: bool) -> AsyncIterator[tuple[Link, bool]]:
    """The store's bare link, for whoever reads or writes all of it, and whether nobody else can use it.

    With ``share`` a bot may be running, also on an embedded store. Calls have a long patience, since some are
    large. Raises StartError.
    """
    if redis_url == MEMORY:
        raise StartError("memory:// keeps games only inside of a running bot: there is nothing to copy.")
    if not redis_url and share and not (data / "redis").is_dir():
        raise StartError(f"There is no store in the folder {data}: set BASTIDE_DATA or REDIS_URL.")
    try:
        link, server = await connect(redis_url, data, _PATIENCE)
    except FolderInUse:
        if not share:
            raise
        link, server = Link.to(address_of_running(data), f"embedded:{data}", patience=_PATIENCE), None
    try:
        try:
            # Nobody waits long for a server that is not there.
            async with asyncio.timeout(PATIENCE):
                await link.ask("EXISTS", RESTORING)
        except TimeoutError:
            raise StartError(
                f"The store {link.name} does not answer: start it, or correct REDIS_URL."
            ) from None
        yield link, server is not None
    except StoreUnavailable as error:
        raise StartError(advised(error)) from error
    finally:
        await link.close()
        if server is not None:
            await server.close()


def _told(total: Sum) -> str:
    return f"{total.games} games in {total.places} places ({total.keys} keys)"
