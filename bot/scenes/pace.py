"""What the public scene says and offers about time: until when, who is away, what is asked of the players."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.clocks.ballot import NO, TIME_UP_CHOICES, YES, Ballot, Question
from bot.clocks.control import NO_CLOCK, Timeout
from bot.clocks.timer import Call
from bot.families import Family
from bot.games import describe_time
from bot.games.course import Course
from bot.games.game import Game
from bot.games.habits import persons
from bot.scene import ANYONE, Audience, Choice, Face, Phrase, Row, Style
from core import Place

_HARSH = frozenset({Timeout.REPLACE, Timeout.REMOVE})
VOTE: Final = Family("choice.vote.{}", of=(YES, NO, *TIME_UP_CHOICES))


def calls(game: Game) -> bool:
    """Whether the message of a new turn mentions its player: not whoever is muted or in quiet hours."""
    timer = game.header.tempo.timer
    return timer is None or timer.call is Call.NOW


def lines(game: Game, course: Course, now: datetime) -> Iterator[Phrase]:
    """Until when the player has to move, or why no clock runs; and what is asked."""
    tempo = game.header.tempo
    timer = tempo.timer
    if timer is None:
        return
    who = game.who(timer.seat)
    if tempo.automatic and persons(game):
        yield Phrase.of("clock.automatic", who=game.everyone(tuple(sorted(tempo.automatic))))
    elif tempo.automatic:
        # The computer stands in for those who are away as long as somebody plays, and no longer.
        yield Phrase("clock.all_away")
    if timer.paused:
        yield Phrase("clock.paused")
    elif tempo.resting:
        yield Phrase("clock.asleep")
    elif timer.rests is not None:
        yield Phrase.of("clock.rests", who=who, when=describe_time.moment(game, timer.rests))
    if timer.until is not None:
        yield until(game, now)
    if timer.up and tempo.ballot is None:
        yield Phrase.of("clock.up", who=who)
    if tempo.ballot is not None:
        yield from _asked(game, course, tempo.ballot)


def until(game: Game, now: datetime) -> Phrase:
    """Until when the player has to move, and how long that is from now on."""
    timer = game.header.tempo.timer
    if timer is None or timer.until is None:
        return Phrase("clock.open_end")
    return Phrase.of(
        "clock.until",
        left=describe_time.span(timer.until - now),
        when=describe_time.moment(game, timer.until),
    )


def silent_for(game: Game, when: datetime | None) -> Phrase | None:
    """For how long the player had not moved at a moment; None in a game with a clock, which says it all."""
    timer = game.header.tempo.timer
    if when is None or timer is None or game.header.tempo.clock != NO_CLOCK:
        return None
    return describe_time.span(when - timer.began)


def rows(game: Game) -> tuple[Row, ...]:
    """The answers to what is asked, and the button that ends a pause."""
    tempo = game.header.tempo
    found: list[Row] = []
    if tempo.ballot is not None and not tempo.ballot.refused:
        voters = _of(game, tempo.ballot.voters(persons(game)))
        only = tempo.ballot.only
        actor = ANYONE if only is None else game.header.keys[only]
        found.append(tuple(_answer(choice, actor, voters) for choice in tempo.ballot.choices))
    away = sorted(tempo.automatic)
    if away:
        found.append(
            tuple(
                Choice(
                    Phrase.of("choice.come_back", who=game.who(seat)),
                    "join",
                    actor=game.header.keys[seat],
                    own=Phrase("choice.come_back_own"),
                )
                for seat in away
            )
        )
    if tempo.resting and not (tempo.timer is not None and tempo.timer.paused):
        found.append((Choice(Phrase("choice.wake"), "pause off", Style.MAIN, actor=ANYONE),))
    if tempo.timer is not None and tempo.timer.paused:
        gone = frozenset() if game.course is None else game.course.position.resigned
        players = _of(game, (seat for seat in range(len(game.header.people)) if seat not in gone))
        resume = Choice(Phrase("choice.resume"), "pause off", Style.MAIN, actor=ANYONE, audience=players)
        found.append((resume,))
    return tuple(found)


def _of(game: Game, seats: Iterable[int]) -> Audience:
    return Audience(frozenset(game.header.keys[seat] for seat in seats))


def confirming(game: Game, face: Face) -> Face:
    """The face of a decision that waits to be confirmed."""
    asks = game.header.tempo.asks
    if not asks:
        return face
    offered = (choice.label for row in face.rows for choice in row if choice.command == asks)
    label = next(offered, Phrase.of("asks.typed", command=asks))
    row = (
        Choice(Phrase.of("choice.confirm", choice=label), f"{asks} yes", Style.MAIN),
        Choice(Phrase("choice.back"), "undo"),
    )
    return replace(
        face, lines=(*face.lines, Phrase.of("prompt.confirm", choice=label)), rows=(row,), offer=None
    )


def _asked(game: Game, course: Course, ballot: Ballot) -> Iterator[Phrase]:
    who = game.who(ballot.seat)
    match ballot.question:
        case Question.TIME_UP if ballot.offered:
            yield Phrase.of("vote.offered", who=who)
        case Question.TIME_UP:
            span = silent_for(game, ballot.asked)
            yield Phrase.of("vote.silent", who=who, span=span) if span else Phrase.of("vote.time_up", who=who)
        case Question.UNDO if ballot.only is not None:
            next_player = game.who(ballot.only)
            if ballot.refused:
                yield Phrase.of("vote.declined", who=next_player)
            else:
                yield Phrase.of("vote.undo_next", who=who, next=next_player)
            return
        case Question.UNDO:
            tiles = sum(isinstance(step.action, Place) for step in course.steps[ballot.keep :])
            yield Phrase.of("vote.undo", who=who, count=tiles) if tiles else Phrase.of("vote.step", who=who)
        case Question.PAUSE:
            yield Phrase.of("vote.pause", who=who)
        case Question.ENDING:
            yield Phrase.of("vote.ending", who=who)
    yield from _deadline(game, ballot)
    for seat, choice in sorted(ballot.votes.items()):
        yield Phrase.of("vote.cast", who=game.who(seat), choice=Phrase(VOTE(choice)))
    if ballot.refused:
        yield Phrase("vote.refused")


def _deadline(game: Game, ballot: Ballot) -> Iterator[Phrase]:
    """Until when the question is open, and what becomes of it then."""
    if ballot.closes is None or ballot.refused:
        return
    when = describe_time.moment(game, ballot.closes)
    if ballot.question is Question.ENDING:
        yield Phrase.of("vote.silence_agrees", when=when)
    elif len(ballot.voters(persons(game))) > 1:
        yield Phrase.of("vote.closes", when=when)


def _answer(choice: str, actor: str, voters: Audience) -> Choice:
    label = Phrase(VOTE(choice))
    style = Style.MAIN if choice in {YES, Timeout.WAIT} else Style.PLAIN
    return Choice(label, f"vote {choice}", Style.DANGER if choice in _HARSH else style, actor, voters)
