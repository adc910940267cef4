"""``python -m bot backup FILE``: the whole store in a file, while the bot may be running."""

import sys
import time
from argparse import Namespace
from importlib.metadata import version
from pathlib import Path

from bot.settings import Settings
from bot.store.copies.contents import pieces, refuse_part
from bot.store.copies.file import Head, write_copy
from bot.store.opening import link_to_copy


async def run(settings: Settings, options: Namespace) -> int:
    """Copy the store, and say so. Raises StartError."""
    # Standard output may be the copy itself.
    print(await backup(settings, options.file), file=sys.stderr)
    return 0


async def backup(settings: Settings, path: Path) -> str:
    """Write all that the store holds into a file; says what was written.

    Raises StartError; then a file that was there before is still there.
    """
    async with link_to_copy(settings.redis_url.get_secret_value(), settings.data, share=True) as (link, _):
        await refuse_part(link)
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        total = await write_copy(path, Head(version("bastide"), when, link.name), pieces(link))
        return f"Backed up {total} of {link.name}."
