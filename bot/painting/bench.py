"""A bench of painters: as many processes as there is work for, and pictures given out in turn."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import structlog

from bot.painter import NotPainted, Painted, Progress
from bot.painting.messages import LENGTH, LONGEST, LOOKED, Failed, PictureOrder, Told, framed, understood
from bot.painting.wishes import Wish, Wishes
from bot.processes.memory import held
from bot.processes.slow import answer_of

CHILD: Final = "bot.painting.child"
ROOT: Final = Path(__file__).parents[2]
"""Where the packages are, wherever the bot was started."""

PASSED_ON: Final = (
    "PATH",
    "HOME",
    "LANG",
    "TZ",
    "TMPDIR",
    "TEMP",
    "SYSTEMROOT",
    "LD_LIBRARY_PATH",
    "VIRTUAL_ENV",
)
"""What a painter gets of the environment: nothing of what is secret."""

STARTING: Final = 20.0
"""Seconds that a process may take to begin. It does in half a second, but not on any machine at any time."""

LINE: Final = 400
"""Characters of a line of a painter's that the log takes."""

ATTEMPTS: Final = 2
"""A picture that two processes could not paint would hardly be painted by a third."""

log: Final = structlog.get_logger(__name__)


class PainterLost(Exception):
    """A process did not paint what it should; whatever it is now, it is of no more use."""


class PainterProcess:
    """One process. It paints one picture after the other."""

    def __init__(self, process: Process) -> None:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise ValueError("a painter is spoken with through pipes")
        self._process = process
        self._orders = process.stdin
        self._answers = process.stdout
        self._fresh = True
        self._log = asyncio.create_task(_log(process.pid, process.stderr), name=f"painter {process.pid}")

    @classmethod
    async def start(cls, setup: bytes) -> "PainterProcess":
        """Start one. Raises PainterLost."""
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", CHILD,
                stdin=PIPE, stdout=PIPE, stderr=PIPE,
                env=_environment(),
                # Ctrl-C is for the bot, which ends its painters itself.
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise PainterLost(f"no process: {error}") from error
        painter = cls(process)
        painter._write(setup)
        return painter

    @property
    def pid(self) -> int:
        """The system's number of the process."""
        return self._process.pid

    @property
    def gone(self) -> bool:
        """Whether it has ended, by itself or by somebody else."""
        return self._process.returncode is not None

    async def paint(self, order: bytes, seconds: float, progress: Progress) -> Painted:
        """What an order asks for. Raises PainterLost, also when nothing is heard for so many seconds.

        Its first words may take it :data:`STARTING` longer. What a busy machine lets it wait does not count.
        """
        self._write(order)
        try:
            while True:
                silence = seconds + STARTING * self._fresh
                said = understood(await answer_of(self.pid, self._read(), silence))
                self._fresh = False
                match said:
                    case Painted():
                        return said
                    case Told(done, parts):
                        progress(done, parts)
                    case Failed(reason):
                        raise PainterLost(reason)
        except TimeoutError as error:
            raise PainterLost(f"nothing was heard for {seconds:g} seconds") from error
        except (EOFError, OSError, ValueError) as error:
            raise PainterLost(f"it is gone: {error}") from error

    async def end(self) -> None:
        """End it at once; it has nothing that anybody could miss."""
        if not self.gone:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        self._orders.close()
        await self._log

    def _write(self, content: bytes) -> None:
        self._orders.write(framed(content))

    async def _read(self) -> bytes:
        (length,) = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))
        if length > LONGEST:
            raise ValueError(f"a message of {length} bytes")
        return await self._answers.readexactly(length)


async def _log(pid: int, errors: asyncio.StreamReader) -> None:
    """Log what a painter says beside its pictures: warnings, and why it ended."""
    while text := await errors.read(LINE * 10):
        for line in text.decode("utf-8", "replace").splitlines():
            log.warning("painter", pid=pid, says=line[:LINE])


def _environment() -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("LC_")}
    known = os.environ.get("PYTHONPATH")
    return {**kept, "PYTHONPATH": os.pathsep.join((str(ROOT), *([known] if known else [])))}


