"""Before the game: who plays, and what."""

from bot.people import Person
from bot.scene import AUTO, Choice, Phrase, Style, Who
from bot.table import describe, describe_time
from bot.table.access import host_name
from bot.table.clock import NO_CLOCK, TimeControl, Timeout
from bot.table.clock_zones import usual_zone
from bot.table.game import Game
from bot.table.header import Header, Order, Status
from bot.table.scenes.face import Face, Row, choice
from bot.table.sets import most_players
from bot.table.tempo import Reason
from core.rules import EXPANSIONS, GAMES

CLOCKS = ("none", "24h", "bank 3d+8h", "daily 18:00")
"""The clocks that are offered."""


def lobby(game: Game, *, notify: bool = False) -> Face:
    """Who has joined, what was agreed, and the buttons to change it.

    With ``notify``, those are mentioned who are asked to a rematch.
    """
    header = game.header
    if header.status is Status.OVER:
        return Face((Phrase("lobby.closed"),), rows=((choice("new", Phrase("choice.new"), Style.MAIN),),))
    lines = (
        Phrase.of("lobby.heading", title=describe.title(game)),
        Phrase.of("lobby.players", count=len(header.people), seats=header.seats, who=header.names),
        *_invited(game, notify=notify),
        *agreed(header),
        *_offers(header),
        Phrase.of("lobby.start", host=host_name(game))
        if len(header.people) > 1
        else Phrase("lobby.need_two"),
    )
    people: Row = (
        choice("join", Phrase("choice.join"), Style.MAIN),
        choice("leave", Phrase("choice.leave")),
        choice("start", Phrase("choice.start"), Style.MAIN),
    )
    rows = (people, _games(header), _sets(header), _details(header), _seats(header), _clocks(header))
    return Face(lines, rows=tuple(row for row in rows if row))


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


def agreed(header: Header) -> tuple[Phrase, ...]:
    """What is agreed besides the game and its sets, and what each set adds."""
    lines = [Phrase(f"adds.{name}") for name in header.sets if name in EXPANSIONS]
    if header.options.get("fields") is False:
        lines.append(Phrase("lobby.no_fields"))
    lines.extend(
        Phrase.of("lobby.option", option=name, value=_shown(value))
        for name, value in sorted(header.options.items())
        if name != "fields"
    )
    lines.append(Phrase(f"lobby.order.{header.order}"))
    if header.theme != AUTO:
        lines.append(Phrase(f"lobby.theme.{header.theme}"))
    clock, timeout = header.tempo.clock, header.tempo.timeout
    if clock != NO_CLOCK:
        lines.append(Phrase.of("lobby.clock", clock=describe_time.clock(clock)))
        lines.append(Phrase(f"lobby.timeout.{timeout}"))
    return tuple(lines)


def _offers(header: Header) -> tuple[Phrase, ...]:
    """What could be played besides or instead, a line each."""
    others = tuple(
        Phrase.of("lobby.offer", adds=Phrase(f"adds.{name}"))
        for name in EXPANSIONS
        if "base" in header.sets and name not in header.sets
    )
    instead = (game for game in GAMES if game != header.game)
    return (*others, *(Phrase.of("lobby.instead", adds=Phrase(f"adds.{game}")) for game in instead))


def _shown(value: object) -> object:
    return Phrase("on" if value else "off") if isinstance(value, bool) else value


def _games(header: Header) -> Row:
    return tuple(_setting("game", game, Phrase(f"title.{game}")) for game in GAMES if game != header.game)


def _sets(header: Header) -> Row:
    if "base" not in header.sets:
        return ()
    return tuple(
        _setting(name, "off", Phrase.of("choice.without", name=Phrase(f"set.{name}")))
        if name in header.sets
        else _setting(name, "on", Phrase.of("choice.with", name=Phrase(f"set.{name}")))
        for name in EXPANSIONS
    )


def _details(header: Header) -> Row:
    other = Order.JOINED if header.order is Order.RANDOM else Order.RANDOM
    row: Row = (_setting("order", other.value, Phrase(f"choice.order.{other}")),)
    if "base" in header.sets:
        fields = header.options.get("fields", True)
        row = (
            _setting(
                "fields", "off" if fields else "on", Phrase(f"choice.fields.{'off' if fields else 'on'}")
            ),
            *row,
        )
    return row


def _seats(header: Header) -> Row:
    fewest = max(2, len(header.people))
    return tuple(
        _setting("players", str(count), Phrase.of("choice.seats", count=count))
        for count in range(fewest, most_players(header.game) + 1)
        if count != header.seats
    )


def _clocks(header: Header) -> Row:
    """Some clocks to choose from, and with one, what happens when the time is up; any other can be typed."""
    chosen = header.tempo.clock
    row = tuple(
        _setting("clock", text, Phrase.of("choice.clock", clock=describe_time.clock(clock)))
        for text in CLOCKS
        if (clock := TimeControl.parse(text, zone=usual_zone(header.language))) != chosen
    )
    if chosen == NO_CLOCK:
        return row
    timeouts = (t for t in (Timeout.VOTE, Timeout.SKIP, Timeout.AUTO) if t is not header.tempo.timeout)
    return (*row, *(_setting("timeout", t.value, Phrase(f"choice.timeout.{t}")) for t in timeouts))


def _setting(name: str, value: str, label: Phrase) -> Choice:
    return choice(f"settings {name}={value}", label)
