"""Whole games go as they are written down: every chat and person sees just that."""

import difflib

import pytest

from bot.texts import Texts
from tests.bot.transcripts.games import GAMES
from tests.bot.transcripts.goldens import FOLDER, file_of, transcript

MOST = 200
"""Lines of a difference that are printed."""


@pytest.fixture(scope="module")
def texts() -> Texts:
    """The catalogues."""
    return Texts.load()


@pytest.mark.parametrize("name", GAMES)
async def test_everybody_sees_what_is_written_down(name: str, texts: Texts) -> None:
    """If this is meant to change: ``make goldens``, and read what changed before you commit."""
    known, now = file_of(name).read_text("utf-8"), await transcript(name, texts)
    changed = list(
        difflib.unified_diff(known.splitlines(), now.splitlines(), f"golden/{name}.txt", "now", lineterm="")
    )
    assert not changed, "\n".join(["what is seen has changed:", *changed[:MOST]])


def test_no_transcript_is_left_over() -> None:
    """Each file is compared with a game."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