@dataclass(frozen=True, slots=True)
class BenchHabits:
    """How a bench works.

    At most ``most`` processes at once; ``kept`` of them stay when there is nothing to do, the others end
    after ``idle`` seconds. Another one is started for who has waited ``ripe`` seconds. One that holds more
    than ``room`` bytes of memory is replaced, but not before it has painted as many pictures as are ``worth``
    a start, and only after every ``looked`` of them; one of which nothing is heard for ``silence`` seconds is
    given up. A live message's picture is hurried while more than ``crowd`` others wait for each process.
    """

    most: int
    kept: int
    room: int
    silence: float
    idle: float = 60.0
    ripe: float = 0.25
    worth: int = 50
    looked: int = LOOKED
    crowd: int = 4


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

    def __init__(self, setup: bytes, habits: BenchHabits) -> None:
        self._setup = setup
        self._habits = habits
        self._wishes = Wishes()
        self._free: list[_Seat] = []
        self._seats: list[_Seat] = []
        self._tasks = _Tasks()
        self._ends = _Tasks()
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
        await asyncio.gather(*(self._end(seat) for seat in self._seats), *self._ends.running)

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
            if self._is_full(seat):
                # Now, while nobody waits for it, rather than before the next picture.
                await self._vacate(seat)
                if not self._wishes:
                    with suppress(PainterLost):  # whoever wants a picture tries again
                        await self._fill(seat)
        self._rest(seat)

    async def _paint(self, seat: _Seat, wish: Wish) -> Painted:
        order = PictureOrder(wish.picture, wish.profile, wish.language, self._hurries(wish)).to_bytes()

        def tell(done: int, parts: int) -> None:
            for progress in wish.progress:
                progress(done, parts)

        for attempt in range(1, ATTEMPTS + 1):
            try:
                if seat.process is not None and seat.process.gone:
                    await self._vacate(seat)
                process = seat.process or await self._fill(seat)
                painted = await process.paint(order, self._habits.silence, tell)
            except PainterLost as error:
                log.warning("painter lost", attempt=attempt, reason=str(error)[-800:])
                await self._vacate(seat)
                if attempt == ATTEMPTS:
                    raise
            else:
                seat.painted += 1
                return painted
        raise AssertionError("an attempt ends in a picture or in a loss")

    def _hurries(self, wish: Wish) -> bool:
        """Whether a picture is drawn in a hurry; only a live message soon gets another one."""
        return wish.live is not None and len(self._wishes) > self._habits.crowd * len(self._seats)

    async def _fill(self, seat: _Seat) -> PainterProcess:
        """Start a process for a seat. Raises PainterLost."""
        # asyncio may wait for ever for a process whose start was cancelled, so this one is finished.
        seat.starting = asyncio.create_task(PainterProcess.start(self._setup), name="painter comes")
        seat.process = await asyncio.shield(seat.starting)
        seat.starting, seat.painted = None, 0
        return seat.process

    def _is_full(self, seat: _Seat) -> bool:
        """Whether the process of a seat holds more than it may."""
        habits = self._habits
        looked_at = seat.painted >= habits.worth and seat.painted % habits.looked == 0
        return seat.process is not None and looked_at and held(seat.process.pid) > habits.room

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
            _ = self._end(seat)

    async def _vacate(self, seat: _Seat) -> None:
        """End the process of a seat, and wait until it has."""
        await asyncio.shield(self._end(seat))

    def _end(self, seat: _Seat) -> asyncio.Task[None]:
        """End the process of a seat, also if whoever waits for it is cancelled meanwhile."""
        process, starting = seat.process, seat.starting
        seat.process, seat.starting, seat.painted = None, None, 0
        task = asyncio.create_task(_ended(process, starting), name="painter leaves")
        self._ends.begin(task)
        return task


def _stay(seat: _Seat) -> None:
    if seat.leaving is not None:
        seat.leaving.cancel()
        seat.leaving = None


async def _ended(process: PainterProcess | None, starting: asyncio.Task[PainterProcess] | None) -> None:
    """End a process, or the one that is starting."""
    if process is None and starting is not None:
        with suppress(PainterLost):
            process = await starting
    if process is not None:
        await process.end()
