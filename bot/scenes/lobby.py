"""Before the game: who plays, what, and how fast; the rest is one tap away."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import Final

from bot.clocks.control import NO_CLOCK, Timeout
from bot.clocks.tempo import Reason
from bot.families import Family
from bot.games import describe, describe_time, sets
from bot.games.access import host_name
from bot.games.agreement import FEWEST
from bot.games.game import Game
from bot.games.header import Header, Hints, Order, Status, View
from bot.games.opponents import opponents
from bot.games.presence import heirs_from
from bot.games.undone import Undo
from bot.people import Person
from bot.scene import AUTO, THEMES, Audience, Choice, Face, Phrase, Row, Style, Who
from bot.scenes import offers
from bot.scenes.face import choice
from core import GameRecord
from core.editions import NEWEST
from core.options import CHOICES, complete_options, defaults
from core.rulesets import EXPANSIONS, GAMES


def lobby(game: Game, now: datetime, *, notify: bool = False) -> Face:
    """Who has joined, what was agreed, and the buttons of the view in which the lobby is.

    With ``notify``, those are mentioned who are asked to a rematch.
    """
    header = game.header
    if header.status is Status.OVER:
        return Face((Phrase("lobby.closed"),), rows=((choice("new", Phrase("choice.new"), Style.MAIN),),))
    lines, rows = _VIEWS[header.view](game)
    about = "lobby.heading.alone" if header.private else "lobby.heading"
    heading = Phrase.of(about, title=describe.title(game))
    leading = Audience(frozenset(header.keys if now >= heirs_from(game) else (header.host,)))
    shown = (_people(header, leading), *(_for(row, leading) for row in rows if row))
    said = (heading, _state(game), *_invited(game, notify=notify), *lines)
    return Face(said, rows=tuple(row for row in shown if row))


def _people(header: Header, leading: Audience) -> Row:
    """Join while there is room, leave, start where enough are in, in every view: others join meanwhile."""
    sitting = frozenset(header.keys)
    full, enough = len(header.people) >= header.seats, len(header.people) >= FEWEST
    join = Choice(Phrase("choice.join"), "join", Style.MAIN, audience=Audience(sitting, others=True))
    start = Choice(Phrase("choice.start"), "start", Style.MAIN, audience=leading)
    return (
        *(() if header.private or full else (join,)),
        Choice(Phrase("choice.leave"), "leave", audience=Audience(sitting)),
        *((start,) if enough else ()),
    )


def _for(row: Row, audience: Audience) -> Row:
    return tuple(replace(each, audience=audience) for each in row)


def called(game: Game) -> tuple[Person, ...]:
    """Whom the message of a rematch mentions: not whoever is muted or in quiet hours."""
    note = game.header.tempo.note
    if note is None or note.reason is not Reason.REMATCH:
        return ()
    return tuple(person for person in game.header.invited if person.key in note.people)


def _invited(game: Game, *, notify: bool) -> tuple[Phrase, ...]:
    """Who is asked to a rematch and has not come yet."""
    mentioned = called(game) if notify else ()
    missing = tuple(
        Who(person.name, person.key, mention=person in mentioned)
        for person in game.header.invited
        if person.key not in game.header.keys
    )
    return (Phrase.of("lobby.invited", who=missing),) if missing else ()


def _unusual() -> Iterator[tuple[str, str]]:
    """Every value of an option of the rules but the usual one."""
    usual = defaults()
    for name, values in CHOICES.items():
        yield from ((name, offers.written(value)) for value in values if value != usual[name])


_ADDS: Final = Family("adds.{}", of=(*GAMES, *EXPANSIONS))
_ORDER: Final = Family("lobby.order.{}", of=Order)
_UNDO: Final = Family("lobby.undo.{}", of=Undo)
_HINTS: Final = Family("lobby.hints.{}", of=Hints)
TIMEOUT: Final = Family("lobby.timeout.{}", of=Timeout)
_OTHERWISE: Final = Family("lobby.{}.{}", of=_unusual)
_THEME: Final = Family("lobby.theme.{}", of=THEMES)


def agreed(header: Header) -> tuple[Phrase, ...]:
    """What is agreed besides the game and its sets, and what each set adds."""
    return (
        *(Phrase(_ADDS(name)) for name in header.sets if name in EXPANSIONS),
        *house_rules(header),
        Phrase(_ORDER(header.order)),
        Phrase(_UNDO(header.undo)),
        Phrase(_HINTS(header.hints)),
        *_pictures(header),
        *(_pace(header) if header.tempo.clock != NO_CLOCK else ()),
    )


def _state(game: Game) -> Phrase:
    """Who is in, how fast it goes, and what else was agreed, as one paragraph."""
    header = game.header
    sentences: tuple[Phrase, ...] = (
        Phrase.of("lobby.players", count=len(header.people), seats=header.seats, who=game.players),
        *_pace(header),
        *house_rules(header),
        *((Phrase("lobby.order.joined"),) if header.order is Order.JOINED else ()),
        *((Phrase(_UNDO(header.undo)),) if header.undo is not Undo.NEXT else ()),
        *((Phrase(_HINTS(header.hints)),) if header.hints is not Hints.AUTO else ()),
        *_pictures(header),
    )
    return paragraph(sentences)


def paragraph(sentences: Iterable[Phrase]) -> Phrase:
    """Some sentences, one after the other."""
    return reduce(lambda first, rest: Phrase.of("lobby.paragraph", first=first, rest=rest), sentences)


def _pace(header: Header) -> tuple[Phrase, ...]:
    clock = header.tempo.clock
    if clock == NO_CLOCK:
        return (Phrase("clock.open_end"),)
    return (
        Phrase.of("lobby.clock", clock=describe_time.clock(clock)),
        Phrase(TIMEOUT(header.tempo.timeout)),
    )


def house_rules(header: Header, among: Container[str] = CHOICES) -> tuple[Phrase, ...]:
    """What of these options is played otherwise than the rules say at first, a sentence each."""
    edition = GameRecord.from_json(header.record).edition if header.record else NEWEST
    usual = defaults()
    return tuple(
        Phrase(_OTHERWISE(name, offers.written(value)))
        for name, value in complete_options(header.options, edition).items()
        if value != usual[name] and name in among and offers.matters(name, header)
    )


def _pictures(header: Header) -> tuple[Phrase, ...]:
    return () if header.theme == AUTO else (Phrase(_THEME(header.theme)),)


Part = tuple[tuple[Phrase, ...], tuple[Row, ...]]
"""What a view adds: sentences, and rows of choices."""


def _main(game: Game) -> Part:
    enough = len(game.header.people) > 1
    missing = Phrase.of("lobby.start", host=host_name(game)) if enough else Phrase("lobby.need_two")
    doors = (offers.door(View.GAME), offers.door(View.CLOCK), offers.door(View.MORE))
    return (missing,), (doors, _against(game.header))


def _against(header: Header) -> Row:
    """The way to opponents, as long as there is one or room for one."""
    if opponents(header):
        return (offers.door(View.OPPONENTS),)
    return (offers.against(),) if len(header.people) < header.seats else ()


def _game(game: Game) -> Part:
    """What is played and what could be, each explained in a line."""
    header = game.header
    chosen = (header.game, *(name for name in header.sets if name in EXPANSIONS))
    expansions = EXPANSIONS if "base" in header.sets else ()
    lines = (
        *(Phrase.of("lobby.chosen", adds=Phrase(_ADDS(name))) for name in chosen),
        *(Phrase.of("lobby.offer", adds=Phrase(_ADDS(name))) for name in expansions if name not in chosen),
        *(Phrase.of("lobby.instead", adds=Phrase(_ADDS(name))) for name in GAMES if name not in chosen),
    )
    if last := offers.last_time(header):
        lines = (*lines, Phrase.of("lobby.last", title=describe.title_of(sets.game_of(last), last)))
    rows = (offers.expansions(header), offers.many(header), offers.games(header), (offers.door(View.MAIN),))
    return lines, rows


def _clock(game: Game) -> Part:
    header = game.header
    rows = (offers.clocks(header), offers.timeouts(header), (offers.door(View.MAIN),))
    return (Phrase("lobby.other_clock"),), rows


def _more(game: Game) -> Part:
    header = game.header
    doors = (offers.door(View.RULES), offers.door(View.OPPONENTS), offers.door(View.MAIN))
    rows = (offers.seats(header), (*offers.order(header), *offers.undo(header)), offers.hints(header), doors)
    # What is otherwise is said in the paragraph above.
    usual = (
        *((Phrase("lobby.order.random"),) if header.order is Order.RANDOM else ()),
        *((Phrase("lobby.undo.next"),) if header.undo is Undo.NEXT else ()),
        *((Phrase("lobby.hints.auto"),) if header.hints is Hints.AUTO else ()),
    )
    return (*usual, Phrase("lobby.other_settings")), rows


def _rules(game: Game) -> Part:
    return (), (offers.rules(game.header), (offers.door(View.MAIN),))


def _opponents(game: Game) -> Part:
    header = game.header
    rows = (offers.opponents(header), offers.levels(header), (offers.door(View.MAIN),))
    return (Phrase("lobby.opponents"),), rows


_VIEWS: Final[Mapping[View, Callable[[Game], Part]]] = {
    View.MAIN: _main,
    View.GAME: _game,
    View.CLOCK: _clock,
    View.MORE: _more,
    View.RULES: _rules,
    View.OPPONENTS: _opponents,
}
