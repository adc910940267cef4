"""Which part of Discord's guilds one process serves."""

import re
from dataclasses import dataclass
from typing import Final, Self

MOST: Final = 65_536
"""So many shards there can be at most."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards ``first`` to ``last`` of ``count``, counted from 0. Personal messages come at shard 0."""

    first: int
    last: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """``0-3/16`` or ``0/2``. Raises ValueError."""
        match = re.fullmatch(r"(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*/\s*(\d{1,5})", text.strip())
        if match is None:
            raise ValueError("must be shards of a number of shards, such as 0-3/16 or 0/2")
        first, count = int(match[1]), int(match[3])
        last = first if match[2] is None else int(match[2])
        if not 1 <= count <= MOST or not first <= last < count:
            raise ValueError("must be shards that there are: of 16, those from 0 to 15")
        return cls(first, last, count)

    @property
    def ids(self) -> range:
        """Their numbers."""
        return range(self.first, self.last + 1)

    def has(self, guild: int) -> bool:
        """Whether a guild's events come here."""
        return (guild >> 22) % self.count in self.ids

    def __str__(self) -> str:
        return (
            f"{self.first}/{self.count}"
            if self.first == self.last
            else f"{self.first}-{self.last}/{self.count}"
        )


ALL: Final = Shards(0, 0, 1)
"""The one shard of a bot that is not in many guilds."""
