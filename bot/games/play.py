"""The moves of a running game: decide, turn the tile just laid, undo, resign."""

from dataclasses import replace

from bot.clocks.tempo import Tempo
from bot.games.access import fresh, in_phase, mover, player, running
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.habits import habits_of, persons
from bot.games.header import Status
from bot.games.moves import Move
from bot.games.names import clean_name
from bot.games.settle import settle
from bot.games.undo import last_decision, turnable
from bot.games.undone import Consent, seen_since, until, with_note
from bot.people import Person
from bot.refusal import Refused
from core import Action, Draw, Place, Resign


def move(asking: Asking, rule: Move) -> Game:
    """A decision of the rules, by whoever has to take it. Who wants to is asked again first.

    The confirmed command ends in ``yes``.
    """
    game, course = running(asking)
    seat = mover(asking, game, course)
    in_phase(asking, game, course, *rule.phases)
    fresh(asking, game)
    confirmed = asking.command.confirmed
    words = asking.words[:-1] if confirmed else asking.words
    action = rule.read(course.position, words)
    if asking.known.of(asking.person).confirm and not confirmed and not isinstance(action, Draw):
        asks = " ".join((asking.command.name, *words))
        return retimed(asking, game, tempo=replace(game.header.tempo, asks=asks))
    may_turn = isinstance(action, Place) and len(words) == 1
    return played(asking, returned(game, seat), course, action, may_turn=may_turn)


def turn(asking: Asking) -> Game:
    """``turn``: lay the tile just laid in its next look, in one change, until the next tile has been seen."""
    game, course = running(asking)
    seat = player(asking, game)
    last = last_decision(course)
    mine = last is not None and last[0].seat == seat and isinstance(last[0].action, Place)
    mine = mine and last is not None and not seen_since(course, last[1])
    if not mine:
        mover(asking, game, course)
    fresh(asking, game)
    if not mine:
        raise Refused("refusal.nothing_to_turn")
    found = turnable(course)
    if found is None:
        raise Refused("refusal.one_look")
    action, keep = found
    return played(asking, game, course, action, keep=keep, may_turn=True)


def taken_back(asking: Asking, game: Game, course: Course, keep: int, *, seat: int, consent: Consent) -> Game:
    """All but the first ``keep`` actions taken back, so that a seat decides anew: its person, nobody else.

    Where more has been seen since, that is noted with who has agreed.
    """
    after = cut(course, keep)
    undone = with_note(game.header.undone, course, after, seat, consent)
    game = returned(game, seat)
    return changed(asking, replace(game, header=replace(game.header, undone=undone)), after)


def returned(game: Game, seat: int) -> Game:
    """The game in which a seat's person plays it again, who may have been away."""
    tempo = game.header.tempo
    return replace(
        game, header=replace(game.header, tempo=replace(tempo, automatic=tempo.automatic - {seat}))
    )


def resign(asking: Asking) -> Game:
    """``resign yes``: leave the game; the others play on. Where nobody is left to play on, it ends."""
    game, course = running(asking)
    seat = player(asking, game)
    left = played(asking, game, course, Resign(seat))
    if left.header.status is Status.RUNNING and not persons(left):
        return ended(asking, left, by=asking.person)
    return left


def ended(asking: Asking, after: Game, *, by: Person) -> Game:
    """The game as ``after`` has it, ended by a person's will."""
    seat, names = after.seat_of(by), after.header.names
    header = replace(
        after.header,
        status=Status.OVER,
        ended_by=clean_name(by.name, names) if seat is None else names[seat],
        ender=by.key,
        since=asking.now,
        once=asking.request.once,
    )
    return replace(after, header=header)


def played(
    asking: Asking,
    game: Game,
    course: Course,
    action: Action,
    *,
    keep: int | None = None,
    may_turn: bool = False,
) -> Game:
    """The action, after taking back all but the first ``keep`` actions, and whatever follows of itself."""
    after = cut(course, len(course.steps) if keep is None else keep)
    after.play(action)
    habits = habits_of(replace(game, course=after), asking.known)
    settle(after, may_turn=may_turn, habits=habits)
    return changed(asking, game, after)


def retimed(asking: Asking, game: Game, *, tempo: Tempo | None = None) -> Game:
    """The game with another header alone, and another tempo if there is one: the position stays."""
    return game.then(replace(game.header, once=asking.request.once, tempo=tempo or game.header.tempo))


def cut(course: Course, keep: int) -> Course:
    """The course with its first ``keep`` actions only."""
    shorter = course.copy()
    while len(shorter.steps) > keep:
        shorter.undo()
    return shorter


def changed(asking: Asking, game: Game, after: Course) -> Game:
    """The game with another course."""
    undone = until(game.header.undone, after.turn)
    header = replace(game.header, since=asking.now, once=asking.request.once, undone=undone)
    if after.position.over:
        header = replace(header, status=Status.OVER)
    return game.then(header, after)
