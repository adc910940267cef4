"""Games without somebody who wants to be forgotten: their seat keeps its moves under a neutral name."""

from dataclasses import replace
from typing import Final

from bot.games.header import Header, Status
from bot.games.results import neutral_name
from bot.games.seats import sitting
from bot.people import Person

GONE: Final = "gone"
"""The platform of those who were forgotten, which no person has."""


def without(header: Header, key: str) -> Header:
    """The header with nothing of a person in it; the same one when there is nothing."""
    people = tuple(
        Person(GONE, str(seat + 1), neutral_name(seat), header.language)
        if person.key == key
        else replace(person, name=neutral_name(seat))
        if header.left.get(seat) == key
        else person
        for seat, person in enumerate(header.people)
    )
    if key in header.left.values():
        header = replace(header, left={seat: other for seat, other in header.left.items() if other != key})
    if people != header.people:
        header = header.with_people(people)
    if header.host == key:
        header = replace(header, host=next((other for other in sitting(header) if not is_gone(other)), ""))
    if header.ender == key:
        header = replace(header, ender="", ended_by=_anonymous(header))
    if key in header.newcomers:
        header = replace(header, newcomers=tuple(other for other in header.newcomers if other != key))
    header = replace(header, invited=tuple(person for person in header.invited if person.key != key))
    if header.tempo.note is not None and key in header.tempo.note.people:
        header = replace(header, tempo=replace(header.tempo, note=None))
    # Where a platform has no id of its own for a tap, the person's key is part of it.
    return replace(header, once="") if header.once.startswith(f"{key}:") else header


def listed(header: Header) -> tuple[str, ...]:
    """Who is listed with a game from now on."""
    if header.status is Status.OVER:
        return ()
    return tuple(key for key in sitting(header) if not is_gone(key))


def is_gone(key: str) -> bool:
    """Whether a key stands for somebody who was forgotten."""
    return key.startswith(f"{GONE}:")


def _anonymous(header: Header) -> str:
    """The name of the one who ended a game and was forgotten."""
    gone = next((person.name for person in header.people if is_gone(person.key)), "")
    return gone or "#"
