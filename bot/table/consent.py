"""What needs the others' consent: taking back more than one's own last step, pausing, ending. And votes."""

from dataclasses import replace
from typing import Final

from bot.store.protocol import Change
from bot.table import play
from bot.table.access import player, running
from bot.table.asking import Asking
from bot.table.ballot import YES, Ballot, Question
from bot.table.clock import Timeout
from bot.table.clock_timer import Call, charged, given_time
from bot.table.course import Course
from bot.table.game import Game, Proposal
from bot.table.habits import persons
from bot.table.play import ended, retimed, taken_back
from bot.table.refusal import Refused, Stale
from bot.table.timekeeping import asked, hand_of
from bot.table.timeup import decide
from bot.table.undo import last_decision_of

ASK: Final = "ask"
RESUME: Final = frozenset({"off", "resume"})


def undo(asking: Asking) -> Proposal:
    """``undo``: take back one's own last step. ``undo ask``: more than that, if all others agree."""
    return _ask_undo(asking) if asking.words[:1] and asking.words[0].lower() == ASK else play.undo(asking)


def _ask_undo(asking: Asking) -> Proposal:
    """Take back everything since one's own last decision, if all others agree."""
    game, course = running(asking)
    seat = player(asking, game)
    keep = last_decision_of(course, seat)
    if keep is None:
        raise Refused("refusal.nothing_to_undo")
    return _ask(asking, game, course, Ballot(Question.UNDO, seat, game.version + 1, keep))


def pause(asking: Asking) -> Proposal:
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
        return retimed(asking, game, tempo=game.header.tempo.but(timer=timer))
    if paused:
        raise Refused("refusal.paused")
    return _ask(asking, game, course, Ballot(Question.PAUSE, seat, game.version + 1))


def _woken(asking: Asking, game: Game) -> Proposal:
    """Whoever says something wakes a game that rests; a question that nobody answered is dropped."""
    tempo = game.header.tempo
    ballot = tempo.ballot
    if ballot is None or ballot.question is not Question.TIME_UP or tempo.timer is None:
        return retimed(asking, game)
    timer = replace(given_time(tempo.timer, tempo.clock, asking.now), call=Call.LATER)
    return retimed(asking, game, tempo=tempo.but(ballot=None, timer=timer))


def ask_to_end(asking: Asking) -> Proposal:
    """``end ask``: end the game, so that it counts for nobody, if nobody refuses in time."""
    game, course = running(asking)
    seat = player(asking, game)
    return _ask(asking, game, course, Ballot(Question.ENDING, seat, game.version + 1))


def vote(asking: Asking) -> Proposal:
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
        raise Refused("refusal.no_vote")
    choice = asking.words[0].lower() if len(asking.words) == 1 else ""
    if choice not in ballot.choices:
        raise Refused("usage.vote", choices=ballot.choices)
    return settled(asking, game, course, ballot.with_vote(seat, choice))


def is_away(asking: Asking, game: Game) -> bool:
    """Whether the asking person's seat is played automatically."""
    return game.seat_of(asking.person) in game.header.tempo.automatic


def come_back(asking: Asking) -> Proposal:
    """``join`` in a running game: play one's seat oneself again."""
    game, _ = running(asking)
    seat = player(asking, game)
    tempo = game.header.tempo
    return retimed(asking, game, tempo=tempo.but(automatic=tempo.automatic - {seat}))


def _ask(asking: Asking, game: Game, course: Course, ballot: Ballot) -> Proposal:
    other = game.header.tempo.ballot
    if other is not None and not other.refused and not other.lapsed(asking.now):
        raise Refused("refusal.other_question")
    ballot, note = asked(game, ballot, asking.known, asking.now)
    noted = replace(game, header=game.header.but(tempo=game.header.tempo.but(note=note)))
    proposal = settled(asking, noted, course, ballot)
    changes = proposal.after.header.changes_from(game.header)
    return replace(proposal, before=game, change=replace(proposal.change, header=changes))


def settled(asking: Asking, game: Game, course: Course, ballot: Ballot) -> Proposal:
    """What becomes of a question with the votes that it has."""
    tempo = game.header.tempo
    answer = ballot.decided(ballot.voters(persons(game)), asking.now)
    if ballot.question is Question.TIME_UP and answer is not None:
        return decide(asking, game, course, Timeout(answer))
    if answer != YES:
        return retimed(asking, game, tempo=tempo.but(ballot=ballot))
    if ballot.question is Question.UNDO:
        return taken_back(asking, game, course, ballot.seat, ballot.keep)
    if ballot.question is Question.ENDING:
        after = replace(game, version=game.version + 1)
        return ended(asking, game, after, Change(), by=game.header.people[ballot.seat])
    timer = tempo.timer
    if timer is None:
        raise Refused("refusal.not_begun", count=len(game.header.people))
    timer = replace(charged(timer, hand_of(game, timer.seat, asking.known), asking.now), paused=True)
    return retimed(asking, game, tempo=tempo.but(ballot=None, note=None, timer=timer))
