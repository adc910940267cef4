"""``python -m bot`` serves every platform that is configured.

``python -m bot health`` asks a running bot how it is; ``python -m bot doctor [--repair]`` checks settings,
tokens, permissions and every stored game.
"""

import argparse
import asyncio
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.errors import StartError
from bot.settings import Settings, load_settings
from bot.veil import environment, secrets_of, veiled

ENV_FILE: Final = Path(".env")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, or 1 after one sentence on standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Play in group chats and at a web table."
    )
    parser.add_argument("command", nargs="?", choices=sorted((*COMMANDS, "doctor")), default="serve")
    parser.add_argument(
        "--repair", action="store_true", help="doctor: mend what can be mended, keeping copies"
    )
    options = parser.parse_args(arguments)
    with veiled(secrets_of(environment(ENV_FILE))):
        return _run(options.command, repair=options.repair)


def _run(command: str, *, repair: bool) -> int:
    try:
        settings = load_settings(ENV_FILE)
        if command == "doctor":
            return asyncio.run(doctor(settings, repair=repair))
        asyncio.run(COMMANDS[command](settings))
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


COMMANDS = {"serve": serve, "health": health}


if __name__ == "__main__":
    sys.exit(main())
