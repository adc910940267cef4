"""What needs others' consent: undoing once more has been seen or decided, pausing, ending. And votes."""

from dataclasses import replace
from typing import Final

from bot.clocks.ballot import YES, Ballot, Question
from bot.clocks.control import Timeout
from bot.clocks.timer import Call, charged, given_time
from bot.games.access import fresh, player, running
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.habits import persons
from bot.games.opponents import seats_of_opponents
from bot.games.play import ended, retimed, returned, taken_back
from bot.games.undo import is_own, last_decision, last_decision_of
from bot.games.undoing import is_off, traded, undoing
from bot.games.undone import Consent
from bot.refusal import Refused, Stale
from bot.timing.timekeeping import asked, hand_of
from bot.timing.timeup import decide

ASK: Final = "ask"
RESUME: Final = frozenset({"off", "resume"})


def undo(asking: Asking) -> Game:
    """``undo``: undo one's own last step, as long as nobody else has decided anything since.

    Once the next tile has been seen it is as the game has agreed: the next player is asked, or it is done and
    told to all, or it is refused. A move that waits to be confirmed is dropped instead. ``undo ask`` undoes
    all since one's own last step, others' steps too, if all others agree.
    """
    game, course = running(asking)
    seat = player(asking, game)
    wide = bool(asking.words) and asking.words[0].lower() == ASK
    if not wide and game.header.tempo.asks and seat == course.position.seat:
        return retimed(asking, game, tempo=replace(game.header.tempo, asks=""))
    way = undoing(game, course)
    if way is None or way.seat != seat:
        # Whoever plays alone has nobody to ask.
        wide = wide or persons(game) == (seat,)
        return _ask_all(asking, game, course, seat) if wide else _refused(asking, game, course, seat)
    fresh(asking, game)
    if way.asks is None:
        return taken_back(asking, game, course, way.keep, seat=seat, consent=Consent.NOBODY)
    ballot = Ballot(Question.UNDO, seat, game.version + 1, way.keep, only=way.asks)
    return _ask(asking, game, course, ballot)


def _refused(asking: Asking, game: Game, course: Course, seat: int) -> Game:
    """Say why a seat's last step cannot be undone. Always raises Refused."""
    last = last_decision(course, game.header.tempo.automatic, seats_of_opponents(game.header))
    own = last_decision_of(course, seat)
    if own is not None and is_off(game, course, own):
        raise Refused("refusal.undo_off")
    if last is not None and last[0].seat != seat:
        raise Refused("refusal.undo_not_yours", who=game.who(last[0].seat))
    fresh(asking, game)
    if last is None:
        raise Refused("refusal.nothing_to_undo")
    if not is_own(last[0]):
        raise Refused("refusal.undo_decided")
    if not last[0].reveals and (why := traded(game, course, last[1])):
        raise Refused(why)
    raise Refused("refusal.undo_revealed")


def _ask_all(asking: Asking, game: Game, course: Course, seat: int) -> Game:
    """Undo everything since a seat's own last decision, if all others agree."""
    keep = last_decision_of(course, seat)
    if keep is None:
        raise Refused("refusal.nothing_to_undo")
    if is_off(game, course, keep):
        raise Refused("refusal.undo_off")
    return _ask(asking, game, course, Ballot(Question.UNDO, seat, game.version + 1, keep))


def pause(asking: Asking) -> Game:
    """``pause``: stop all clocks, if all others agree. ``pause off``: let them run, whoever says so.

    That goes for a game that rests because nobody was there, too.
    """
    game, course = running(asking)
    seat = player(asking, game)
    timer = game.header.tempo.timer
    paused = timer is not None and timer.paused
    if asking.words[:1] and asking.words[0].lower() in RESUME:
        if game.header.tempo.resting and not paused:
            return _woken(asking, game)
        if timer is None or not paused:
            raise Refused("refusal.not_paused")
        timer = replace(timer, paused=False, since=asking.now)
        return retimed(asking, game, tempo=replace(game.header.tempo, timer=timer))
    if paused:
        raise Refused("refusal.paused")
    return _ask(asking, game, course, Ballot(Question.PAUSE, seat, game.version + 1))


