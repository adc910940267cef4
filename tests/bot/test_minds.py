"""The process that thinks for opponents: started when needed, replaced when it breaks, gone with the bot."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.soon import Soon
from bot.thinking.minds import Minds, ThinkingHere
from bot.thinking.thoughts import think_quickly
from core import GameRecord

RECORD = GameRecord(("Ann", "@even-1"), seed="5eed").with_actions(("draw",)).to_json()


@pytest.fixture
async def minds() -> AsyncIterator[Minds]:
    """Minds whose process ends with the test."""
    made = Minds()
    yield made
    made.close()
    for child in _children():
        child.join()


def _children() -> list[multiprocessing.process.BaseProcess]:
    return [child for child in multiprocessing.active_children() if child.is_alive()]


async def test_a_turn_is_thought_out_elsewhere(minds: Minds) -> None:
    """It is the same there as here, whole: until somebody else has to decide."""
    before = len(_children())
    actions = await minds.think(RECORD, "even")
    assert actions == await ThinkingHere().think(RECORD, "even")
    game = GameRecord.from_json(RECORD)
    position = game.with_actions((*game.actions, *actions)).replay()
    assert position.seat == 1
    assert len(_children()) == before + 1


async def test_a_process_that_dies_is_replaced(minds: Minds) -> None:
    """What was asked of it is answered by another."""
    first = await minds.think(RECORD, "even")
    for child in _children():
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
    assert await minds.think(RECORD, "even") == first


async def test_one_that_does_not_answer_is_not_waited_for_for_ever() -> None:
    """Then something sensible is done without it, and no process is left."""
    minds = Minds(patience=0.0)
    assert await minds.think(RECORD, "even") == think_quickly(RECORD)
    minds.close()
    for child in _children():
        child.join()


async def test_others_go_on_meanwhile(minds: Minds) -> None:
    """Nothing waits for a thought but who asked for it."""
    thought = asyncio.create_task(minds.think(RECORD, "even"))
    turns = 0
    while not thought.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 1


def test_it_goes_with_the_bot() -> None:
    """Also when the bot is killed, so that nothing can be told to it."""
    program = (
        "import asyncio, multiprocessing, sys\n"
        "from bot.thinking.minds import Minds\n"
        "async def main():\n"
        f"    await (minds := Minds()).think({RECORD!r}, 'even')\n"
        "    print(multiprocessing.active_children()[0].pid, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout is not None
        child = int(bot.stdout.readline())
        bot.kill()
    end = time.monotonic() + 30
    while _lives(child) and time.monotonic() < end:
        time.sleep(0.05)
    assert not _lives(child)


def _lives(pid: int) -> bool:
    try:
        with Path(f"/proc/{pid}/stat").open(encoding="ascii", errors="replace") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_whoever_looks_is_told_of_what_is_due_soon() -> None:
    """At once when it is due, and after a while in any case; what has been told is told once."""
    soon = Soon()
    soon.within(0)
    await asyncio.wait_for(soon.wait(600), 30)
    await asyncio.wait_for(soon.wait(0.01), 30)
