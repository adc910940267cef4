"""Who plays and where: the identities that every part of the bot shares."""

from dataclasses import dataclass
from typing import Self


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
