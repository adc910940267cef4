"""When a player's time is up: the vote of the others, and what each outcome does."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.clocks.ballot import Ballot, Question
from bot.clocks.control import Timeout
from bot.clocks.timer import given_time
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.habits import ASK_ALWAYS, habits_of, persons
from bot.games.play import changed, played, retimed
from bot.games.seats import freed, is_free
from bot.games.settle import settle
from bot.timing.timekeeping import asked
from core import Resign, Skip
from core.automatic import choose

Outcome = Callable[[Asking, Game, Course], Game]


def time_is_up(asking: Asking, game: Game, course: Course) -> Game:
    """The time of the seat to move is up: the others are asked, or what was agreed is done.

    While they are asked whether to end the game, the player gets the time once more.
    """
    if game.header.tempo.asks_to_end:
        return _wait(asking, game, course)
    timeout = game.header.tempo.timeout
    if timeout is not Timeout.VOTE:
        return decide(asking, game, course, timeout)
    return ask_others(asking, game, course)


def ask_others(asking: Asking, game: Game, course: Course) -> Game:
    """The others are asked what happens with the seat to move."""
    if game.header.tempo.asks_to_end:
        return _wait(asking, game, course)
    tempo, seat = game.header.tempo, course.position.seat
    if tempo.timer is None:
        raise ValueError("no clock runs in this game")
    question = Ballot(Question.TIME_UP, seat, game.version + 1)
    ballot, note = asked(game, question, asking.known, asking.now)
    tempo = replace(
        tempo,
        timer=replace(tempo.timer, up=True),
        # Where nobody can be asked, the game waits: whoever comes back plays on.
        ballot=ballot if ballot.voters(persons(game)) else None,
        note=note,
    )
    return retimed(asking, game, tempo=tempo)


def decide(asking: Asking, game: Game, course: Course, choice: Timeout) -> Game:
    """Do what was decided about the seat to move."""
    tempo = game.header.tempo
    answered = replace(game.header, tempo=replace(tempo, ballot=tempo.ballot if tempo.asks_to_end else None))
    return _OUTCOMES[choice](asking, replace(game, header=answered), course)


def _wait(asking: Asking, game: Game, course: Course) -> Game:
    """The player gets the same time once more."""
    tempo = game.header.tempo
    if tempo.timer is None or is_free(game.header.people[course.position.seat]):
        return retimed(asking, game)
    return retimed(asking, game, tempo=replace(tempo, timer=given_time(tempo.timer, tempo.clock, asking.now)))


def _skip(asking: Asking, game: Game, course: Course) -> Game:
    """The seat loses its turn. A decision that cannot be skipped is taken automatically."""
    if not course.position.can(Skip()):
        return _automatic_turn(asking, game, course)
    return played(asking, game, course, Skip())


def _automatic_turn(asking: Asking, game: Game, course: Course) -> Game:
    """The automatic player takes the decisions of this turn, of all its parts."""
    after, seat, turn = course.copy(), course.position.seat, course.begun
    position = after.position
    while not position.over and (position.seat, after.begun) == (seat, turn):
        forced = len(position.legal_actions()) == 1
        after.play(choose(position), automatic=not forced)
    settle(after, habits=habits_of(replace(game, course=after), asking.known))
    return changed(asking, game, after)


def _automatic_rest(asking: Asking, game: Game, course: Course) -> Game:
    """The automatic player takes this seat's decisions from now on."""
    tempo = game.header.tempo
    automatic = tempo.automatic | {course.position.seat}
    game = replace(game, header=replace(game.header, tempo=replace(tempo, automatic=automatic)))
    after = course.copy()
    habits = habits_of(game, asking.known)
    settle(after, habits=habits)
    if habits.automatic == ASK_ALWAYS.automatic:
        # The last one who played has gone: the game waits for whoever comes back, and reminds nobody.
        return retimed(asking, game, tempo=replace(game.header.tempo, note=None))
    return changed(asking, game, after)


def _offer(asking: Asking, game: Game, course: Course) -> Game:
    """The seat is free for whoever wants in."""
    return retimed(asking, replace(game, header=freed(game.header, course.position.seat)))


def _remove(asking: Asking, game: Game, course: Course) -> Game:
    """The seat leaves the game."""
    return played(asking, game, course, Resign(course.position.seat))


_OUTCOMES: Final[Mapping[Timeout, Outcome]] = {
    Timeout.WAIT: _wait,
    Timeout.SKIP: _skip,
    Timeout.AUTO: _automatic_turn,
    Timeout.REST: _automatic_rest,
    Timeout.REPLACE: _offer,
    Timeout.REMOVE: _remove,
}
