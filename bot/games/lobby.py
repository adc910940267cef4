"""Gathering for a game: open it, join, leave, agree on settings, begin."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.clocks.control import Timeout
from bot.games import sets
from bot.games.access import host_or_admin, in_charge, in_lobby, player, present, vacant
from bot.games.agreement import FEWEST, agree, wanted_settings
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Header, Order, Status
from bot.games.names import clean_name
from bot.games.opponents import OPTIONS, opponents, take_free_seats
from bot.games.settle import settle
from bot.people import Person, is_opponent, nameless, number_of
from bot.refusal import Refused
from bot.scene import AUTO
from core import GameRecord, seat_order, seed_hash

AT_ANY_TIME: Final = frozenset({"language", "theme", "timeout"})
"""What can be agreed on while the game runs."""


def new(asking: Asking, last: tuple[str, ...] = ()) -> Game:
    """``new [game] [sets...] [players=N] [option=value...]``: open a game; the asking person is the host.

    Where nobody else can be, it is against an opponent. ``last`` are the sets of the game before.
    """
    game = asking.game
    vacant(asking)
    wanted = wanted_settings(asking.command)
    if asking.request.alone and not OPTIONS & set(wanted):
        # Nobody else can join.
        wanted = {**wanted, "opponents": "1"}
    header = Header(
        status=Status.LOBBY,
        people=(sits(asking.person, ()),),
        host=asking.person.key,
        game="carcassonne",
        sets=(sets.BASE,),
        seats=0,
        # a chat goes on as it was agreed before
        language=asking.request.language if game is None else game.header.language,
        since=asking.now,
        once=asking.request.once,
        theme=AUTO if game is None else game.header.theme,
        last=last,
        private=asking.request.alone,
    )
    header = replace(header, seats=sets.most_players(header.game))
    header = agree(header, wanted, zone=asking.zone)
    return asking.opened(header)


def played_last(game: Game | None) -> tuple[str, ...]:
    """The sets that a place has played last, by its latest game; none before the first has begun."""
    if game is None:
        return ()
    return game.header.sets if game.course is not None else game.header.last


def join(asking: Asking) -> Game:
    """``join``: take a seat."""
    game = in_lobby(asking)
    header = game.header
    if game.seat_of(asking.person) is not None:
        raise Refused("refusal.already_joined")
    if len(header.people) >= header.seats:
        raise Refused("refusal.full", count=header.seats)
    people = tuple(person for person in header.people if not is_opponent(person))
    people = (*people, sits(asking.person, header.names), *opponents(header))
    return game.then(replace(header, people=people, since=asking.now, once=asking.request.once))


def leave(asking: Asking) -> Game:
    """``leave``: give up one's seat. The next person becomes host; without anyone the game closes."""
    if (game := present(asking)).header.status is Status.RUNNING:
        player(asking, game)
        raise Refused("refusal.resign_instead")
    game = in_lobby(asking)
    header = game.header
    seat = game.seat_of(asking.person)
    if seat is None:
        raise Refused("refusal.not_joined")
    people = header.people[:seat] + header.people[seat + 1 :]
    header = replace(header, people=people, since=asking.now, once=asking.request.once)
    if all(map(is_opponent, people)):
        header = replace(header, status=Status.OVER)
    elif header.host == asking.person.key:
        header = replace(header, host=people[0].key)
    return game.then(header)


def settings(asking: Asking) -> Game:
    """``settings name=value...``: change what is agreed. Only the host; some of it also during the game.

    Opponents take seats that are free then.

    Who stands in for a silent host cannot choose there what happens to a player whose time is up, except
    that all decide.
    """
    wanted = wanted_settings(asking.command)
    fills = bool(wanted) and set(wanted) <= OPTIONS and running_here(asking)
    game = present(asking) if fills or set(wanted) <= AT_ANY_TIME else in_lobby(asking)
    if game.header.status is Status.OVER:
        raise Refused("refusal.over")
    host_or_admin(asking, game)
    if game.course is not None and not in_charge(asking, game) and _decides_alone(wanted):
        raise Refused("refusal.heir_timeout")
    if fills:
        return take_free_seats(asking, game, wanted)
    header = agree(game.header, wanted, zone=asking.zone)
    return game.then(replace(header, once=asking.request.once))


def start(asking: Asking) -> Game:
    """``start [option=value...]``: agree on the rest, shuffle, seat the players, draw the first tile."""
    game = in_lobby(asking)
    host_or_admin(asking, game)
    header = game.header
    if asking.command.options:
        header = agree(header, wanted_settings(asking.command), zone=asking.zone)
    if len(header.people) < FEWEST:
        raise Refused("refusal.too_few", count=FEWEST)
    seed = asking.chance.seed()
    people = header.people
    if header.order is Order.RANDOM:
        people = tuple(people[number] for number in seat_order(seed, len(people)))
    # whoever has no name is called by their seat, which is known only now
    people = tuple(
        person if number_of(person.name) is None else replace(person, name=nameless(seat + 1))
        for seat, person in enumerate(people)
    )
    names = tuple(person.name for person in people)
    record = GameRecord(names, header.game, header.sets, header.options, seed=seed)
    header = replace(
        header,
        status=Status.RUNNING,
        people=people,
        record=record.to_json(),
        seed_hash=seed_hash(seed),
        invited=(),
        since=asking.now,
        once=asking.request.once,
    )
    course = Course(record.opening())
    settle(course)
    return game.then(header, course)


def running_here(asking: Asking) -> bool:
    """Whether the place's game is on."""
    return asking.game is not None and asking.game.header.status is Status.RUNNING


def _decides_alone(wanted: Mapping[str, str]) -> bool:
    return wanted.get("timeout", Timeout.VOTE) != Timeout.VOTE


def sits(person: Person, taken: tuple[str, ...]) -> Person:
    """The person under the name that they have in a game, where these are taken."""
    return replace(person, name=clean_name(person.name, taken))
