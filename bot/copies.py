"""Copies of a whole store: ``python -m bot backup FILE`` and ``python -m bot restore FILE``."""

import time
from importlib.metadata import version
from pathlib import Path

from bot.settings import Settings
from bot.store.copy_file import Head, Sum, opened, write_copy
from bot.store.copying import pieces
from bot.store.opening import link_to_copy
from bot.store.restoring import refuse_part, restore


async def backup(settings: Settings, path: Path) -> str:
    """Write all that the store holds into a file, while the bot may be running; says what was written.

    Raises StartError; then a file that was there before is still there.
    """
    async with link_to_copy(settings.redis_url.get_secret_value(), settings.data, share=True) as (link, _):
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
        where = link_to_copy(settings.redis_url.get_secret_value(), settings.data, share=False)
        async with where as (link, alone):
            await restore(link, copy.pieces(), replace=replace, alone=alone)
            return f"Put back {_told(total)} of {head.source} from {head.when} into {link.name}."


def _told(total: Sum) -> str:
    return f"{total.games} games in {total.places} places ({total.keys} keys)"
