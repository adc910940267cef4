"""Which request somebody's work belongs to: its id stands in every line of the log that comes of it.

The id goes with the context of a task and of all tasks that it starts, as :mod:`contextvars` has it.
"""

import secrets
import time
from contextvars import ContextVar
from typing import Final

from structlog.contextvars import bind_contextvars, get_contextvars

REQUEST: Final = "request"
"""The field of the log."""

BYTES: Final = 2
"""An id is for somebody who reads it out: with the time that stands beside it in the log, it is enough."""


_begun: Final[ContextVar[float]] = ContextVar("begun", default=0.0)


def begin() -> None:
    """A tap, a command or an errand begins: what this task does from here on belongs to it."""
    bind_contextvars(**{REQUEST: secrets.token_hex(BYTES)})
    _begun.set(time.monotonic())


def resume(request: str) -> None:
    """What this task does from here on belongs to an earlier request; "" changes nothing."""
    if request:
        bind_contextvars(**{REQUEST: request})


def current() -> str:
    """The id of the request to which this task's work belongs, "" for none."""
    return str(get_contextvars().get(REQUEST, ""))


def begun() -> float:
    """When the request of this task began, on the monotonic clock; now where there is none."""
    return _begun.get() or time.monotonic()
