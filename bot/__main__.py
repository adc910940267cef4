"""``python -m bot`` serves every platform that is configured.

``python -m bot health`` asks a running bot how it is; ``python -m bot doctor [--repair]`` checks settings,
tokens, permissions and every stored game; ``python -m bot backup FILE`` copies the whole store into a file,
and ``python -m bot restore FILE`` back.
"""

import argparse
import asyncio
import logging
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.errors import StartError
from bot.settings import Settings, load_settings, open_to_others
from bot.veil import environment, secrets_of, veiled

ENV_FILE: Final = Path(".env")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, or 1 after one sentence on standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Play in group chats and at a web table."
    )
    parser.add_argument(
        "command", nargs="?", choices=sorted((*COMMANDS, *COPYING, "doctor")), default="serve"
    )
    parser.add_argument("file", nargs="?", type=Path, help="backup, restore: the copy; - is a stream")
    parser.add_argument(
        "--repair", action="store_true", help="doctor: mend what can be mended, keeping copies"
    )
    parser.add_argument(
        "--replace", action="store_true", help="restore: give up the games that the store holds now"
    )
    options = parser.parse_args(arguments)
    if (options.command in COPYING) != (options.file is not None):
        parser.error("backup and restore need a FILE, and nothing else does")
    with veiled(secrets_of(environment(ENV_FILE))):
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    try:
        settings = load_settings(ENV_FILE)
        if options.command == "doctor":
            return asyncio.run(doctor(settings, repair=options.repair))
        if options.command in COPYING:
            asyncio.run(COPYING[options.command](settings, options.file, options.replace))
        else:
            asyncio.run(COMMANDS[options.command](settings))
    except StartError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    except Exception:  # noqa: BLE001 - it is told, and the program ends
        # Here, while the streams are veiled: Python itself would write it past the veil.
        traceback.print_exc()
        return 1
    return 0


async def serve(settings: Settings) -> None:
    """Serve until told to stop. Raises StartError."""
    from bot.log import set_up_log
    from bot.serving import serve as run

    set_up_log(settings.log, secrets_of(environment(ENV_FILE)), settings.log_form)
    if open_to_others(ENV_FILE):
        logging.getLogger("bot").warning(
            "Others can read %s and the tokens in it: chmod 600 %s", ENV_FILE, ENV_FILE
        )
    await run(settings)


async def health(settings: Settings) -> None:
    """Ask a running bot how it is. Raises Unhealthy."""
    from bot.health import check

    await check(settings)


async def doctor(settings: Settings, *, repair: bool) -> int:
    """Print what is well and what is not; 1 when something needs the operator."""
    from bot.doctor import examine
    from bot.finding import Grade

    status = 0
    async for finding in examine(settings, repair=repair):
        print(finding, flush=True)
        status |= finding.grade is Grade.BAD
    return status


async def backup(settings: Settings, file: Path, _: bool) -> None:
    """Copy the whole store into a file. Raises StartError."""
    from bot.copies import backup as run

    # Standard output may be the copy itself.
    print(await run(settings, file), file=sys.stderr)


async def restore(settings: Settings, file: Path, replace: bool) -> None:
    """Put a copy of a store back. Raises StartError."""
    from bot.copies import put_back

    print(await put_back(settings, file, replace=replace), file=sys.stderr)


COMMANDS = {"serve": serve, "health": health}
COPYING = {"backup": backup, "restore": restore}


if __name__ == "__main__":
    sys.exit(main())
