"""What a check-up found."""

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """How good or bad a finding is."""

    OK = "ok"
    NOTE = "note"
    MENDED = "mended"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about one part of the installation, for its operator."""

    part: str
    grade: Grade
    text: str

    def __str__(self) -> str:
        return f"{self.part}: {self.grade}: {self.text}"
