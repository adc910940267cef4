"""What a game has agreed on undoing, and the note of every undo that came after more had been seen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self, TypeAlias

from bot.games.course import Course, Step
from core import TileDrawn, TokenDrawn
from core.actions import Draw


class Undo(StrEnum):
    """Who has to agree to an undo once the next tile has been seen: the next player, nobody, or it is none.

    Before that, within one's own turn, it is free in every game.
    """

    NEXT = "next"
    FREE = "free"
    OFF = "off"


class Consent(StrEnum):
    """Who has agreed to an undo: nobody, the next player, all others; or ``rescue`` has set the game back."""

    NOBODY = "nobody"
    NEXT = "next"
    ALL = "all"
    RESCUE = "rescue"


OUTSIDE: Final = -1
"""The seat of who manages a game without playing in it."""


@dataclass(frozen=True, slots=True)
class Undone:
    """An undo by who knew what would come, for everyone to read.

    ``turn`` is the one that was gone back to, ``seat`` who did it. ``tiles`` had been drawn since, and come
    again in the same order; ``tokens`` counts flock tokens.
    """

    turn: int
    seat: int
    consent: Consent
    tiles: tuple[str, ...] = ()
    tokens: int = 0

    def to_list(self) -> "Kept":
        """The note as the store keeps it."""
        return self.turn, self.seat, self.consent.value, self.tiles, self.tokens

    @classmethod
    def from_list(cls, entry: "Kept") -> Self:
        """Read what :meth:`to_list` wrote. Raises ValueError or TypeError."""
        turn, seat, consent, tiles, tokens = entry
        return cls(int(turn), int(seat), Consent(consent), tuple(map(str, tiles)), int(tokens))


Kept: TypeAlias = tuple[int, int, str, Sequence[str], int]
"""A note as the store keeps it, as a list."""


def seen_since(course: Course, keep: int) -> bool:
    """Whether more has been seen since the first ``keep`` actions: a tile, a token, the next open hand."""
    steps = course.steps[keep:]
    if any(step.reveals for step in steps):
        return True
    # An open hand is shown when its player's turn comes, with what replaced the tile laid last.
    return bool(course.position.hands and steps) and course.turn > steps[0].turn


def with_note(
    notes: Sequence[Undone], course: Course, after: Course, seat: int, consent: Consent
) -> tuple[Undone, ...]:
    """The notes of a game that goes back from ``course`` to ``after``; what was seen between is noted."""
    tiles, tokens = _drawn(course.steps), _tokens(course.steps)
    tiles, tokens = tiles[len(_drawn(after.steps)) :], tokens - _tokens(after.steps)
    if not tiles and course.turn > after.turn and course.position.hands:
        tiles = tuple(kind.id for kind in course.position.hands[course.position.seat])
    older = until(notes, after.turn)
    if not tiles and tokens <= 0:
        return older
    note = Undone(after.turn, seat, consent, tiles, max(tokens, 0))
    return older if note in older else (*older, note)


def until(notes: Iterable[Undone], turn: int) -> tuple[Undone, ...]:
    """The notes about turns up to this one; what came later is no part of the game any more."""
    return tuple(note for note in notes if note.turn <= turn)


def _drawn(steps: Iterable[Step]) -> tuple[str, ...]:
    """The tiles that were drawn from the bag, in order; an abbey is not."""
    return tuple(
        event.tile
        for step in steps
        if isinstance(step.action, Draw)
        for event in step.events
        if isinstance(event, TileDrawn)
    )


def _tokens(steps: Iterable[Step]) -> int:
    return sum(isinstance(event, TokenDrawn) for step in steps for event in step.events)