def _woken(asking: Asking, game: Game) -> Game:
    """Whoever says something wakes a game that rests; a question that nobody answered is dropped."""
    tempo = game.header.tempo
    ballot = tempo.ballot
    if ballot is None or ballot.question is not Question.TIME_UP or tempo.timer is None:
        return retimed(asking, game)
    timer = replace(given_time(tempo.timer, tempo.clock, asking.now), call=Call.LATER)
    return retimed(asking, game, tempo=replace(tempo, ballot=None, timer=timer))


def ask_to_end(asking: Asking) -> Game:
    """``end ask``: end the game, so that it counts for nobody, if nobody refuses in time."""
    game, course = running(asking)
    seat = player(asking, game)
    return _ask(asking, game, course, Ballot(Question.ENDING, seat, game.version + 1))


def vote(asking: Asking) -> Game:
    """``vote CHOICE``: answer the open question; an earlier answer of one's own is replaced."""
    game, course = running(asking)
    seat = player(asking, game)
    ballot = game.header.tempo.ballot
    request = asking.request
    if ballot is None or ballot.refused:
        raise Refused("refusal.nothing_to_vote")
    if request.game and request.version is not None and request.version < ballot.version:
        raise Stale("refusal.old_vote")
    if seat not in ballot.voters(persons(game)):
        raise _not_asked(game, ballot)
    choice = asking.words[0].lower() if len(asking.words) == 1 else ""
    if choice not in ballot.choices:
        raise Refused("usage.vote", choices=ballot.choices)
    return settled(asking, game, course, ballot.with_vote(seat, choice))


def is_away(asking: Asking, game: Game) -> bool:
    """Whether the asking person's seat is played automatically."""
    return game.seat_of(asking.person) in game.header.tempo.automatic


def come_back(asking: Asking) -> Game:
    """``join`` in a running game: play one's seat oneself again."""
    game, _ = running(asking)
    return retimed(asking, returned(game, player(asking, game)))


def _not_asked(game: Game, ballot: Ballot) -> Refused:
    """What to say to somebody who may not answer the open question."""
    if ballot.only is None:
        return Refused("refusal.no_vote")
    return Refused("refusal.not_asked", who=game.who(ballot.only))


def _ask(asking: Asking, game: Game, course: Course, ballot: Ballot) -> Game:
    other = game.header.tempo.ballot
    if other is not None and not other.refused and not other.lapsed(asking.now):
        if other.only is not None and (other.question, other.seat) == (ballot.question, ballot.seat):
            raise Refused("refusal.undo_asked", who=game.who(other.only))
        to_answer = ballot.seat in other.voters(persons(game)) and ballot.seat not in other.votes
        raise Refused("refusal.other_question" if to_answer else "refusal.others_question")
    ballot, note = asked(game, ballot, asking.known, asking.now)
    noted = replace(game, header=replace(game.header, tempo=replace(game.header.tempo, note=note)))
    return settled(asking, noted, course, ballot)


def settled(asking: Asking, game: Game, course: Course, ballot: Ballot) -> Game:
    """What becomes of a question with the votes that it has."""
    tempo = game.header.tempo
    answer = ballot.decided(ballot.voters(persons(game)), asking.now)
    if ballot.question is Question.TIME_UP and answer is not None:
        return decide(asking, game, course, Timeout(answer))
    if answer != YES:
        return retimed(asking, game, tempo=replace(tempo, ballot=ballot))
    if ballot.question is Question.UNDO:
        given = _given(game, ballot)
        return taken_back(asking, game, course, ballot.keep, seat=ballot.seat, consent=given)
    if ballot.question is Question.ENDING:
        return ended(asking, game.then(game.header), by=game.header.people[ballot.seat])
    timer = tempo.timer
    if timer is None:
        raise Refused("refusal.not_begun", count=len(game.header.people))
    timer = replace(charged(timer, hand_of(game, timer.seat, asking.known), asking.now), paused=True)
    return retimed(asking, game, tempo=replace(tempo, ballot=None, note=None, timer=timer))


def _given(game: Game, ballot: Ballot) -> Consent:
    """Whose consent a question has that has been agreed to."""
    if ballot.only is not None:
        return Consent.NEXT
    return Consent.ALL if ballot.voters(persons(game)) else Consent.NOBODY
