"""Whole games as every chat and person sees them, kept in ``golden/``.

``python -m tests.bot.transcripts.goldens [NAME...]`` writes them anew; look at what changed before you
commit.
"""

import asyncio
import math
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.texts import Texts
from tests.bot.transcripts.games import GAMES
from tests.bot.transcripts.play import Play

FOLDER: Final = Path(__file__).parent / "golden"


def file_of(name: str) -> Path:
    """Where a transcript is kept."""
    return FOLDER / f"{name}.txt"


async def transcript(name: str, texts: Texts) -> str:
    """A game, played now. How often a message is looked after does not depend on how long that takes here."""
    evening = GAMES[name]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.live.displays.DOUBTED", math.inf)
        return await Play(evening.stage(), texts, evening.record).run(evening.script)


def main(names: list[str]) -> None:
    """Write the transcripts of these games, or of all."""
    texts = Texts.load()
    FOLDER.mkdir(exist_ok=True)
    for name in names or GAMES:
        file_of(name).write_text(asyncio.run(transcript(name, texts)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
