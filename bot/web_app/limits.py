"""How much one person may ask for, and all people at one address together."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_PEOPLE: Final = 4096
KEPT_A_DAY: Final = 100
PEOPLE_A_DAY: Final = 200
_DAY: Final = 86_400
Now = Callable[[], float]


class Allowance:
    """A bucket for each person that holds ``burst`` messages and is refilled by ``rate`` a second."""

    def __init__(self, *, burst: int, rate: float, now: Now = time.monotonic) -> None:
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

    def give_back(self, person: str) -> None:
        """What was taken just now is not counted."""
        left, since = self._buckets.get(person, (float(self._burst), self._now()))
        self._buckets[person] = (min(self._burst, left + 1), since)


class AddressLimits:
    """What may be done from one address, whoever is there: several people can be one, with many cookies.

    A school behind one address can play; one who plays a whole school cannot.
    """

    def __init__(self, now: Now = time.monotonic) -> None:
        self._messages = Allowance(burst=200, rate=40.0, now=now)
        self._kept = Allowance(burst=KEPT_A_DAY, rate=KEPT_A_DAY / _DAY, now=now)
        self._people = Allowance(burst=PEOPLE_A_DAY, rate=PEOPLE_A_DAY / _DAY, now=now)
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def speaks(self, address: str) -> bool:
        """Count a message."""
        return self._messages.take(address)

    def keeps(self, address: str) -> bool:
        """Count something that is kept for long: a new game, a file."""
        return self._kept.take(address)

    def enters(self, address: str, person: str) -> bool:
        """Count a person, once for as long as they are remembered here."""
        about = (address, person)
        if about not in self._known and not self._people.take(address):
            return False
        self._known[about] = None
        self._known.move_to_end(about)
        if len(self._known) > MOST_PEOPLE:
            self._known.popitem(last=False)
        return True
