"""What the best player would do, and why. A process of its own runs this."""

from dataclasses import dataclass

from core import GameRecord
from core.opponents.reasons import Reason, reasons
from core.opponents.weighing import weigh


@dataclass(frozen=True, slots=True)
class Advice:
    """Actions, as texts, one after the other; and why, the best reason first."""

    actions: tuple[str, ...]
    reasons: tuple[Reason, ...]


def advise(record: str) -> Advice:
    """Advice for whoever has to decide where this record ends; there must be something to weigh."""
    position = GameRecord.from_json(record).replay()
    best = weigh(position)[0]
    return Advice(tuple(map(str, best.actions)), reasons(position, best))
