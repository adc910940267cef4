"""Seats that change hands in a running game: free for whoever wants in, and taken.

A free seat is held by a placeholder with the name of who sat there, so that the game waits for a person and
loses nothing.
"""

from dataclasses import replace
from typing import Final

from bot.games.access import present
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Header, Status
from bot.games.names import clean_name
from bot.games.parser import read_number
from bot.people import Person, is_opponent
from bot.refusal import Refused
from bot.scene import ANYONE, Audience, Choice, Phrase, Style

FREE: Final = "free"
"""The platform of the placeholders, which no person has."""


def is_free(person: Person) -> bool:
    """Whether a seat's person is a placeholder."""
    return person.platform == FREE


def is_person(person: Person) -> bool:
    """Whether somebody sits there: no placeholder, and no opponent that the computer plays."""
    return not is_free(person) and not is_opponent(person)


def placeholder(seat: int, name: str, language: str) -> Person:
    """Who holds a free seat."""
    return Person(FREE, str(seat + 1), name, language)


def free_seats(game: Game) -> tuple[int, ...]:
    """The seats of a running game that somebody can take."""
    if game.course is None or game.header.status is not Status.RUNNING:
        return ()
    gone = game.course.position.resigned
    return tuple(
        seat for seat, person in enumerate(game.header.people) if is_free(person) and seat not in gone
    )


def freed(header: Header, seat: int) -> Header:
    """The header with a free seat; a host who loses theirs is followed by the next person."""
    before = header.people[seat]
    people = list(header.people)
    people[seat] = placeholder(seat, before.name, header.language)
    host = header.host
    if host == before.key:
        host = next((person.key for person in people if is_person(person)), "")
    left = header.left if not is_person(before) else {**header.left, seat: before.key}
    return replace(header, people=tuple(people), host=host, left=left)


def seated(header: Header, seat: int, person: Person) -> Header:
    """The header with a person in a seat; where nobody is the host any more, they become it."""
    others = [other.name for number, other in enumerate(header.people) if number != seat]
    people = list(header.people)
    people[seat] = replace(person, name=clean_name(person.name, others, seat))
    left = {number: key for number, key in header.left.items() if number != seat}
    return replace(header.with_people(tuple(people)), host=header.host or person.key, left=left)


def sitting(header: Header) -> tuple[str, ...]:
    """The keys of the people who sit there, without placeholders and opponents."""
    return tuple(person.key for person in header.people if is_person(person))


def take(asking: Asking) -> Game:
    """``join [NUMBER]`` in a running game: take a free seat, the first one unless a number is given."""
    game = present(asking)
    free = free_seats(game)
    if not free:
        raise Refused("refusal.already_running")
    if game.seat_of(asking.person) is not None:
        raise Refused("refusal.already_joined")
    number = read_number(asking.words[0]) if asking.words else free[0] + 1
    if number is None or number - 1 not in free:
        raise Refused("refusal.no_free_seat", seats=tuple(str(seat + 1) for seat in free))
    header = replace(seated(game.header, number - 1, asking.person), once=asking.request.once)
    if game.course is not None and game.course.position.seat == number - 1:
        header = replace(header, since=asking.now)
    return game.then(header)


def choices(game: Game) -> tuple[Choice, ...]:
    """A button for each free seat, for everyone, and one to let the computer play there, for the host."""
    free = tuple(
        Choice(
            Phrase.of("choice.take_seat", who=game.who(seat)),
            f"join {seat + 1}",
            Style.MAIN,
            actor=ANYONE,
            audience=Audience(frozenset(game.header.keys), others=True),
        )
        for seat in free_seats(game)
    )
    host = game.header.host
    if not free or not host:
        return free
    return (*free, Choice(Phrase("choice.opponent_in_seat"), "settings opponents=1", actor=host))


def notes(game: Game) -> tuple[Phrase, ...]:
    """What the public scene says about free seats."""
    free = free_seats(game)
    if not free:
        return ()
    return (Phrase.of("seats.free", count=len(free), who=game.everyone(free)),)
