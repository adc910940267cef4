"""Opponents: seats that the computer plays as its own, agreed on before a game or put where one is free."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.habits import persons
from bot.games.header import Header, Status
from bot.games.parser import read_number
from bot.games.seats import free_seats
from bot.people import Person, Skill, is_opponent, level_of, opponent
from bot.refusal import Refused

OPTIONS: Final = frozenset({"opponents", "level"})
"""What is agreed on about opponents: how many or which, and how well they play."""
USUAL: Final = Skill.EVEN
PACE: Final = timedelta(seconds=1.5)
"""So long after the move before an opponent moves: time to see what has happened, and to undo it."""

_NONE: Final = frozenset({"off", "none", "no", "0"})


def opponents(header: Header) -> tuple[Person, ...]:
    """The opponents of a game, in the order of the seats."""
    return tuple(filter(is_opponent, header.people))


def seats_of_opponents(header: Header) -> frozenset[int]:
    """The seats that the computer plays as its own."""
    return frozenset(seat for seat, person in enumerate(header.people) if is_opponent(person))


def moves_at(game: Game) -> datetime | None:
    """When an opponent is to take the decision that is due; None where none is, or no person plays any more.

    An outline of a game tells as much.
    """
    timer = game.header.tempo.timer
    if game.header.status is not Status.RUNNING or timer is None or timer.seat < 0:
        return None
    if not is_opponent(game.header.people[timer.seat]) or not persons(game):
        return None
    return timer.began + PACE


def agreed(header: Header, wanted: Mapping[str, str]) -> Header:
    """The header of a game that has not begun, with the wanted opponents behind the people. Raises Refused.

    ``opponents=2``, or a level for each: ``opponents=sharp,even``; ``level=sharp`` is for all of them.
    """
    if not OPTIONS & wanted.keys():
        return header
    people = tuple(person for person in header.people if not is_opponent(person))
    levels = _levels(wanted, [level_of(person) for person in opponents(header)])
    _fits(levels, header.seats - len(people))
    return replace(header, people=(*people, *_made(levels, header.language)))


def take_free_seats(asking: Asking, game: Game, wanted: Mapping[str, str]) -> Game:
    """A running game with opponents in its free seats. Raises Refused."""
    free, header = free_seats(game), game.header
    if not free:
        raise Refused("refusal.no_seat_for_opponent")
    levels = _levels(wanted, [])
    _fits(levels, len(free))
    people = list(header.people)
    for seat, level in zip(free, levels, strict=False):
        (person,) = _made((level,), header.language, people)
        people[seat] = person
    left = {seat: key for seat, key in header.left.items() if not is_opponent(people[seat])}
    since = header.since if game.course is None or game.course.position.seat not in free else asking.now
    seated = header.with_people(tuple(people))
    header = replace(seated, left=left, since=since, once=asking.request.once)
    return game.then(header)


def _levels(wanted: Mapping[str, str], now: Sequence[Skill]) -> tuple[Skill, ...]:
    """The levels that are wanted where there are these now."""
    text, levels = wanted.get("opponents", ""), list(now)
    count = read_number(text)
    if text in _NONE:
        return ()
    if count is not None:
        levels = [*levels[:count], *[levels[-1] if levels else USUAL] * (count - len(levels))]
    elif text:
        levels = [_level(word) for word in re.split(r"[,+]", text) if word]
    if "level" in wanted:
        levels = [_level(wanted["level"])] * max(1, len(levels))
    return tuple(levels)


def _level(word: str) -> Skill:
    if word not in set(Skill):
        raise Refused("refusal.level", word=word[:24], levels=tuple(level.value for level in Skill))
    return Skill(word)


def _fits(levels: Sequence[Skill], room: int) -> None:
    if len(levels) > room:
        raise Refused("refusal.opponents", count=room) if room else Refused("refusal.no_seat_for_opponent")


def _made(levels: Iterable[Skill], language: str, beside: Iterable[Person] = ()) -> tuple[Person, ...]:
    """Opponents of these levels; those of one level get the numbers that are not taken yet."""
    taken = {person.key for person in beside}
    made: list[Person] = []
    numbers: Counter[Skill] = Counter()
    for level in levels:
        numbers[level] += 1
        while opponent(level, numbers[level], language).key in taken:
            numbers[level] += 1
        made.append(opponent(level, numbers[level], language))
    return tuple(made)
