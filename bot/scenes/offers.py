"""What the buttons of the lobby offer: every setting, by the view in which it is offered."""

from collections.abc import Iterator
from typing import Final

from bot.clocks.control import NO_CLOCK, TimeControl, Timeout
from bot.clocks.zones import usual_zone
from bot.families import Family
from bot.games import describe_time
from bot.games.header import Header, Hints, Order, View
from bot.games.opponents import seats_of_opponents
from bot.games.sets import ALL, BASE, LAST, game_of, most_players, still_offered
from bot.games.undone import Undo
from bot.people import Skill, is_opponent, level_of
from bot.scene import Choice, Phrase, Row
from bot.scenes.face import choice
from core.options import CHOICES, defaults
from core.ruleset import OptionValue
from core.rulesets import EXPANSIONS, GAMES
from core.sets import rows

CLOCKS: Final = ("none", "24h", "bank 3d+8h", "daily 18:00")
"""The clocks that are offered; any other can be typed."""
TIMEOUTS: Final = (Timeout.VOTE, Timeout.SKIP, Timeout.AUTO)
"""What is offered to happen when the time is up; the rest can be typed."""


def matters(name: str, header: Header) -> bool:
    """Whether an option of the rules changes anything about what is played."""
    return any(name in row.options for added, row in rows().items() if added in header.sets)


def written(value: OptionValue) -> str:
    """An option's value as it is typed, and as the keys of its texts end."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


_GAME: Final = Family("choice.game.{}", of=GAMES)
_ADD: Final = Family("choice.add.{}", of=EXPANSIONS)
_REMOVE: Final = Family("choice.remove.{}", of=EXPANSIONS)
_TIMEOUT: Final = Family("choice.timeout.{}", of=TIMEOUTS)
_ORDER: Final = Family("choice.order.{}", of=Order)
UNDO_RULE: Final = Family("choice.undo_rule.{}", of=Undo)
HINTS_RULE: Final = Family("choice.hints_rule.{}", of=Hints)
_OPTION: Final = Family(
    "choice.{}.{}", of=((name, written(value)) for name, values in CHOICES.items() for value in values)
)
_LEVEL: Final = Family("choice.level.{}", of=Skill)
DOOR: Final = Family("choice.lobby.{}", of=View)


def games(header: Header) -> Row:
    """The other games."""
    return tuple(_setting("game", game, Phrase(_GAME(game))) for game in GAMES if game != header.game)


def expansions(header: Header) -> Row:
    """Each expansion, to be added or removed."""
    if BASE not in header.sets:
        return ()
    return tuple(
        _setting(name, "off", Phrase(_REMOVE(name)))
        if name in header.sets
        else _setting(name, "on", Phrase(_ADD(name)))
        for name in EXPANSIONS
    )


def many(header: Header) -> Row:
    """Several expansions at once: those of the game before, all, and none."""
    last = last_time(header)
    added = [name for name in EXPANSIONS if name in header.sets]
    return (
        *((_setting("sets", LAST, Phrase("choice.sets.last")),) if last else ()),
        *(
            (_setting("sets", ALL, Phrase("choice.sets.all")),)
            if len(added) < len(EXPANSIONS) and BASE in header.sets
            else ()
        ),
        *((_setting("sets", BASE, Phrase("choice.sets.base")),) if added else ()),
    )


def last_time(header: Header) -> tuple[str, ...]:
    """The sets of the game before, where they are others than now and can be chosen."""
    last = still_offered(header.last)
    fits = bool(last) and len(header.people) <= most_players(game_of(last))
    return last if fits and last != header.sets else ()


def clocks(header: Header) -> Row:
    """Some other clocks."""
    zone = usual_zone(header.language)
    return tuple(
        _setting("clock", text, describe_time.clock_label(clock))
        for text in CLOCKS
        if (clock := TimeControl.parse(text, zone=zone)) != header.tempo.clock
    )


def timeouts(header: Header) -> Row:
    """With a clock, what else could happen when the time is up."""
    if header.tempo.clock == NO_CLOCK:
        return ()
    others = (timeout for timeout in TIMEOUTS if timeout is not header.tempo.timeout)
    return tuple(_setting("timeout", other.value, Phrase(_TIMEOUT(other))) for other in others)


def order(header: Header) -> Row:
    """The other order of play."""
    other = Order.JOINED if header.order is Order.RANDOM else Order.RANDOM
    return (_setting("order", other.value, Phrase(_ORDER(other))),)


def undo(header: Header) -> Row:
    """What else could hold about undoing."""
    return tuple(
        _setting("undo", rule.value, Phrase(UNDO_RULE(rule))) for rule in Undo if rule is not header.undo
    )


def hints(header: Header) -> Row:
    """What else could hold about advice."""
    return tuple(
        _setting("hints", rule.value, Phrase(HINTS_RULE(rule))) for rule in Hints if rule is not header.hints
    )


def seats(header: Header) -> Row:
    """For how many else the game could be."""
    fewest = max(2, len(header.people))
    return tuple(
        _setting("players", str(count), Phrase.of("choice.seats", count=count))
        for count in range(fewest, most_players(header.game) + 1)
        if count != header.seats
    )


def against() -> Choice:
    """The way to a game against the computer."""
    return _setting("opponents", "1", Phrase("choice.against"))


def opponents(header: Header) -> Row:
    """How many else the computer could play: one at least where nobody else can be."""
    now = seats_of_opponents(header)
    room, fewest = header.seats - len(header.people) + len(now), 1 if header.private else 0
    counts = (count for count in range(fewest, room + 1) if count != len(now))
    return tuple(_setting("opponents", str(count), _opponents(count)) for count in counts)


def _opponents(count: int) -> Phrase:
    return Phrase.of("choice.opponents", count=count) if count else Phrase("choice.opponents.none")


def levels(header: Header) -> Row:
    """How well else the opponents could play, all of them."""
    now = {level_of(person) for person in header.people if is_opponent(person)}
    offered = (level for level in Skill if now and now != {level})
    return tuple(_setting("level", level.value, Phrase(_LEVEL(level))) for level in offered)


def rules(header: Header) -> Row:
    """The other values of each option of the rules that matters."""
    return tuple(value for name in CHOICES if matters(name, header) for value in _values(name, header))


def _values(name: str, header: Header) -> Iterator[Choice]:
    chosen = header.options.get(name, defaults()[name])
    for value in map(written, CHOICES[name]):
        if value != written(chosen):
            yield _setting(name, value, Phrase(_OPTION(name, value)))


def door(view: View) -> Choice:
    """The way to a view of the lobby. The way to the first one is the way back."""
    return _setting("view", view.value, Phrase(DOOR(view)))


def _setting(name: str, value: str, label: Phrase) -> Choice:
    return choice(f"settings {name}={value}", label)
