"""The log of a program: libraries write in the same form, each line has its request, none a secret."""

import json
import re
import subprocess
import sys

PROGRAM = """
import asyncio, logging, structlog
from bot import tracing
from bot.secrecy import set_up_log
from bot.secrecy import secrets_of

set_up_log("info", secrets_of({"DISCORD_TOKEN": 'tok"en-Ł'}), FORM)
ours, theirs = structlog.get_logger("bot.ours"), logging.getLogger("discord.theirs")

async def later():
    theirs.warning("later %s", 'tok"en-Ł')

async def request():
    tracing.begin()
    ours.info("asked", command="draw")
    await asyncio.create_task(later())
    try:
        raise ValueError('tok"en-Ł')
    except ValueError:
        theirs.exception("broken")

async def main():
    await asyncio.gather(request(), request())
    ours.info("alone")

asyncio.run(main())
"""


def logged(form: str) -> list[str]:
    """The lines of that program."""
    program = PROGRAM.replace("FORM", repr(form))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "tok" not in done.stderr
    assert "***" in done.stderr
    return done.stderr.splitlines()


def test_each_line_is_an_object_with_its_request() -> None:
    """What a request begins is found by its id, whoever logs it; two requests have two ids."""
    lines = [json.loads(line) for line in logged("json")]
    events = sorted(line["event"] for line in lines)
    assert events == ["alone", "asked", "asked", "broken", "broken", "later ***", "later ***"]
    ids = {line["request"] for line in lines if line["event"] != "alone"}
    assert len(ids) == 2
    for name in ids:
        assert re.fullmatch("[0-9a-f]{4}", name)
        mine = [line for line in lines if line.get("request") == name]
        assert [line["event"] for line in mine] == ["asked", "later ***", "broken"]
        assert [line["logger"] for line in mine] == ["bot.ours", "discord.theirs", "discord.theirs"]
        assert mine[0]["level"] == "info"
        assert mine[0]["command"] == "draw"
        assert "ValueError" in mine[2]["exception"]
        assert all(line["timestamp"] for line in mine)
    assert "request" not in next(line for line in lines if line["event"] == "alone")


def test_the_log_for_people_has_the_request_too() -> None:
    """A line reads as before, with the id at its end."""
    lines = [line for line in logged("text") if "later" in line]
    assert len(lines) == 2
    assert all(re.search(r"request=[0-9a-f]{4}", line) for line in lines)
