"""``python -m bot`` serves every platform that is configured.

``python -m bot health`` asks a running bot how it is; ``python -m bot doctor [--repair]`` checks settings,
tokens, permissions and every stored game; ``python -m bot backup FILE`` copies the whole store into a file,
and ``python -m bot restore FILE`` back.
"""

import argparse
import asyncio
import pkgutil
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from bot.errors import StartError

OPERATIONS: Final = Path(__file__).with_name("operations")
WITH_FILE: Final = ("backup", "restore")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, or 1 after one sentence on standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Play in group chats and at a web table."
    )
    names = sorted(found.name for found in pkgutil.iter_modules([str(OPERATIONS)]))
    parser.add_argument("command", nargs="?", choices=names, default="serve")
    parser.add_argument("file", nargs="?", type=Path, help="backup, restore: the copy; - is a stream")
    parser.add_argument(
        "--repair", action="store_true", help="doctor: mend what can be mended, keeping copies"
    )
    parser.add_argument(
        "--replace", action="store_true", help="restore: give up the games that the store holds now"
    )
    # A plain parse takes the FILE behind an option for one argument too many.
    options = parser.parse_intermixed_args(arguments)
    if (options.command in WITH_FILE) != (options.file is not None):
        parser.error("backup and restore need a FILE, and nothing else does")
    # Here, since a process that thinks loads this module as well (multiprocessing), and needs none of this.
    from bot.secrecy import environment, secrets_of, veiled  # noqa: PLC0415
    from bot.settings import ENV_FILE  # noqa: PLC0415

    with veiled(secrets_of(environment(ENV_FILE))):
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    from bot.settings import ENV_FILE, load_settings  # noqa: PLC0415

    try:
        settings = load_settings(ENV_FILE)
        # Each command loads what it needs, so that a health check stays quick.
        operation = import_module(f"bot.operations.{options.command}")
        status: int = asyncio.run(operation.run(settings, options))
    except StartError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    except Exception:  # noqa: BLE001 - it is told, and the program ends
        # Here, while the streams are veiled: Python itself would write it past the veil.
        traceback.print_exc()
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
