"""``python -m bot doctor``: is everything well? ``--repair`` mends of the store what can be mended."""

import os
import time
from argparse import Namespace
from collections.abc import AsyncIterator, Collection, Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path

from bot.build import engine, version
from bot.clock import SystemClock
from bot.errors import StartError
from bot.finding import Finding, Grade
from bot.games.course import Course
from bot.games.header import Header, Status, is_newer
from bot.people import Channel, Skill
from bot.platforms import platforms
from bot.settings import ENV_FILE, Settings, open_to_others
from bot.shown import is_newer as is_newly_shown
from bot.store import CorruptGame, NewerGame, StoreUnavailable, share_store
from bot.store.reading import SHOWN
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.thinking.minds import Minds
from bot.thinking.thoughts import think
from core import BastideError, GameRecord, parse_action


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong, in a sentence, and the game as it could be: header and actions, None if it cannot."""

    problem: str
    header: Mapping[str, str] | None = None
    actions: tuple[str, ...] = ()


def diagnose(fault: str, table: Mapping[str, str], actions: tuple[str, ...]) -> Diagnosis | None:
    """Judge a game by its replay; None when nothing is wrong.

    ``fault`` is what keeps the store from reading it; ``table`` and ``actions`` are what can be read.
    """
    try:
        header = Header.from_table(table)
    except CorruptGame as error:
        return Diagnosis(str(error))
    if not header.record:
        return Diagnosis(fault, header.to_table()) if fault else None
    try:
        course = Course(GameRecord.from_json(header.record).opening())
    except BastideError as error:
        return Diagnosis(f"its record cannot be used: {error}")
    problem = _replay(course, actions, header) or fault
    kept = tuple(str(step.action) for step in course.steps)
    status = _status(header, course, cut=len(kept) < len(actions))
    if not problem and status is not header.status:
        problem = f"it is {header.status} and should be {status}"
    if not problem:
        return None
    return Diagnosis(problem, replace(header, status=status).to_table(), kept)


def _replay(course: Course, actions: tuple[str, ...], header: Header) -> str:
    """Play as far as the rules allow, and say what was wrong."""
    for number, text in enumerate(actions):
        try:
            course.play(parse_action(text), automatic=number in header.tempo.played)
        except BastideError as error:
            return f"action {number} ({text[:40]}): {error}"
    return ""


def _status(header: Header, course: Course, *, cut: bool) -> Status:
    """How far the game is by its actions."""
    if course.position.over:
        return Status.OVER
    if header.status is not Status.OVER:
        return Status.RUNNING
    # An end that was cut off with its actions is taken back; one that people wanted stays.
    return Status.OVER if header.ended_by or header.source or not cut else Status.RUNNING


async def run(settings: Settings, options: Namespace) -> int:
    """Print what is well and what is not; 1 when something needs the operator."""
    status = 0
    async for finding in examine(settings, repair=options.repair):
        print(finding, flush=True)
        status |= finding.grade is Grade.BAD
    return status


async def examine(settings: Settings, *, repair: bool = False) -> AsyncIterator[Finding]:
    """Look at settings, store, every stored game, and what the platforms say about the bot."""
    for finding in _settings(settings):
        yield finding
    yield await _opponents()
    channels: dict[str, list[Channel]] = {platform: [] for platform in platforms()}
    try:
        store = await share_store(settings.redis_url.get_secret_value(), settings.data)
    except StartError as error:
        yield Finding("store", Grade.BAD, str(error))
    else:
        try:
            async for finding in _store(store, channels, repair=repair):
                yield finding
            for finding in await _workers(store):
                yield finding
        except StoreUnavailable as error:
            yield Finding("store", Grade.BAD, str(error))
        finally:
            await store.close()
    for platform in platforms().values():
        if platform.check is not None:
            async for finding in platform.check(settings, channels[platform.name]):
                yield finding


def _settings(settings: Settings) -> list[Finding]:
    found = [Finding("settings", Grade.OK, "they can all be read.")]
    found.append(Finding("engine", Grade.OK, f"version {version()}, the rules are {engine()}."))
    if open_to_others(ENV_FILE):
        found.append(
            Finding("settings", Grade.NOTE, f"others can read the tokens in {ENV_FILE}: chmod 600 {ENV_FILE}")
        )
    if not settings.redis_url.get_secret_value() and settings.data.exists() and not _writable(settings.data):
        found.append(Finding("settings", Grade.BAD, f"{settings.data} cannot be written to."))
    return found


async def _opponents() -> Finding:
    """Whether a process can be started that thinks for them, and how long it takes to begin a game."""
    record, minds, began = GameRecord(("@even-1", "@even-2"), seed="0").to_json(), Minds(), time.monotonic()
    try:
        await minds.asked(think, record, Skill.EVEN)
    except (OSError, BrokenProcessPool, TimeoutError) as error:
        return Finding("opponents", Grade.BAD, f"no process can think for them: {error!r}.")
    finally:
        minds.close()
    return Finding(
        "opponents", Grade.OK, f"they think; the first turn took {time.monotonic() - began:.1f} s."
    )


def _writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)


async def _store(
    store: RedisStore, channels: dict[str, list[Channel]], *, repair: bool
) -> AsyncIterator[Finding]:
    """Every game against its replay, every place against its game, every result against the games."""
    judged: set[tuple[Channel, str]] = set()
    bad = 0
    async for channel, game in store.everything():
        judged.add((channel, game))
        finding = await _game(store, channel, game, repair=repair)
        if finding is not None:
            bad += 1
            yield finding
    for platform in platforms():
        async for channel in store.channels(platform):
            channels[platform].append(channel)
            finding = await _place(store, channel, judged, repair=repair)
            if finding is not None:
                bad += 1
                yield finding
    if repair and bad:
        await store.rebuild_indexes()
    table = Table(store, SystemClock())
    missing = await (table.catch_up() if repair else table.missing_results())
    if missing and repair:
        yield Finding("results", Grade.MENDED, f"missing: {missing}; they are entered now.")
    elif missing:
        # nobody is needed for these: every start enters them
        told = f"missing: {missing}; the next start enters them, or --repair now."
        yield Finding("results", Grade.NOTE, told)
    places = sum(map(len, channels.values()))
    yield Finding("store", Grade.OK, f"{store.describe()}, games: {len(judged)}, places: {places}.")
    yield Finding("store", Grade.OK, "the lists of places and people are made anew.")
    for finding in await _servers(store):
        yield finding


async def _servers(store: RedisStore) -> list[Finding]:
    """Who keeps the games, where they are several, and by which settings they could be lost."""
    found = []
    primaries, replicas = store.nodes()
    if primaries > 1:
        told = f"a cluster, primaries: {primaries}, replicas: {replicas}."
        found.append(Finding("store", Grade.OK, told))
        if replicas < primaries:
            found.append(Finding("store", Grade.NOTE, "some primary has no replica that could take over."))
    return found + [Finding("store", Grade.NOTE, f"{risk}.") for risk in await store.risks()]


async def _workers(store: RedisStore) -> list[Finding]:
    """Who serves what now. What the dead have left ends by itself."""
    running = [f"{each} serves {', '.join(each.serves)}." for each in await store.leases.workers()]
    held = [
        f"{what} is held by {holder}{', which is dead: its lease ends by itself' if holder.gone() else ''}."
        for what, holder in (await store.leases.held()).items()
    ]
    return [Finding("workers", Grade.OK, text) for text in (*running, *held)]


async def _game(store: RedisStore, channel: Channel, game: str, *, repair: bool) -> Finding | None:
    """What is wrong with a game, and what became of it; None when it agrees with its replay."""
    part = f"game {channel} {game}"
    try:
        remains = await store.workshop.look(channel, game)
    except NewerGame as error:
        return Finding(part, Grade.BAD, f"{error}; it is left as it is.")
    table = {name: value for name, value in remains.header.items() if not name.startswith("_")}
    if is_newer(table) or is_newly_shown(remains.header.get(SHOWN, "")):
        return Finding(part, Grade.BAD, f"{NewerGame(channel, game)}; it is left as it is.")
    found = diagnose(remains.fault, table, remains.actions)
    if found is None:
        return None
    if not repair:
        return Finding(part, Grade.BAD, f"{found.problem}; --repair {_cure(found, remains.actions)}.")
    if found.header is None:
        copy = await store.workshop.set_aside(channel, game, remains)
    else:
        copy = await store.workshop.mend(channel, game, remains, found.header, found.actions)
    if not copy:
        return Finding(part, Grade.NOTE, f"{found.problem}; somebody changed it meanwhile.")
    return Finding(part, Grade.MENDED, f"{found.problem}; the damaged game is kept as {copy}.")


def _cure(found: Diagnosis, actions: tuple[str, ...]) -> str:
    if found.header is None:
        return "sets it aside, so that its place is free"
    if len(found.actions) < len(actions):
        return f"cuts it to its first {len(found.actions)} actions and keeps a copy"
    return "puts that right and keeps a copy"


async def _place(
    store: RedisStore, channel: Channel, judged: Collection[tuple[Channel, str]], *, repair: bool
) -> Finding | None:
    """What is wrong with the current game's place, where the game itself is not there to be judged."""
    problem = "the name of its current game cannot be read"
    try:
        current = await store.version(channel)
        if current is None or (channel, current[0]) in judged:
            return None
    except CorruptGame as error:
        if (channel, error.game) in judged:
            return None
        if error.game:
            problem = f"its current game {error.game} is missing"
    part = f"place {channel}"
    if not repair:
        return Finding(part, Grade.BAD, f"{problem}; --repair makes it free.")
    return Finding(
        part, Grade.MENDED, f"{problem}; it is free now, kept as {await store.workshop.free(channel)}."
    )
