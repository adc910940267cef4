"""What the bot keeps of the memory that it has used."""

import subprocess
import sys

import pytest

from bot.memory import set_up_memory, trim
from render import SPRITES


def test_less_memory_means_fewer_sprites(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of tiles follows the setting, and never vanishes."""
    monkeypatch.setattr(SPRITES, "limit", 1)
    set_up_memory(200)
    usual = SPRITES.limit
    set_up_memory(120)
    assert 1_000_000 < SPRITES.limit < usual
    trim()


def test_libraries_of_other_platforms_are_not_loaded() -> None:
    """Whoever serves the web table alone does not pay for the chat platforms."""
    code = "import sys, bot.serving; print(sorted({'discord', 'telegram', 'aiohttp'} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
