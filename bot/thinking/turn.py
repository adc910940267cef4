"""Thinking an opponent's turn out: a record in, actions out, as texts. A process of its own runs this."""

import time
from typing import Final

from bot.games.course import Course
from bot.people import Skill
from bot.thinking.levels import decide
from core import GameRecord
from core.automatic import choose as choose_quickly

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
