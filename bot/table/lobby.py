"""Gathering for a game: open it, join, leave, agree on settings, begin."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from bot.people import Person
from bot.store.protocol import Change
from bot.table import sets
from bot.table.access import host_or_admin, in_lobby, present
from bot.table.asking import Asking
from bot.table.course import Course
from bot.table.game import Game, Proposal
from bot.table.header import Header, Order, Status
from bot.table.names import clean_name
from bot.table.parser import Command, read_number
from bot.table.refusal import Refused
from bot.table.settle import settle
from bot.texts import languages
from core import GameRecord, seat_order, seed_hash
from core.rules import EXPANSIONS, GAMES

FEWEST: Final = 2


def new(asking: Asking) -> Proposal:
    """``new [game] [sets...] [players=N] [option=value...]``: open a game; the asking person is the host."""
    game = asking.game
    if game is not None and game.header.status is not Status.OVER:
        raise Refused(
            "refusal.already_open" if game.header.status is Status.LOBBY else "refusal.already_running"
        )
    header = Header(
        status=Status.LOBBY,
        people=(_sits(asking.person, ()),),
        host=asking.person.key,
        game="carcassonne",
        sets=(sets.BASE,),
        seats=0,
        language=asking.request.language,
        since=asking.now,
        once=asking.request.once,
    )
    header = _agree(header.but(seats=sets.most_players(header.game)), _settings(asking.command))
    after = Game(asking.request.channel, asking.chance.game_id(), 1, header)
    change = Change(header=dict(header.to_table()), people=header.keys)
    return Proposal(game, after, change, fresh=True)


def join(asking: Asking) -> Proposal:
    """``join``: take a seat."""
    game = in_lobby(asking)
    header = game.header
    if game.seat_of(asking.person) is not None:
        raise Refused("refusal.already_joined")
    if len(header.people) >= header.seats:
        raise Refused("refusal.full", count=header.seats)
    people = (*header.people, _sits(asking.person, header.names))
    return _changed(game, header.but(people=people, since=asking.now, once=asking.request.once))


def leave(asking: Asking) -> Proposal:
    """``leave``: give up one's seat. The next person becomes host; without anyone the game closes."""
    game = in_lobby(asking)
    header = game.header
    seat = game.seat_of(asking.person)
    if seat is None:
        raise Refused("refusal.not_joined")
    people = header.people[:seat] + header.people[seat + 1 :]
    header = header.but(people=people, since=asking.now, once=asking.request.once)
    if not people:
        header = header.but(status=Status.OVER)
    elif header.host == asking.person.key:
        header = header.but(host=people[0].key)
    return _changed(game, header)


def settings(asking: Asking) -> Proposal:
    """``settings name=value...``: change what is agreed. Only the host; the language also during the game."""
    wanted = _settings(asking.command)
    game = present(asking) if set(wanted) == {"language"} else in_lobby(asking)
    if game.header.status is Status.OVER:
        raise Refused("refusal.over")
    host_or_admin(asking, game)
    header = _agree(game.header, wanted)
    return _changed(game, header.but(once=asking.request.once))


def start(asking: Asking) -> Proposal:
    """``start``: shuffle, seat the players, draw the first tile."""
    game = in_lobby(asking)
    host_or_admin(asking, game)
    header = game.header
    if len(header.people) < FEWEST:
        raise Refused("refusal.too_few", count=FEWEST)
    seed = asking.chance.seed()
    people = header.people
    if header.order is Order.RANDOM:
        people = tuple(people[number] for number in seat_order(seed, len(people)))
    names = tuple(person.name for person in people)
    record = GameRecord(names, header.game, header.sets, header.options, seed=seed)
    header = header.but(
        status=Status.RUNNING,
        people=people,
        record=record.to_json(),
        seed_hash=seed_hash(seed),
        since=asking.now,
        once=asking.request.once,
    )
    course = Course(record.opening())
    settle(course)
    actions = tuple(str(step.action) for step in course.steps)
    change = Change(header=header.changes_from(game.header), append=actions, people=header.keys)
    return Proposal(game, replace(game, version=game.version + 1, header=header, course=course), change)


def _changed(game: Game, header: Header) -> Proposal:
    people = () if header.status is Status.OVER else header.keys
    change = Change(header=header.changes_from(game.header), people=people)
    return Proposal(game, replace(game, version=game.version + 1, header=header), change)


def _sits(person: Person, taken: tuple[str, ...]) -> Person:
    return replace(person, name=clean_name(person.name, taken))


# What is agreed


def _settings(command: Command) -> Mapping[str, str]:
    """The command's words and options as settings: a game or a set is a word, or ``set=on``."""
    wanted: dict[str, str] = {}
    for word in _split(command.words):
        name = sets.canonical(word)
        if name is None:
            raise Refused("refusal.unknown_set", word=word[:24], sets=(*GAMES, *EXPANSIONS))
        if name in GAMES:
            wanted["game"] = name
        elif name == sets.ALL:
            wanted |= dict.fromkeys(EXPANSIONS, "on")
        elif name != sets.BASE:
            wanted[name] = "on"
    for name, value in command.options.items():
        wanted[sets.expansion_option(name) or name] = value
    return wanted


def _split(words: Iterable[str]) -> Iterable[str]:
    return (part for word in words for part in word.split(",") if part)


def _agree(header: Header, wanted: Mapping[str, str]) -> Header:
    """The header with the wanted settings. Raises Refused when one is impossible."""
    header = _agree_on_game(header, wanted)
    options = dict(header.options)
    for name, value in wanted.items():
        match name:
            case "game":
                pass
            case "players":
                header = header.but(seats=_seats(header, value))
            case "order":
                header = header.but(order=_order(value))
            case "language":
                header = header.but(language=_language(value))
            case _ if name in EXPANSIONS:
                header = header.but(sets=_with_set(header, name, value))
            case _:
                options[name] = sets.option_value(name, value)
    sets.checked(header.game, header.sets, options)
    return header.but(options=options)


def _agree_on_game(header: Header, wanted: Mapping[str, str]) -> Header:
    game = wanted.get("game", header.game)
    if game not in GAMES:
        raise Refused("refusal.unknown_set", word=game[:24], sets=GAMES)
    most = sets.most_players(game)
    if len(header.people) > most:
        raise Refused("refusal.too_many", count=most)
    if game == header.game:
        return header
    return header.but(game=game, sets=sets.sets_of(game, set()), seats=most)


def _seats(header: Header, text: str) -> int:
    count, most = read_number(text), sets.most_players(header.game)
    fewest = max(FEWEST, len(header.people))
    if count is None or not fewest <= count <= most:
        raise Refused("refusal.seats", fewest=fewest, most=most)
    return count


def _order(text: str) -> Order:
    aliases = {"host": Order.JOINED, "joined": Order.JOINED, "random": Order.RANDOM}
    if text not in aliases:
        raise Refused("refusal.option_value", option="order", values=tuple(order.value for order in Order))
    return aliases[text]


def _language(text: str) -> str:
    if text not in languages():
        raise Refused("refusal.unknown_language", languages=languages())
    return text


def _with_set(header: Header, name: str, value: str) -> tuple[str, ...]:
    if sets.BASE not in header.sets:
        raise Refused("refusal.no_sets")
    if value not in {"on", "off"}:
        raise Refused("refusal.option_value", option=name, values=("on", "off"))
    chosen = set(header.sets)
    chosen = chosen | {name} if value == "on" else chosen - {name}
    return sets.sets_of(header.game, chosen)
