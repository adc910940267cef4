"""Keeping a game's clock: what every change does to it, and when it wants to be looked at again."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.clocks.ballot import ENDING_PATIENCE, Ballot, Question
from bot.clocks.control import NO_CLOCK, Timeout
from bot.clocks.preferences import Known
from bot.clocks.stops import after, awake
from bot.clocks.tempo import Note, Reason, Tempo, reason_of
from bot.clocks.timer import (
    Call,
    Hand,
    Timer,
    called,
    given_time,
    handed_over,
    next_call,
    next_reminder,
    opened,
    silent,
    time_up,
)
from bot.games.course import Course
from bot.games.game import Game, ancestor
from bot.games.habits import persons
from bot.games.header import Status
from bot.games.seats import is_free, is_person
from core import Place, Resign

_QUESTIONS: Final = frozenset({Reason.TIME_UP, Reason.UNDO, Reason.PAUSE, Reason.ENDING, Reason.OFFERED})
"""Why people are told of a question; once it is answered there is nothing to tell."""


def kept(before: Game | None, after: Game, now: datetime, known: Known) -> Game:
    """The changed game with its clock kept: handed over with the turn, and its questions closed by moves."""
    tempo = _tempo(ancestor(before, after), after, now, known)
    return replace(after, header=replace(after.header, tempo=tempo))


def hand_of(game: Game, seat: int, known: Known) -> Hand:
    """The player of a seat, as far as clocks are concerned."""
    person = game.header.people[seat]
    return Hand(known.schedule(person), known.of(person), known.outages)


def reachable(game: Game, seats: Iterable[int], known: Known, now: datetime) -> tuple[str, ...]:
    """The keys of those people in the seats who may be mentioned now: not muted, not in their quiet hours."""
    people = (person for seat in seats if is_person(person := game.header.people[seat]))
    return tuple(
        person.key
        for person in people
        if not known.of(person).mute and awake(known.schedule(person), now) <= now
    )


def asked(game: Game, ballot: Ballot, known: Known, now: datetime) -> tuple[Ballot, Note | None]:
    """The question as it is asked now, and the notice for those who can be told at once."""
    people = reachable(game, ballot.voters(persons(game)), known, now)
    note = Note(game.version + 1, now, reason_of(ballot), people) if people else None
    if ballot.question is Question.ENDING:
        ballot = replace(ballot, until=_agreed_from(game, ballot, known, now))
    return replace(ballot, asked=now, told=game.header.seats_of(people)), note


def _agreed_from(game: Game, ballot: Ballot, known: Known, now: datetime) -> datetime:
    """When silence means that all agree to an end; nobody's vacation counts."""
    hands = (hand_of(game, seat, known) for seat in ballot.voters(persons(game)))
    moments = (after(hand.schedule.without_quiet(), (), now, ENDING_PATIENCE) for hand in hands)
    return max(moments, default=now)


def due_at(game: Game, known: Known) -> datetime | None:
    """When something is due by the clock: a call, a reminder, a question, or that the time is up."""
    tempo = game.header.tempo
    timer, ballot = tempo.timer, tempo.ballot
    quiet = tempo.resting and not tempo.asks_to_end
    if game.header.status is not Status.RUNNING or timer is None or quiet:
        return None
    moments = [*to_ask(game, known).values()]
    settles = None if ballot is None else ballot.settles(ballot.voters(persons(game)))
    moments += (moment for moment in (settles, unanswered_at(game)) if moment is not None)
    if timer.seat in persons(game) and not tempo.resting:
        hand, control = hand_of(game, timer.seat, known), game.header.tempo.clock
        calls = (next_call(timer, hand), next_reminder(timer, control, hand), time_up(timer, control, hand))
        moments += (moment for moment in (*calls, missed_at(game, known)) if moment is not None)
    return min(moments, default=None)


def missed_at(game: Game, known: Known) -> datetime | None:
    """When the others of a game without a clock are to be asked about a player who does not move.

    None where there is nobody to ask, or where they have agreed to wait whatever happens.
    """
    tempo = game.header.tempo
    timer, seats = tempo.timer, persons(game)
    if timer is None or timer.seat not in seats or len(seats) == 1 or tempo.timeout is Timeout.WAIT:
        return None
    return silent(timer, tempo.clock, hand_of(game, timer.seat, known))


def unanswered_at(game: Game) -> datetime | None:
    """When a question about an absent player has found no answer at all; None where it has, or has none."""
    tempo = game.header.tempo
    ballot = tempo.ballot
    if ballot is None or ballot.question is not Question.TIME_UP or tempo.resting:
        return None
    return None if set(ballot.voters(persons(game))) & set(ballot.votes) else ballot.closes


def to_ask(game: Game, known: Known) -> dict[int, datetime]:
    """When those are to be told of the open question who have not been, for they slept as it came up."""
    ballot = game.header.tempo.ballot
    if ballot is None or ballot.asked is None:
        return {}
    people = ((seat, game.header.people[seat]) for seat in ballot.to_tell(persons(game)))
    return {
        seat: awake(known.schedule(person), ballot.asked, known.outages)
        for seat, person in people
        if not known.of(person).mute
    }


