"""What is due at a moment: a call, a reminder, a question, or that the time is up. Never two at once."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.clocks.tempo import RESTS_AFTER, Note, Reason, Tempo, reason_of
from bot.clocks.timer import Call, Timer, next_call, reminders_passed, time_up
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.habits import persons
from bot.games.header import Status
from bot.games.play import retimed
from bot.people import Channel, Person
from bot.request import Request
from bot.timing.timekeeping import hand_of, missed_at, to_ask, unanswered_at
from bot.timing.timeup import ask_others, time_is_up
from bot.usecases.consent import settled

MOVED: Final = timedelta(minutes=1)
"""A moment that was told to the players is corrected when it has moved by so much."""
NOBODY: Final = Person("", "clock", "")


def alarm(channel: Channel) -> Request:
    """The request of a clock: nobody's. The game's version alone makes sure that it is done once."""
    return Request(channel, NOBODY, "", "")


def rings(asking: Asking) -> Game | None:
    """What is due now by the game's clock; None when nothing is."""
    game = asking.game
    if game is None or game.course is None or game.header.status is not Status.RUNNING:
        return None
    tempo = game.header.tempo
    timer = tempo.timer
    if timer is None:
        return None
    if tempo.resting and not tempo.asks_to_end:
        return None
    asked = _question(asking, game, game.course)
    if asked is not None or tempo.resting or timer.seat not in persons(game):
        return asked
    hand = hand_of(game, timer.seat, asking.known)
    up = time_up(timer, tempo.clock, hand)
    if up is not None and up <= asking.now:
        return _missed(asking, game, game.course, time_is_up)
    missed = missed_at(game, asking.known)
    if missed is not None and missed <= asking.now:
        return _missed(asking, game, game.course, ask_others)
    passed = reminders_passed(timer, tempo.clock, hand, asking.now)
    call = next_call(timer, hand)
    if call is not None and call <= asking.now:
        return _told(asking, game, replace(timer, call=Call.DONE, reminded=passed), Reason.TURN)
    if passed > timer.reminded:
        return _told(asking, game, replace(timer, reminded=passed), Reason.REMINDER)
    if up is not None and (timer.until is None or abs(up - timer.until) >= MOVED):
        return retimed(asking, game)
    return None


def _missed(
    asking: Asking, game: Game, course: Course, follow: Callable[[Asking, Game, Course], Game]
) -> Game:
    """Somebody's time is up once more: what follows from that, until nobody seems to be there any more."""
    tempo = replace(game.header.tempo, missed=game.header.tempo.missed + 1)
    if tempo.resting:
        return _rests(asking, game, replace(tempo, ballot=tempo.ballot if tempo.asks_to_end else None))
    return follow(asking, replace(game, header=replace(game.header, tempo=tempo)), course)


def _rests(asking: Asking, game: Game, tempo: Tempo) -> Game:
    """Nobody is there: from now on nothing is played, asked or said until somebody does something."""
    return retimed(asking, game, tempo=replace(tempo, missed=RESTS_AFTER, note=None))


def _question(asking: Asking, game: Game, course: Course) -> Game | None:
    """Tell those of the open question who slept, or were never told; or let the votes decide it.

    A question that nobody answers in time stays as it is, and the game rests.
    """
    tempo = game.header.tempo
    ballot = tempo.ballot
    if ballot is None:
        return None
    seats = [seat for seat, when in to_ask(game, asking.known).items() if when <= asking.now]
    if not seats:
        moment = ballot.settles(ballot.voters(persons(game)))
        if moment is not None and moment <= asking.now:
            return settled(asking, game, course, ballot)
        moment = unanswered_at(game)
        return _rests(asking, game, tempo) if moment is not None and moment <= asking.now else None
    people = tuple(game.header.keys[seat] for seat in seats)
    note = Note(game.version + 1, asking.now, reason_of(ballot), people)
    told = replace(ballot, told=(*ballot.told, *seats))
    return retimed(asking, game, tempo=replace(tempo, ballot=told, note=note))


def _told(asking: Asking, game: Game, timer: Timer, reason: Reason) -> Game:
    person = game.header.people[timer.seat]
    preferences = asking.known.of(person)
    private = (preferences.language or person.language) if preferences.private else ""
    note = Note(game.version + 1, asking.now, reason, (person.key,), private)
    return retimed(asking, game, tempo=replace(game.header.tempo, timer=timer, note=note))
