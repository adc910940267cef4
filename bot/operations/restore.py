"""``python -m bot restore FILE``: the store as a copy of it says. No bot may use it meanwhile."""

import sys
from argparse import Namespace
from pathlib import Path

from bot.settings import Settings
from bot.store.copies.contents import restore
from bot.store.copies.file import opened
from bot.store.opening import link_to_copy


async def run(settings: Settings, options: Namespace) -> int:
    """Put a copy back, and say so. Raises StartError."""
    print(await put_back(settings, options.file, replace=options.replace), file=sys.stderr)
    return 0


async def put_back(settings: Settings, path: Path, *, replace: bool) -> str:
    """Make the store hold what the file says; says what that was.

    The whole file is checked before anything is changed, and games that are there are removed only with
    ``replace``. Raises StartError.
    """
    with opened(path) as copy:
        head, total = copy.check()
        where = link_to_copy(settings.redis_url.get_secret_value(), settings.data, share=False)
        async with where as (link, alone):
            await restore(link, copy.pieces(), replace=replace, alone=alone)
            return f"Put back {total} of {head.source} from {head.when} into {link.name}."
