"""A painting process: ``python -m bot.painting.child``, started by the bot and by nobody else.

Orders come in on standard input, pictures go out on standard output. It ends when its input ends, whatever
it is doing then, so that no bot leaves one behind, however the bot ended.
"""

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

from bot.painter import Painted
from bot.painting.messages import LENGTH, LOOKED, Failed, PictureOrder, Setup, Told, answer, framed
from bot.processes.memory import held, set_up_memory, settle_down, trim

if TYPE_CHECKING:
    from bot.painting.drawing import Drawing

EXPENDABLE: Final = 500
"""When memory runs out, the system ends a painter rather than the bot."""

IDLE: Final = 1.0
"""Seconds without an order after which a painter keeps no memory for the next."""

ANSWER: Final = 4_000_000
"""Bytes that a picture takes while it is said, at most."""


def main() -> None:
    """Paint until the input ends."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(EXPENDABLE), "ascii")
    set_up_memory(painter=True)
    # What is printed by mistake must not get among the pictures.
    told = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    orders: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, orders), daemon=True).start()
    setup: Setup = orders.get()
    drawing = _prepared(setup)
    settle_down()

    def say(value: Painted | Told | Failed) -> None:
        rest = memoryview(framed(answer(value)))
        try:
            while rest:
                rest = rest[told.write(rest) :]
        except BrokenPipeError:
            _leave()

    def progress(done: int, parts: int) -> None:
        say(Told(done, parts))

    for number in count(1):
        order = _next(orders)
        try:
            painted = drawing.paint(
                order.picture, order.profile, order.language, progress, hurried=order.hurried
            )
        except Exception:  # noqa: BLE001  the bot logs it and begins anew with another process
            say(Failed(traceback.format_exc()))
        else:
            if number % LOOKED == 0 and held() > setup.room - ANSWER:
                trim()  # before the bot looks at what is held
            say(painted)


def _prepared(setup: Setup) -> "Drawing":
    # Loaded here, so that the end of the input is noticed from the first moment on.
    from bot.painting.drawing import Drawing  # noqa: PLC0415
    from bot.texts import Texts  # noqa: PLC0415
    from render import SPRITES, Shelf  # noqa: PLC0415

    SPRITES.limit = setup.sprites
    if setup.shelf:
        with suppress(OSError):  # where nothing can be written, tiles are kept in memory
            SPRITES.stock_with(Shelf(Path(setup.shelf)))
    return Drawing(Texts.of(setup.catalogues))


def _next(orders: SimpleQueue[Any]) -> PictureOrder:
    """The next order. Whoever waits for it longer gives back what the last ones took."""
    order: PictureOrder
    try:
        order = orders.get(timeout=IDLE)
    except Empty:
        trim()
        order = orders.get()
    return order


def _listen(source: BinaryIO, orders: SimpleQueue[Any]) -> None:
    try:
        for content in _messages(source):
            orders.put(pickle.loads(content))  # noqa: S301  from the bot that started us
    except Exception:  # noqa: BLE001  there is nobody else to tell
        traceback.print_exc()
    _leave()


def _messages(source: BinaryIO) -> Iterator[bytes]:
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        content = source.read(length)
        if len(content) < length:
            return
        yield content


def _leave() -> NoReturn:
    """End at once, with whatever was started here."""
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    main()
