"""Who plays and where: the identities that every part of the bot shares."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

_NAMELESS: Final = re.compile(r"#([1-9]\d{0,5})", re.ASCII)
_OPPONENT: Final = re.compile(r"@(gentle|even|sharp)-([1-9])", re.ASCII)


class Skill(StrEnum):
    """How well an opponent plays."""

    GENTLE = "gentle"
    EVEN = "even"
    SHARP = "sharp"


OPPONENT: Final = "opponent"
"""The platform of those that are played by the computer, which no person has."""


@dataclass(frozen=True, slots=True)
class Channel:
    """A place where at most one game runs: a Discord channel or thread, a Telegram chat or topic, a web room.

    ``place`` is (GUILD, CHANNEL), (CHAT, TOPIC) or (ROOM,), each as text without a colon.
    """

    platform: str
    place: tuple[str, ...]

    def __str__(self) -> str:
        return ":".join((self.platform, *self.place))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what ``str(channel)`` wrote."""
        platform, *place = text.split(":")
        return cls(platform, tuple(place))


@dataclass(frozen=True, slots=True)
class Person:
    """A chat user: the platform's own ``id``, the ``name`` it shows, the ``language`` as a BCP 47 tag."""

    platform: str
    id: str
    name: str
    language: str = "en"

    @property
    def key(self) -> str:
        """The person everywhere in the store: ``discord:123``."""
        return f"{self.platform}:{self.id}"


def nameless(number: int) -> str:
    """What is written down for somebody without a name, or whose name was forgotten: ``#2``.

    Whoever reads it is told "Player 2" in their own language.
    """
    return f"#{number}"


def number_of(name: str) -> int | None:
    """The number of somebody without a name; None where there is one."""
    found = _NAMELESS.fullmatch(name)
    return None if found is None else int(found[1])


ROOMY: Final = 2
"""Among more players than these there is little room for the name of each."""


def opponent(level: Skill, number: int, language: str) -> Person:
    """Somebody whom the computer plays; ``number`` tells those of one level in one game apart.

    What is written down for them is ``@sharp-1``; readers are told of "Bastide" in their own language.
    """
    return Person(OPPONENT, f"{level.value}-{number}", f"@{level.value}-{number}", language)


def opponent_named(name: str) -> tuple[Skill, int] | None:
    """The level and the number of the opponent for whom this name is written down; None for a person's."""
    found = _OPPONENT.fullmatch(name)
    return None if found is None else (Skill(found[1]), int(found[2]))


def is_opponent(person: Person) -> bool:
    """Whether the computer plays for this seat as for one of its own."""
    return person.platform == OPPONENT


def level_of(person: Person) -> Skill:
    """How well an opponent plays."""
    return Skill(person.id.partition("-")[0])
