"""The bot under a profiler: ``python -m benchmarks._load_profile FILE``.

Only the thread of the event loop is looked at, and only the CPU that it takes itself: painting and waiting
are left out. The profiler makes everything slower, so its shares count and not its times.
"""

import cProfile
import runpy
import sys
import time


def main() -> None:
    """Run the bot, and write the profile when it has ended."""
    profile = cProfile.Profile(time.thread_time)
    file, sys.argv = sys.argv[1], ["bot"]
    profile.enable()
    try:
        runpy.run_module("bot", run_name="__main__")
    finally:
        profile.disable()
        profile.dump_stats(file)


if __name__ == "__main__":
    main()
