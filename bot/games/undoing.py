"""Who may undo now, what it would reach, and who has to agree."""

from dataclasses import dataclass

from bot.games.course import Course, Step
from bot.games.game import Game
from bot.games.habits import persons
from bot.games.opponents import seats_of_opponents
from bot.games.talk import talks_of
from bot.games.undo import takes_back
from bot.games.undone import Undo, seen_since


@dataclass(frozen=True, slots=True)
class Undoing:
    """An undo that is possible: whose, how many actions stay, and the seat that has to agree, if one has."""

    seat: int
    keep: int
    asks: int | None = None


def undoing(game: Game, course: Course) -> Undoing | None:
    """The undo of a player's own last step that is possible now; None for none."""
    found = takes_back(course, game.header.tempo.automatic, seats_of_opponents(game.header))
    if found is None or traded(game, course, found[1]):
        return None
    seat, keep = found
    if not seen_since(course, keep):
        return Undoing(seat, keep)
    match game.header.undo:
        case Undo.FREE:
            return Undoing(seat, keep)
        case Undo.NEXT:
            return Undoing(seat, keep, next_person(game, course, seat))
        case Undo.OFF:
            return None


def is_off(game: Game, course: Course, keep: int) -> bool:
    """Whether the game has agreed that all but the first ``keep`` actions stay, since more has been seen."""
    return game.header.undo is Undo.OFF and seen_since(course, keep)


def traded(game: Game, course: Course, keep: int) -> str:
    """Why undoing would let a player draw the next player's tile, or lose a tile to them, that has been seen.

    The key of the reason; "" where it would not. Most decisions change nothing about who gets which tile of
    the bag.
    """
    step: Step = course.steps[keep]
    known = any(note.turn == step.turn and note.tiles for note in game.header.undone)
    if not known and not seen_since(course, keep):
        return ""
    before = course.position.copy()
    for _ in range(len(course.steps) - keep):
        before.undo()
    trading = (talk.traded for talk in talks_of(before) if talk.trades(before, step.action))
    return next(trading, "")


def next_person(game: Game, course: Course, seat: int) -> int | None:
    """Who speaks for those that come after a seat: the next person to decide, who is somebody else.

    None where that is nobody, or where nobody sits on the seat to move.
    """
    position, people = course.position, game.header.people
    playing = persons(game)
    if position.seat != seat and position.seat not in playing:
        return None
    order = position.seats_from(position.seat)
    others = (s for s in order if s in playing and people[s].key != people[seat].key)
    return next(others, None)
