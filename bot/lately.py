"""What is kept for each chat, person or place, of which there may be any number: only the latest stay."""

from collections import OrderedDict
from collections.abc import Callable
from itertools import islice
from typing import Final, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST: Final = 1000
"""So many of a kind are kept, and besides them those that are needed."""
_LOOKED_AT: Final = 4
"""So many of the oldest are looked at for each new one: more than come, so that too many never stay."""


class Lately(Generic[K, V]):
    """The values of the latest keys. One that is ``needed`` stays; any other can be made anew."""

    def __init__(self, needed: Callable[[V], bool] = lambda _: False, most: int = MOST) -> None:
        self._needed = needed
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: K) -> bool:
        return key in self._kept

    def get(self, key: K) -> V | None:
        """The value of this key, which counts as one of the latest from now on; None for none."""
        value = self._kept.get(key)
        if value is not None:
            self._kept.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> V:
        """Keep the value, and give it back."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            for old in tuple(islice(self._kept, _LOOKED_AT)):
                if old != key and self._needed(self._kept[old]):
                    self._kept.move_to_end(old)
                elif old != key and len(self._kept) > self._most:
                    del self._kept[old]
        return value