def _tempo(before: Game | None, after: Game, now: datetime, known: Known) -> Tempo:
    tempo, course = after.header.tempo, after.course
    if course is None:
        return tempo
    if after.header.status is Status.OVER:
        return replace(tempo, timer=None, ballot=None, note=_at_the_end(before, after, now, known), asks="")
    if before is None:
        # A game that goes on from another begins its own time.
        tempo = replace(tempo, timer=None, ballot=None, note=None)
    moved = before is None or before.course is not course
    only_left = moved and _only_left(before, course, tempo.timer)
    if moved:
        played = tuple(number for number, step in enumerate(course.steps) if step.automatic)
        ballot = _after_move(tempo.ballot)
        note = tempo.note if only_left else None
        tempo = replace(tempo, played=played, asks="", moved=after.version, ballot=ballot, note=note)
    timer = tempo.timer or opened(tempo.clock, len(after.header.people), now)
    if _passed_on(before, after, timer, course):
        timer = _handed_over(timer, course, before or after, after, now=now, known=known)
        tempo = replace(tempo, note=None, ballot=_after_time_up(tempo.ballot))
    elif moved and timer.up and not only_left:
        # Who plays after all gets the time that the others would have given by waiting.
        timer = given_time(timer, tempo.clock, now)
        tempo = replace(tempo, ballot=_after_time_up(tempo.ballot))
    ballot = _about_free_seat(_asked_by_player(tempo.ballot, after, course), after, course)
    if ballot is not None and ballot.asked is None:
        # Who has just voted to free the seat, or has gone on with an old game, needs not be told.
        known_already = before is None or _has_voted(before, ballot.seat)
        ballot = replace(ballot, asked=now, told=persons(after) if known_already else ())
    tempo = replace(tempo, ballot=ballot)
    if tempo.note is not None and tempo.note.reason in _QUESTIONS and not _is_open(tempo.ballot):
        tempo = replace(tempo, note=None)
    return replace(tempo, timer=_foreseen(after, timer, tempo, known))


def _at_the_end(before: Game | None, after: Game, now: datetime, known: Known) -> Note | None:
    """Whom the end of a game with a clock calls: those who have played to the end, at other hours perhaps."""
    if before is None or before.header.status is Status.OVER:
        return after.header.tempo.note
    if after.header.tempo.clock == NO_CLOCK:
        return None
    people = reachable(after, persons(after), known, now)
    return Note(after.version, now, Reason.END, people) if people else None


def _is_open(ballot: Ballot | None) -> bool:
    """Whether there is a question that waits for answers."""
    return ballot is not None and not ballot.refused


def _after_move(ballot: Ballot | None) -> Ballot | None:
    """What is left of a question when somebody has moved: an undo means another moment by then."""
    if ballot is None or ballot.question is Question.UNDO or ballot.refused:
        return None
    return ballot


def _after_time_up(ballot: Ballot | None) -> Ballot | None:
    """What is left of a question when the decision is another's, or is taken after all."""
    return None if ballot is not None and ballot.question is Question.TIME_UP else ballot


def _asked_by_player(ballot: Ballot | None, after: Game, course: Course) -> Ballot | None:
    """What is left of a question if who asked it, or who alone was asked, plays no more: nothing.

    What is asked about somebody's time goes on.
    """
    if ballot is None or ballot.question is Question.TIME_UP:
        return ballot
    if ballot.only is not None and ballot.only not in persons(after):
        return None
    left = ballot.seat in course.position.resigned or is_free(after.header.people[ballot.seat])
    return None if left else ballot


def _about_free_seat(ballot: Ballot | None, after: Game, course: Course) -> Ballot | None:
    """While a free seat has to decide, the others may do without it; nobody has to wait for a clock."""
    seat = course.position.seat
    if not is_free(after.header.people[seat]) or not persons(after):
        return ballot
    if ballot is not None and (ballot.question, ballot.seat) == (Question.TIME_UP, seat):
        return ballot
    return Ballot(Question.TIME_UP, seat, after.version, offered=True)


def _has_voted(before: Game, seat: int) -> bool:
    """Whether there was a vote about a seat just before."""
    ballot = before.header.tempo.ballot
    return ballot is not None and (ballot.question, ballot.seat) == (Question.TIME_UP, seat)


def _only_left(before: Game | None, course: Course, timer: Timer | None) -> bool:
    """Whether all that has happened is that others left: the decision of the seat to move is still due."""
    if before is None or before.course is None or timer is None:
        return False
    new = [step.action for step in course.steps[len(before.course.steps) :]]
    return bool(new) and all(isinstance(action, Resign) and action.seat != timer.seat for action in new)


def _passed_on(before: Game | None, after: Game, timer: Timer, course: Course) -> bool:
    """Whether another seat, another turn or another person has to decide; all parts of a turn are one."""
    seat = course.position.seat
    if (timer.turn, timer.seat) != (course.begun, seat):
        return True
    return before is not None and before.header.keys[seat] != after.header.keys[seat]


def _handed_over(
    timer: Timer, course: Course, before: Game, after: Game, *, now: datetime, known: Known
) -> Timer:
    seat, control = course.position.seat, after.header.tempo.clock
    laid = any(
        (step.begun, step.seat) == (timer.turn, timer.seat)
        and isinstance(step.action, Place)
        and not step.automatic
        for step in course.during(timer.turn, course.turn)
    )
    previous = hand_of(before, timer.seat, known) if timer.seat >= 0 else None
    timer = handed_over(
        timer,
        control,
        previous,
        turn=course.begun,
        seat=seat,
        now=now,
        moved=laid,
        within=course.position.active not in {seat, *course.position.resigned},
        again=course.turn > max(course.begun, timer.turn),
    )
    return called(timer, hand_of(after, seat, known), now)


def _foreseen(after: Game, timer: Timer, tempo: Tempo, known: Known) -> Timer:
    """The clock with the moment at which the time will be up; where nobody plays, it does not run."""
    if tempo.resting:
        return replace(timer, until=None)
    if timer.seat not in persons(after):
        return replace(timer, until=None, rests=None, call=Call.NEVER)
    return replace(timer, until=time_up(timer, tempo.clock, hand_of(after, timer.seat, known)))
