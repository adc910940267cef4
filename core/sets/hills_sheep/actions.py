"""What only Hills & Sheep has in the notation: its figure, its kind of decision and its action."""

from dataclasses import dataclass
from typing import Final

from core.actions import Action, Figure, Phase, form

SHEPHERD: Final = Figure("shepherd")

FLOCK_DUE: Final = Phase("flock")


@dataclass(frozen=True, slots=True)
class Flock(Action):
    """Grow one's flock or herd it to the stable."""

    herd: bool

    def __str__(self) -> str:
        return "flock herd" if self.herd else "flock grow"


GROW: Final = Flock(herd=False)
HERD: Final = Flock(herd=True)

FORMS: Final = (form(r"flock (grow|herd)", lambda what: HERD if what == "herd" else GROW),)
