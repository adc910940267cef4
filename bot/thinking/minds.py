"""The process that thinks for opponents and about games, and whoever asks it: one thing after the other."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Any, Final, ParamSpec, Protocol, TypeVar

import structlog

from bot.processes.slow import answer_of
from bot.thinking.thoughts import SECONDS, Advice, advise, begin, expect, review, think, think_quickly
from core.opponents.review import Expectations, Judged

P = ParamSpec("P")
T = TypeVar("T")


class Thinking(Protocol):
    """Thinks about games, without holding up the event loop."""

    async def think(self, record: str, level: str) -> tuple[str, ...]:
        """What an opponent of this level does where this record ends: a whole turn."""

    async def advise(self, record: str) -> Advice:
        """What the best player would do where this record ends. Raises NoThought."""

    async def review(self, record: str, start: int) -> tuple[tuple[Judged, ...], int]:
        """Some decisions of a game from action ``start`` on, judged, and with which to go on.

        Raises NoThought.
        """

    async def expect(self, record: str) -> Expectations:
        """What each seat could expect with each tile of a game. Raises NoThought."""


class NoThought(Exception):
    """Nobody could think it out."""


PATIENCE: Final = 30.0
"""Seconds of computing, or of doing nothing, after which a process that does not answer is lost."""

WAIT: Final = 30.0
"""Seconds for which whoever sits at a table is kept waiting for a thought, however slow the machine is."""

log: Final = structlog.get_logger(__name__)


class ThinkingHere:
    """Thinks in threads of this process: for whoever has no other."""

    async def think(self, record: str, level: str) -> tuple[str, ...]:
        """See Thinking."""
        return await asyncio.to_thread(think, record, level)

    async def advise(self, record: str) -> Advice:
        """See Thinking."""
        return await asyncio.to_thread(advise, record)

    async def review(self, record: str, start: int) -> tuple[tuple[Judged, ...], int]:
        """See Thinking."""
        return await asyncio.to_thread(review, record, start)

    async def expect(self, record: str) -> Expectations:
        """See Thinking."""
        return await asyncio.to_thread(expect, record)


class Minds:
    """Thinks in a process of its own, started when it is first needed and replaced when it breaks.

    One that is only slow is left alone: whoever cannot wait longer goes on without its thought.
    """

    def __init__(self, seconds: float = SECONDS, patience: float = PATIENCE, wait: float = WAIT) -> None:
        self._seconds = seconds
        self._patience = patience
        self._wait = wait
        self._pool: ProcessPoolExecutor | None = None
        self._one = asyncio.Lock()
        self._work: asyncio.Task[Any] | None = None

    async def think(self, record: str, level: str) -> tuple[str, ...]:
        """What an opponent does where this record ends. One that cannot be thought out is done sensibly."""
        try:
            return await self._soon(think, record, level, self._seconds)
        except NoThought:
            return await asyncio.to_thread(think_quickly, record)

    async def advise(self, record: str) -> Advice:
        """See Thinking."""
        return await self._soon(advise, record)

    async def review(self, record: str, start: int) -> tuple[tuple[Judged, ...], int]:
        """See Thinking."""
        return await self._thought(review, record, start)

    async def expect(self, record: str) -> Expectations:
        """See Thinking."""
        return await self._thought(expect, record)

    async def _soon(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A thought for which somebody waits at a table. Raises NoThought, also when it takes too long."""
        try:
            async with asyncio.timeout(self._wait):
                return await self._thought(what, *args, **kwargs)
        except TimeoutError as error:
            log.warning("thinking takes too long", seconds=self._wait)
            raise NoThought from error

    async def _thought(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What is thought out once the thoughts before it are, wanted or not. Raises NoThought."""
        async with self._one:
            if self._work is not None:
                await asyncio.wait((self._work,))
            self._work = work = asyncio.create_task(self._answered(partial(what, *args, **kwargs)))
            return await asyncio.shield(work)

    async def _answered(self, what: Callable[[], T]) -> T:
        """What the process answers, or another one in its place. Raises NoThought."""
        for _ in range(2):
            try:
                return await self.asked(what)
            except (BrokenProcessPool, TimeoutError, OSError) as error:
                log.warning("thinking process lost", error=repr(error))
                self._end()
            except Exception:
                log.exception("thinking failed")
                break
        raise NoThought

    async def asked(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the process answers. Raises BrokenProcessPool, OSError or TimeoutError when it does not."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max_workers=1, mp_context=multiprocessing.get_context("spawn"), initializer=begin
            )
        answer = asyncio.wrap_future(self._pool.submit(what, *args, **kwargs))
        pid = next((process.pid or 0 for process in _processes(self._pool)), 0)
        return await answer_of(pid, answer, self._patience)

    def close(self) -> None:
        """End the process, whatever it does, and whatever is wanted of it."""
        if self._work is not None:
            self._work.cancel()
        self._end()

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # A process that thinks on is told nothing by the pool, which would wait for it.
        processes = _processes(pool)
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            with suppress(ProcessLookupError, ValueError):
                process.kill()


def _processes(pool: ProcessPoolExecutor) -> tuple[BaseProcess, ...]:
    """The processes of a pool; it does not tell of them by itself."""
    return tuple((getattr(pool, "_processes", None) or {}).values())
