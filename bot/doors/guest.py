"""Whoever has been let in at a door."""

from dataclasses import dataclass

from pydantic import TypeAdapter

from bot.people import Channel, Person


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who may play in a place from a page.

    ``alone`` tells that nobody else can be there, ``language`` is the place's own: both as in a request.
    """

    person: Person
    channel: Channel
    alone: bool = False
    language: str = "en"

    @property
    def severally(self) -> bool:
        """Whether everybody reads there in their own language, so that the place has none."""
        return self.channel.platform == "web"


GUEST: TypeAdapter[Guest] = TypeAdapter(Guest)
