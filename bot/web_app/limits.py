"""How much one person may ask for."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_PEOPLE: Final = 4096


class Allowance:
    """A bucket for each person that holds ``burst`` messages and is refilled by ``rate`` a second."""

    def __init__(self, *, burst: int, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, person: str) -> bool:
        """Take one message out of the person's bucket; False when it is empty."""
        now = self._now()
        left, since = self._buckets.pop(person, (float(self._burst), now))
        left = min(self._burst, left + (now - since) * self._rate)
        granted = left >= 1
        self._buckets[person] = (left - 1 if granted else left, now)
        if len(self._buckets) > MOST_PEOPLE:
            self._buckets.popitem(last=False)
        return granted
