"""``rescue``: what whoever manages a chat can do when a game is stuck."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.clocks.timer import charged
from bot.games import seats
from bot.games.access import fresh, heirs_moment, host_name, in_charge, present, running
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.habits import Habits, habits_of
from bot.games.header import Status
from bot.games.parser import read_number
from bot.games.play import changed, cut, played, retimed
from bot.games.presence import is_heir
from bot.games.settle import settle
from bot.games.undone import OUTSIDE, Consent, with_note
from bot.refusal import Refused
from bot.scene import Choice, Phrase, Scene, Style
from bot.store.protocol import Cut
from bot.timing.timekeeping import hand_of
from bot.usecases.beyond import Beyond
from bot.usecases.info import state
from core import BastideError, parse_action
from core.actions import SKIP
from core.automatic import choose

BACK: Final = 4
"""So many turns are offered to go back to; others can be typed."""
UNMANAGED: Final = frozenset({"web"})
"""Platforms on which nobody manages a place: there the host does, or who stands in for a silent host."""


async def rescue(beyond: Beyond, asking: Asking) -> Scene | Game:
    """``rescue`` shows how the game stands.

    ``rescue skip``, ``pause``, ``resume``, ``free SEAT``, ``back TURN`` and ``redo`` change it.
    """
    game = present(asking)
    _manages(asking, game)
    if asking.words:
        fresh(asking, game)
    match asking.words:
        case ():
            return await _see(beyond, asking, game)
        case ("skip",):
            return skip(asking)
        case ("pause",):
            return pause(asking)
        case ("resume",):
            return resume(asking)
        case ("free", word):
            return free(asking, word)
        case ("back", word):
            return back(asking, word)
        case ("redo",):
            return redo(asking, await beyond.store.undone(game.channel, game.id))
        case _:
            raise Refused("usage.rescue")


def _manages(asking: Asking, game: Game) -> None:
    unmanaged = game.channel.platform in UNMANAGED
    if asking.request.admin or (unmanaged and (in_charge(asking, game) or is_heir(asking, game))):
        return
    if unmanaged:
        only = Phrase.of("refusal.only_table_host", who=host_name(game))
        raise Refused("refusal.until_heirs", refusal=only, when=heirs_moment(game))
    raise Refused("refusal.only_admin")


async def _see(beyond: Beyond, asking: Asking, game: Game) -> Scene:
    """How the game stands, what of it has been shown, and what can be done about it."""
    shown = state(asking)
    lines = [
        *shown.lines,
        Phrase.of("rescue.stored", game=game.id, version=game.version, posted=game.shown.seen(game.id)),
    ]
    cut = _taken_back(game, await beyond.store.undone(game.channel, game.id))
    if cut is not None:
        lines.append(Phrase.of("rescue.undone", count=len(cut.actions)))
    rows = (*_seat_rows(game), _turn_row(game), _last_row(game, redo=cut is not None))
    return replace(shown, lines=tuple(lines), rows=tuple(row for row in rows if row))


def _seat_rows(game: Game) -> tuple[tuple[Choice, ...], ...]:
    if game.course is None or game.header.status is not Status.RUNNING:
        return ()
    position = game.course.position
    skipping = Choice(
        Phrase.of("choice.rescue_skip", who=game.who(position.seat)), "rescue skip", Style.DANGER
    )
    freeing = tuple(
        Choice(Phrase.of("choice.rescue_free", who=game.who(seat)), f"rescue free {seat + 1}", Style.DANGER)
        for seat, person in enumerate(game.header.people)
        if not seats.is_free(person) and seat not in position.resigned
    )
    timer = game.header.tempo.timer
    if timer is None:
        return (skipping,), freeing
    if timer.paused:
        clock = Choice(Phrase("choice.rescue_resume"), "rescue resume", Style.DANGER)
    else:
        clock = Choice(Phrase("choice.rescue_pause"), "rescue pause", Style.DANGER)
    return (skipping, clock), freeing


def _turn_row(game: Game) -> tuple[Choice, ...]:
    course = game.course
    if course is None:
        return ()
    last = course.steps[-1].turn if course.steps else 0
    return tuple(
        Choice(Phrase.of("choice.rescue_back", turn=turn), f"rescue back {turn}", Style.DANGER)
        for turn in range(last, max(0, last - BACK), -1)
    )


def _last_row(game: Game, *, redo: bool) -> tuple[Choice, ...]:
    row = []
    if redo:
        row.append(Choice(Phrase("choice.rescue_redo"), "rescue redo", Style.DANGER))
    if game.header.status is not Status.OVER:
        row.append(Choice(Phrase("choice.rescue_end"), "end", Style.DANGER))
    return tuple(row)


def skip(asking: Asking) -> Game:
    """Let the seat that has to decide lose its turn; a decision that cannot be skipped is taken for it."""
    game, course = running(asking)
    action = SKIP if course.position.can(SKIP) else choose(course.position)
    return played(asking, _told(game), course, action)


def _told(game: Game) -> Game:
    """The game as one whose course was changed from outside: then it is nobody's win and nobody's loss."""
    return replace(game, header=replace(game.header, meddled=True))


def pause(asking: Asking) -> Game:
    """Stop all clocks without asking anyone."""
    game, _ = running(asking)
    tempo = game.header.tempo
    if tempo.timer is None or tempo.timer.paused:
        raise Refused("refusal.paused")
    used = charged(tempo.timer, hand_of(game, tempo.timer.seat, asking.known), asking.now)
    timer = replace(used, paused=True)
    return retimed(asking, game, tempo=replace(tempo, ballot=None, note=None, timer=timer))


def resume(asking: Asking) -> Game:
    """Let the clocks run again."""
    game, _ = running(asking)
    tempo = game.header.tempo
    if tempo.timer is None or not tempo.timer.paused:
        raise Refused("refusal.not_paused")
    timer = replace(tempo.timer, paused=False, since=asking.now)
    return retimed(asking, game, tempo=replace(tempo, timer=timer))


def free(asking: Asking, word: str) -> Game:
    """Free a seat, named by its number, for whoever wants to go on with it."""
    game, course = running(asking)
    number = read_number(word)
    if number is None or not 1 <= number <= len(game.header.people):
        raise Refused("refusal.no_such_seat", count=len(game.header.people))
    seat = number - 1
    if seats.is_free(game.header.people[seat]) or seat in course.position.resigned:
        raise Refused("refusal.seat_is_free")
    return game.then(replace(seats.freed(game.header, seat), once=asking.request.once))


def back(asking: Asking, word: str) -> Game:
    """Go back to the beginning of a turn, also in a game that is over."""
    game, course = _played(asking)
    turn, last = read_number(word), course.steps[-1].turn if course.steps else 0
    if turn is None or not 1 <= turn <= last:
        raise Refused("refusal.no_such_turn", last=last)
    keep = sum(step.turn < turn for step in course.steps)
    after = cut(course, keep)
    settle(after, habits=_away(asking, game, after))
    return _restored(asking, game, course, after)


def redo(asking: Asking, cuts: Sequence[Cut]) -> Game:
    """Bring back what was taken back last and is not there again."""
    game, course = _played(asking)
    last = _taken_back(game, cuts)
    if last is None:
        raise Refused("refusal.nothing_undone")
    after = cut(course, last.keep)
    try:
        for text in last.actions:
            after.play(parse_action(text))
    except BastideError as error:
        raise Refused("refusal.nothing_undone") from error
    settle(after, habits=_away(asking, game, after))
    return _restored(asking, game, course, after)


def _taken_back(game: Game, cuts: Sequence[Cut]) -> Cut | None:
    """The last cut whose actions are not there again; None when nothing is to be brought back.

    Once more has been played since than was taken back, it is history: to bring it back would lose more.
    """
    if game.course is None:
        return None
    now = _texts(game.course)
    for last in reversed(cuts):
        if 0 <= len(now) - last.keep <= len(last.actions) and now[last.keep :] != last.actions:
            return last
    return None


def _texts(course: Course) -> tuple[str, ...]:
    return tuple(str(step.action) for step in course.steps)


def _played(asking: Asking) -> tuple[Game, Course]:
    game = present(asking)
    if game.course is None:
        raise Refused("refusal.not_begun", count=len(game.header.people))
    return game, game.course


def _away(asking: Asking, game: Game, after: Course) -> Habits:
    """Who is played automatically there: nobody would move for them otherwise."""
    return replace(habits_of(replace(game, course=after), asking.known), preferences=())


def _restored(asking: Asking, game: Game, course: Course, after: Course) -> Game:
    """The game with another course, also when it was over. What was seen is told."""
    # The end of a game shows its seed, and with it all that would come.
    shown = game.header.bag_shown or (game.header.status is Status.OVER and after.position.hides)
    seat = game.seat_of(asking.person)
    undone = with_note(game.header.undone, course, after, OUTSIDE if seat is None else seat, Consent.RESCUE)
    header = replace(
        game.header,
        status=Status.RUNNING,
        ended_by="",
        ender="",
        bag_shown=shown,
        undone=undone,
        meddled=True,
    )
    return changed(asking, replace(game, header=header), after)
