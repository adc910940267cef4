"""Record files that people send: reading them, and saying politely what is wrong with one."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Final, ParamSpec, TypeVar

from bot.families import Family
from bot.games.course import Course
from bot.games.moves import ILLEGAL, explained
from bot.games.names import clean_name
from bot.people import opponent_named
from bot.refusal import Refused
from bot.request import LARGEST_FILE, Request
from bot.scene import Phrase
from core import BastideError, GameRecord, IllegalAction, RecordError, UnknownEdition, parse_action
from core.rulesets import SET_NAMES

P = ParamSpec("P")
T = TypeVar("T")

_READING: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="record")
_BEYOND_MOVES: Final = {"wrong_phase", "over", "not_playing"}
"""Reasons that nobody at a table gets to hear, because these moves are not offered there."""
_UNREADABLE: Final = frozenset({"json", "format"})
_RECORD: Final = Family("refusal.record.{}", of=_BEYOND_MOVES | _UNREADABLE)
RUNNING_MARK: Final = b'"bastide/1 running"'


async def apart(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what takes long with a record in a thread of its own, one after the other: nobody's move waits."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_READING, partial(work, *args, **kwargs))


def read_record(request: Request, usage: str) -> tuple[GameRecord, Course]:
    """The record that was sent along, with the game as it went. Raises Refused with the reason.

    ``usage`` is the key of what to say when nothing was sent.
    """
    file = request.file
    if file is None:
        raise Refused(usage)
    if file.size > LARGEST_FILE:
        raise Refused("refusal.record.too_large", size=LARGEST_FILE // 1024)
    if RUNNING_MARK in file.content:
        raise Refused("refusal.record.running")
    try:
        record = _cleaned(GameRecord.from_json(file.content.decode("utf-8-sig")))
        if not set(record.sets) <= set(SET_NAMES):
            raise Refused("refusal.record.part", part="sets")
        record = _in_order(record)
        return record, _played(record)
    except UnicodeDecodeError:
        raise Refused("refusal.record.json") from None
    except RecordError as error:
        raise refused_record(error) from error


def refused_record(error: RecordError) -> Refused:
    """What to say about a record that cannot be used."""
    if error.index is not None:
        return Refused("refusal.record.action", number=error.index, reason=_reason(error.__cause__))
    if isinstance(error, UnknownEdition):
        return Refused("refusal.record.edition", edition=error.edition)
    if error.part in _UNREADABLE:
        return Refused(_RECORD(error.part))
    return Refused("refusal.record.part", part=error.part)


def _in_order(record: GameRecord) -> GameRecord:
    """The record with its sets in the order of records, which other programs need not keep.

    With a bag the order says nothing; a shuffle follows from it, and nobody knows which one was meant.
    """
    ordered = tuple(name for name in SET_NAMES if name in record.sets)
    if record.sets != ordered and record.bag is None:
        raise Refused("refusal.record.order", sets=ordered)
    return replace(record, sets=ordered)


def _cleaned(record: GameRecord) -> GameRecord:
    """The record with names as they are shown here; those of opponents stay what they are."""
    names: list[str] = []
    for name in record.players:
        rival = opponent_named(name) is not None and name not in names
        names.append(name if rival else clean_name(name, names))
    return replace(record, players=tuple(names))


def _played(record: GameRecord) -> Course:
    """The game as it went. Raises RecordError with the number of the action that breaks a rule."""
    course = Course(record.opening())
    for index, text in enumerate(record.actions):
        try:
            course.play(parse_action(text))
        except BastideError as error:
            raise RecordError(str(error), index=index) from error
    return course


def _reason(cause: BaseException | None) -> Phrase:
    if not isinstance(cause, IllegalAction):
        return Phrase("refusal.record.notation")
    if cause.reason in _BEYOND_MOVES:
        return Phrase(_RECORD(cause.reason))
    return Phrase(ILLEGAL(cause.reason), explained(cause))
