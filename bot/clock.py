"""Time, as the bot is given it: tests live through weeks in milliseconds."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present moment, with its time zone."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)
