"""How long to wait before the next attempt."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Patience:
    """Pauses in seconds: the first, what each is longer by, and the longest."""

    first: float = 1.0
    growth: float = 2.0
    longest: float = 300.0

    def pause(self, failures: int) -> float:
        """The pause after so many failures in a row, one or more."""
        # 2 to a large power is a number that no float can hold.
        return min(self.longest, self.first * self.growth ** min(failures - 1, 30))


PATIENCE: Final = Patience()
