"""What the bot keeps of the memory that it has used."""

import os
import subprocess
import sys

import pytest

from bot.processes.memory import (
    FIXED,
    FREE,
    LEAST,
    MOST,
    MOST_REPLAYED,
    PAINTER,
    REPLAYED,
    held,
    set_up_memory,
    shares,
    trim,
)
from bot.settings import LEAST_MEMORY


@pytest.mark.parametrize("cores", [1, 2, 64])
def test_bot_and_painters_take_what_there_is(cores: int) -> None:
    """With little memory one painter has few tiles; with much there are as many as cores, and more tiles.

    What is left then is for games. Together they take no more than was said, where it can be done at all.
    """
    least, usual, large = [shares(megabytes, cores) for megabytes in (LEAST_MEMORY, 200, 8000)]
    assert least.painters == usual.painters == 1
    assert LEAST * 1_000_000 == least.sprites <= usual.sprites < large.sprites == MOST * 1_000_000
    assert large.painters == cores
    assert REPLAYED * 1_000_000 == least.games <= usual.games < large.games == MOST_REPLAYED * 1_000_000
    for megabytes in range(LEAST_MEMORY, 8000):
        share = shares(megabytes, cores)
        painters = share.painters * (share.painter + FREE * 1_000_000)
        taken = FIXED * 1_000_000 + painters + share.games
        assert taken <= max(megabytes, FIXED + PAINTER + FREE + LEAST + REPLAYED) * 1_000_000


def test_what_a_process_holds_is_told() -> None:
    """What it has for itself, from the moment on when it has it."""
    before = held()
    much = bytearray(b"x" * 20_000_000)
    assert held() - before > 19_000_000
    assert held(os.getpid()) == pytest.approx(held(), abs=2_000_000)
    assert len(much) == 20_000_000
    assert held(2**30) == 0


def test_a_process_can_be_told_to_give_memory_back() -> None:
    """With any C library."""
    set_up_memory()
    set_up_memory(painter=True)
    trim()


@pytest.mark.parametrize("seldom", [True, False])
def test_what_was_loaded_is_not_looked_at_again(seldom: bool) -> None:
    """The collector of garbage passes over it, and finds what comes later, perhaps seldom."""
    code = (
        "import gc, weakref, bot.processes.memory\n"
        "class Thing: pass\n"
        "before = len(gc.get_objects())\n"
        f"bot.processes.memory.settle_down(seldom={seldom})\n"
        "thing = Thing(); thing.itself = thing; alive = weakref.ref(thing); del thing\n"
        "print(len(gc.get_objects()) < before / 10, gc.get_threshold()[2] >= 100, gc.collect() > 0, alive())"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", str(seldom), "True", "None"]


def test_libraries_of_other_platforms_are_not_loaded() -> None:
    """Whoever serves the web table alone does not pay for the chat platforms."""
    foreign = {"discord", "telegram", "aiohttp"}
    code = f"import sys, bot.operations.serve; print(sorted({foreign} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("modules", "foreign"),
    [
        ("bot.operations.serve", ("PIL", "render")),
        ("bot.web_app.app, bot.telegram_app.app, bot.discord_app.app", ("py_vapid", "cryptography.hazmat")),
        (
            "bot.painting.drawing, bot.painting.child",
            ("structlog", "pydantic", "asyncio", "redis", "aiohttp", "discord", "telegram"),
        ),
        ("bot.__main__, bot.thinking.thoughts", ("structlog", "pydantic", "redis", "PIL", "render")),
    ],
)
def test_the_bot_does_not_draw_and_painters_do_not_chat(modules: str, foreign: tuple[str, ...]) -> None:
    """What painters alone need is not loaded by the bot, nor by painters what the bot alone needs.

    What seals notices is loaded where somebody is told.
    """
    code = f"import sys, {modules}; print(sorted({set(foreign)} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
