"""The process that thinks for opponents: started when needed, replaced when it breaks, gone with the bot."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final, Protocol

import pytest

from bot.processes.slow import stat_of
from bot.soon import Soon
from bot.thinking.minds import PATIENCE, Minds, NoThought, ThinkingHere
from bot.thinking.thoughts import think, think_quickly
from core import GameRecord

LONG: Final = 600.0
"""Seconds that nobody has to wait, and a busy machine may take."""
RECORD = GameRecord(("Ann", "@even-1"), seed="5eed").with_actions(("draw",)).to_json()


class Made(Protocol):
    """Makes minds with these habits."""

    def __call__(self, *, patience: float = PATIENCE, wait: float = LONG) -> Minds:
        """Minds whose process ends with the test."""


@pytest.fixture
async def made() -> AsyncIterator[Made]:
    """Makes minds whose processes end with the test."""
    all_made: list[Minds] = []

    def make(*, patience: float = PATIENCE, wait: float = LONG) -> Minds:
        all_made.append(Minds(patience=patience, wait=wait))
        return all_made[-1]

    yield make
    for minds in all_made:
        minds.close()
    for child in _children():
        child.join()


@pytest.fixture
def minds(made: Made) -> Minds:
    """Minds as the bot has them, but that nobody loses patience."""
    return made()


def _works(seconds: float) -> int:
    """Compute for so long, and say who did."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return os.getpid()


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


async def test_one_that_is_slow_is_left_alone(made: Made) -> None:
    """Where it hardly ever gets a processor, it may take any time; then the same process answers."""
    minds = made(patience=3.0)
    pid = await minds.asked(os.getpid)
    work = asyncio.create_task(minds.asked(_works, 0.3))
    waited = 0.0
    while waited < 2 * 3.0:
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(0.25)
        waited += 0.25
        before = stat_of(pid)
        os.kill(pid, signal.SIGCONT)
        while stat_of(pid)[11:13] == before[11:13] and not work.done():
            await asyncio.sleep(0)
    assert await work == pid
    assert await minds.asked(os.getpid) == pid


async def test_a_table_waits_for_no_slow_process(made: Made) -> None:
    """A sensible move is made without it, nobody gets advice, and afterwards it thinks on as before."""
    minds = made(wait=0.05)
    pid = await minds.asked(os.getpid)
    os.kill(pid, signal.SIGSTOP)
    for _ in range(2):
        assert await minds.think(RECORD, "even") == think_quickly(RECORD)
    with pytest.raises(NoThought):
        await minds.advise(RECORD)
    os.kill(pid, signal.SIGCONT)
    assert await minds.asked(os.getpid) == pid
    assert await minds.asked(think, RECORD, "even") == await ThinkingHere().think(RECORD, "even")


@pytest.mark.parametrize(
    ("does", "about"), [(time.sleep, 600.0), (sum, range(10**12))], ids=("nothing", "without end")
)
async def test_one_that_is_lost_is_replaced(made: Made, does: Callable[..., object], about: object) -> None:
    """One that does nothing, and one that computes for ever; what others want then is thought out."""
    minds = made(patience=3.0)
    pid = await minds.asked(os.getpid)
    with pytest.raises(TimeoutError):
        await minds.asked(does, about)
    assert await minds.think(RECORD, "even") == await ThinkingHere().think(RECORD, "even")
    assert await minds.asked(os.getpid) != pid


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
