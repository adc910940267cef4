"""The way of a tap: through which functions a request goes until its picture is drawn.

At decisive moments it is written down which functions are under way, outermost first: those of ``bot`` and
``render`` on the stack, and before them those that were under way when the task was begun in which this
happens. Functions that have returned by then, or are only called on the way, do not belong to it.

``python -m tests.bot.way`` is a painter's process whose log tells what is under way when it draws.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from contextvars import ContextVar, copy_context
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
DRAWING: Final = "under way: "
"""With this each line of a painter's log begins that names a function."""

Way = tuple[str, ...]
"""Functions as ``bot/folder/file.py Class.function``, outermost first."""

_before: Final[ContextVar[Way]] = ContextVar("before", default=())


def under_way() -> Way:
    """The functions that are under way now."""
    found: list[str] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT) and file.relative_to(ROOT).parts[0] in {"bot", "render"}:
            found.append(f"{file.relative_to(ROOT).as_posix()} {frame.f_code.co_qualname}")
        frame = frame.f_back
    return (*_before.get(), *reversed(found))


def remember_beginnings(loop: asyncio.AbstractEventLoop) -> None:
    """From now on each task of the loop knows what was under way when it was begun."""

    def begin(
        loop: asyncio.AbstractEventLoop, coro: Coroutine[Any, Any, Any], **options: Any
    ) -> asyncio.Task[Any]:
        context = options.pop("context", None) or copy_context()
        context.run(_before.set, under_way())
        return asyncio.Task(coro, loop=loop, context=context, **options)

    loop.set_task_factory(begin)  # type: ignore[arg-type]  # typeshed knows no factory that takes a context


def telling(call: Callable[..., Any], tell: Callable[[Way], None]) -> Callable[..., Any]:
    """The same function, which tells what is under way whenever it is called."""

    @wraps(call)
    def told(*args: Any, **kwargs: Any) -> Any:
        tell(under_way())
        return call(*args, **kwargs)

    return told


def paint() -> None:
    """Be a painter's process that tells what is under way when it draws."""
    from bot.painting import child, drawing  # noqa: PLC0415 - only this process draws

    def say(way: Way) -> None:
        sys.stderr.write("".join(f"{DRAWING}{function}\n" for function in way))
        sys.stderr.flush()

    for name in [name for name in vars(drawing) if name.endswith("_picture")]:
        setattr(drawing, name, telling(getattr(drawing, name), say))
    child.main()


if __name__ == "__main__":
    paint()
