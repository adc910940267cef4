"""A bench of painters: as many processes as there is work for, and pictures given out in turn."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import structlog

from bot.painter import NotPainted, Painted
from bot.painting.messages import Order
from bot.painting.process import PainterLost, PainterProcess
from bot.painting.wishes import Wish, Wishes

ATTEMPTS: Final = 2
"""A picture that two processes could not paint would hardly be painted by a third."""

log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Habits:
    """How a bench works.

    At most ``most`` processes at once; ``kept`` of them stay when there is nothing to do, the others end
    after ``idle`` seconds. Another one is started for who has waited ``ripe`` seconds. Each is replaced
    after ``pictures``, and given up when nothing is heard of it for ``silence`` seconds.
    """

    most: int
    kept: int
    pictures: int
    silence: float
    idle: float = 60.0
    ripe: float = 0.25


@dataclass(eq=False, slots=True)
class _Seat:
    """Where a process sits, or none yet."""

    process: PainterProcess | None = None
    starting: asyncio.Task[PainterProcess] | None = None
    wish: Wish | None = None
    painted: int = 0
    leaving: asyncio.TimerHandle | None = None


@dataclass(eq=False, slots=True)
class _Tasks:
    """Tasks that are kept until they are done."""

    running: set[asyncio.Task[None]] = field(default_factory=set)

    def begin(self, task: asyncio.Task[None]) -> None:
        self.running.add(task)
        task.add_done_callback(self.running.discard)


class Bench:
    """Processes that paint. Nothing that becomes of one of them costs more than the time of its picture."""

    def __init__(self, setup: bytes, habits: Habits) -> None:
        self._setup = setup
        self._habits = habits
        self._wishes = Wishes()
        self._free: list[_Seat] = []
        self._seats: list[_Seat] = []
        self._tasks = _Tasks()
        self._ripening: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes there are."""
        return tuple(seat.process.pid for seat in self._seats if seat.process is not None)

    def want(self, wish: Wish) -> None:
        """Have a wish fulfilled when it is its turn. Raises NotPainted and Superseded."""
        if self._closed:
            raise NotPainted("the painters are gone")
        self._wishes.add(wish)
        self._give_out()

    def drop(self, wish: Wish) -> None:
        """Nobody waits for this any more: if it was not begun, it never is."""
        self._wishes.drop(wish)

    async def close(self) -> None:
        """End all processes, whatever they do."""
        self._closed = True
        self._later(None)
        while (wish := self._wishes.take()) is not None:
            wish.refuse(NotPainted("the painters are gone"))
        for task in tuple(self._tasks.running):
            task.cancel()
        await asyncio.gather(*self._tasks.running, return_exceptions=True)
        for seat in self._seats:
            _stay(seat)
            if seat.wish is not None:
                seat.wish.refuse(NotPainted("the painters are gone"))
        await asyncio.gather(*(_vacate(seat) for seat in self._seats))

    def _give_out(self) -> None:
        while self._free and (wish := self._wishes.take()) is not None:
            seat = self._free.pop(0)
            _stay(seat)
            seat.wish = wish
            self._tasks.begin(asyncio.create_task(self._serve(seat, wish), name="painting"))
        if self._wishes and not self._seats:
            self._add_seat()
        elif self._wishes and len(self._seats) < self._habits.most and self._ripening is None:
            self._later(self._add_seat)

    def _later(self, call: Callable[[], None] | None) -> None:
        if self._ripening is not None:
            self._ripening.cancel()
        loop = asyncio.get_running_loop()
        self._ripening = None if call is None else loop.call_later(self._habits.ripe, call)

    def _add_seat(self) -> None:
        self._later(None)
        if self._wishes:
            seat = _Seat()
            self._seats.append(seat)
            self._free.append(seat)
            self._give_out()

    async def _serve(self, seat: _Seat, wish: Wish) -> None:
        try:
            painted = await self._paint(seat, wish)
        except PainterLost as error:
            wish.refuse(NotPainted(str(error)))
        except Exception as error:
            log.exception("picture not sent to be painted")
            wish.refuse(NotPainted(str(error)))
        else:
            if not wish.done.done():
                wish.done.set_result(painted)
            if seat.painted >= self._habits.pictures:
                # Now, while nobody waits for it, rather than before the next picture.
                await _vacate(seat)
                if not self._wishes:
                    with suppress(PainterLost):  # whoever wants a picture tries again
                        await self._fill(seat)
        self._rest(seat)

    async def _paint(self, seat: _Seat, wish: Wish) -> Painted:
        order = Order(wish.picture, wish.profile, wish.language).to_bytes()

        def tell(done: int, parts: int) -> None:
            for progress in wish.progress:
                progress(done, parts)

        for attempt in range(1, ATTEMPTS + 1):
            try:
                if seat.process is not None and seat.process.gone:
                    await _vacate(seat)
                process = seat.process or await self._fill(seat)
                painted = await process.paint(order, self._habits.silence, tell)
            except PainterLost as error:
                log.warning("painter lost", attempt=attempt, reason=str(error)[-800:])
                await _vacate(seat)
                if attempt == ATTEMPTS:
                    raise
            else:
                seat.painted += 1
                return painted
        raise AssertionError("an attempt ends in a picture or in a loss")

    async def _fill(self, seat: _Seat) -> PainterProcess:
        """Start a process for a seat. Raises PainterLost."""
        # asyncio may wait for ever for a process whose start was cancelled, so this one is finished.
        seat.starting = asyncio.create_task(PainterProcess.start(self._setup), name="painter comes")
        seat.process = await asyncio.shield(seat.starting)
        seat.starting, seat.painted = None, 0
        return seat.process

    def _rest(self, seat: _Seat) -> None:
        """Be free for the next wish; whoever has nothing to do for long leaves."""
        seat.wish = None
        # Those that were here first come first, so that the others have nothing to do.
        self._free = [other for other in self._seats if other in self._free or other is seat]
        if len(self._seats) > self._habits.kept and seat in self._seats[self._habits.kept :]:
            seat.leaving = asyncio.get_running_loop().call_later(self._habits.idle, self._dismiss, seat)
        self._give_out()

    def _dismiss(self, seat: _Seat) -> None:
        if seat in self._free:
            self._free.remove(seat)
            self._seats.remove(seat)
            self._tasks.begin(asyncio.create_task(_vacate(seat), name="painter leaves"))


def _stay(seat: _Seat) -> None:
    if seat.leaving is not None:
        seat.leaving.cancel()
        seat.leaving = None


async def _vacate(seat: _Seat) -> None:
    """End the process of a seat."""
    process, starting = seat.process, seat.starting
    seat.process, seat.starting, seat.painted = None, None, 0
    if process is None and starting is not None:
        with suppress(PainterLost):
            process = await starting
    if process is not None:
        await process.end()
