"""A worker at rest, as a process of its own: ``holding.py URL WHAT LASTS`` claims something and says so.

It prints ``has`` once it has it, or the sentence by which it does not start, or by which it was replaced.
"""

import asyncio
import sys
from pathlib import Path

import structlog

from bot.claims import Claims
from bot.errors import StartError
from bot.store import open_store


async def main() -> None:
    """Claim, and wait to be replaced."""
    url, what, lasts = sys.argv[1:]
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    store = await open_store(url, Path())
    claims = Claims(store.leases, ["test"], lasts=float(lasts), renewed=float(lasts) / 8, longer=0.2)
    try:
        await claims.start()
        await claims.take(what, "The table")
        tell("has")
        tell(await claims.lost)
    except StartError as error:
        tell(str(error))
    finally:
        await claims.close()
        await store.close()


def tell(line: str) -> None:
    """Say it at once, before anything can end this process."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
