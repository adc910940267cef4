"""Judging the decisions of a game, some at a time. A process of its own runs this."""

import time
from typing import Final

from core import GameRecord
from core.opponents.review import Judged, judged

AT_ONCE: Final = 0.4
"""So many seconds of a game are judged at once, one decision at least: opponents' moves wait no longer."""


def review(record: str, start: int) -> tuple[tuple[Judged, ...], int]:
    """Some decisions from action ``start`` on, and with which to go on; the number of actions at the end."""
    end = time.monotonic() + AT_ONCE
    return judged(GameRecord.from_json(record), start, lambda: time.monotonic() >= end)
