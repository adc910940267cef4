"""What is thought out in a process of its own: opponents' turns, advice, looks back. Texts in, values out."""

import multiprocessing
import os
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.games.course import Course
from bot.people import Skill
from core import Action, GameRecord, Position
from core.automatic import choose as choose_quickly
from core.opponents.levels import PLAYERS
from core.opponents.player import Enough
from core.opponents.reasons import Reason, reasons
from core.opponents.review import Expectations, Judged, expectations, judged
from core.opponents.weighing import weigh


def begin() -> None:
    """What a thinking process does first: it leaves Ctrl-C to the bot, and lets others go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(5)
    threading.Thread(target=_goes_with_it, daemon=True).start()


def _goes_with_it() -> None:
    """End this process when the bot is gone, however it went: it would wait for it for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def decide(position: Position, level: Skill, enough: Enough) -> Action:
    """The action that an opponent takes for the seat to move; the same for the same position, in time."""
    return PLAYERS[level.value].choose(position, enough)


SECONDS: Final = 1.0
"""So long a turn is thought about at most, if the computer is not slowed down by others."""


def think(record: str, level: str, seconds: float = SECONDS) -> tuple[str, ...]:
    """The actions of the seat that has to decide, until its turn is over or somebody else has to decide."""
    course = _course(record)
    position = course.position
    seat, turn = position.seat, course.turn
    end = time.monotonic() + seconds
    actions: list[str] = []
    while not position.over and (position.seat, course.turn) == (seat, turn):
        action = decide(position, Skill(level), lambda: time.monotonic() >= end)
        course.play(action)
        actions.append(str(action))
    return tuple(actions)


def think_quickly(record: str) -> tuple[str, ...]:
    """A sensible first decision alone: what is done where the thinking process has failed."""
    return (str(choose_quickly(_course(record).position)),)


def _course(record: str) -> Course:
    game = GameRecord.from_json(record)
    return Course.replay(game.opening(), game.actions)


@dataclass(frozen=True, slots=True)
class Advice:
    """Actions, as texts, one after the other; and why, the best reason first."""

    actions: tuple[str, ...]
    reasons: tuple[Reason, ...]


def advise(record: str) -> Advice:
    """Advice for whoever has to decide where this record ends; there must be something to weigh."""
    position = GameRecord.from_json(record).replay()
    best = weigh(position)[0]
    return Advice(tuple(map(str, best.actions)), reasons(position, best))


AT_ONCE: Final = 0.4
"""So many seconds of a game are judged at once, one decision at least: opponents' moves wait no longer."""


def review(record: str, start: int) -> tuple[tuple[Judged, ...], int]:
    """Some decisions from action ``start`` on, and with which to go on; the number of actions at the end."""
    end = time.monotonic() + AT_ONCE
    return judged(GameRecord.from_json(record), start, lambda: time.monotonic() >= end)


def expect(record: str) -> Expectations:
    """What each seat could expect with each tile of a game."""
    return expectations(GameRecord.from_json(record))
