"""Before the game: who plays, what, and how fast; the rest is one tap away."""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Final

from bot.scene import AUTO, Phrase, Style
from bot.table import describe, describe_time
from bot.table.access import host_name
from bot.table.clock import NO_CLOCK
from bot.table.game import Game
from bot.table.header import Header, Order, Status, View
from bot.table.scenes import offers
from bot.table.scenes.face import Face, Row, choice
from core.options import CHOICES
from core.rules import EXPANSIONS, GAMES

_PEOPLE: Final[Row] = (
    choice("join", Phrase("choice.join"), Style.MAIN),
    choice("leave", Phrase("choice.leave")),
    choice("start", Phrase("choice.start"), Style.MAIN),
)
"""These are in every view: others join while somebody looks through the settings."""


def lobby(game: Game) -> Face:
    """Who has joined, what was agreed, and the buttons of the view in which the lobby is."""
    header = game.header
    if header.status is Status.OVER:
        return Face((Phrase("lobby.closed"),))
    lines, rows = _VIEWS[header.view](game)
    heading = Phrase.of("lobby.heading", title=describe.title(game))
    return Face((heading, _state(header), *lines), rows=(_PEOPLE, *(row for row in rows if row)))


def agreed(header: Header) -> tuple[Phrase, ...]:
    """What is agreed besides the game and its sets, and what each set adds."""
    return (
        *(Phrase(f"adds.{name}") for name in header.sets if name in EXPANSIONS),
        *_house_rules(header),
        Phrase(f"lobby.order.{header.order}"),
        *_pictures(header),
        *(_pace(header) if header.tempo.clock != NO_CLOCK else ()),
    )


def _state(header: Header) -> Phrase:
    """Who is in, how fast it goes, and what else was agreed, as one paragraph."""
    sentences: tuple[Phrase, ...] = (
        Phrase.of("lobby.players", count=len(header.people), seats=header.seats, who=header.names),
        *_pace(header),
        *_house_rules(header),
        *((Phrase("lobby.order.joined"),) if header.order is Order.JOINED else ()),
        *_pictures(header),
    )
    return reduce(lambda first, rest: Phrase.of("lobby.paragraph", first=first, rest=rest), sentences)


def _pace(header: Header) -> tuple[Phrase, ...]:
    clock = header.tempo.clock
    if clock == NO_CLOCK:
        return (Phrase("clock.open_end"),)
    return (
        Phrase.of("lobby.clock", clock=describe_time.clock(clock)),
        Phrase(f"lobby.timeout.{header.tempo.timeout}"),
    )


def _house_rules(header: Header) -> tuple[Phrase, ...]:
    """What is played otherwise than the rules say at first, a sentence each."""
    return tuple(
        Phrase(f"lobby.{name}.{offers.written(value)}")
        for name, choices in CHOICES.items()
        if (value := header.options.get(name, choices[0])) != choices[0] and offers.matters(name, header)
    )


def _pictures(header: Header) -> tuple[Phrase, ...]:
    return () if header.theme == AUTO else (Phrase(f"lobby.theme.{header.theme}"),)


Part = tuple[tuple[Phrase, ...], tuple[Row, ...]]
"""What a view adds: sentences, and rows of choices."""


def _main(game: Game) -> Part:
    enough = len(game.header.people) > 1
    missing = Phrase.of("lobby.start", host=host_name(game)) if enough else Phrase("lobby.need_two")
    return (missing,), ((offers.door(View.GAME), offers.door(View.CLOCK), offers.door(View.MORE)),)


def _game(game: Game) -> Part:
    """What is played and what could be, each explained in a line."""
    header = game.header
    chosen = (header.game, *(name for name in header.sets if name in EXPANSIONS))
    expansions = EXPANSIONS if "base" in header.sets else ()
    lines = (
        *(Phrase.of("lobby.chosen", adds=Phrase(f"adds.{name}")) for name in chosen),
        *(Phrase.of("lobby.offer", adds=Phrase(f"adds.{name}")) for name in expansions if name not in chosen),
        *(Phrase.of("lobby.instead", adds=Phrase(f"adds.{name}")) for name in GAMES if name not in chosen),
    )
    return lines, (offers.expansions(header), offers.games(header), (offers.door(View.MAIN),))


def _clock(game: Game) -> Part:
    header = game.header
    rows = (offers.clocks(header), offers.timeouts(header), (offers.door(View.MAIN),))
    return (Phrase("lobby.other_clock"),), rows


def _more(game: Game) -> Part:
    header = game.header
    rows = (offers.seats(header), offers.order(header), (offers.door(View.RULES), offers.door(View.MAIN)))
    # Any other order is said in the paragraph above.
    random = (Phrase("lobby.order.random"),) if header.order is Order.RANDOM else ()
    return (*random, Phrase("lobby.other_settings")), rows


def _rules(game: Game) -> Part:
    return (), (offers.rules(game.header), (offers.door(View.MAIN),))


_VIEWS: Final[Mapping[View, Callable[[Game], Part]]] = {
    View.MAIN: _main,
    View.GAME: _game,
    View.CLOCK: _clock,
    View.MORE: _more,
    View.RULES: _rules,
}
