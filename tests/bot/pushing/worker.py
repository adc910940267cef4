"""What tells people of their turns, as a process of its own: ``worker.py URL ORIGIN``, until it is killed."""

import asyncio
import sys
from pathlib import Path

from bot.clock import SystemClock
from bot.pushing.courier import Courier
from bot.pushing.devices import DeviceBook
from bot.pushing.nudger import Nudger
from bot.store import open_store
from bot.texts import Texts


async def main() -> None:
    """Look ten times a second."""
    url, origin = sys.argv[1:]
    store = await open_store(url, Path())
    book, courier = DeviceBook(store.devices, store), Courier(store.secret, origin, services=(origin,))
    nudger = Nudger(store, book, courier, Texts.load(), SystemClock(), look=0.1)
    nudger.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
