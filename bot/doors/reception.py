"""Where pages show what they have, and are let in or turned away."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.doors.guest import Guest
from bot.doors.passes import PassOffice
from bot.refusal import Refused


class Door(Protocol):
    """One way in."""

    async def admit(self, proof: str) -> Guest:
        """Whom a proof lets in where. Raises Refused and StoreUnavailable."""


@dataclass(frozen=True, slots=True)
class LinkDoor:
    """The personal link, whose ticket lets in whoever has asked for it in their chat."""

    office: PassOffice

    async def admit(self, proof: str) -> Guest:
        """See Door."""
        guest = await self.office.redeem(proof)
        if guest is None:
            raise Refused("door.used")
        return guest


@dataclass(frozen=True, slots=True)
class PassDoor:
    """The way back in of a page that was let in before."""

    office: PassOffice

    async def admit(self, proof: str) -> Guest:
        """See Door."""
        guest = await self.office.admit(proof)
        if guest is None:
            raise Refused("door.over")
        return guest


class Reception:
    """All doors, by the names that pages call them. Some of ``doors`` may come to be there only later."""

    def __init__(self, office: PassOffice, doors: Mapping[str, Door]) -> None:
        self._office = office
        self._own: Mapping[str, Door] = {"pass": PassDoor(office), "link": LinkDoor(office)}
        self._doors = doors

    async def receive(self, door: str, proof: str) -> tuple[Guest, str]:
        """Whoever comes in, and the pass by which their page comes back: what it showed, or a new one.

        Raises Refused, with what is said to whoever is turned away, and StoreUnavailable.
        """
        way = self._own.get(door) or self._doors.get(door)
        if way is None or not proof:
            raise Refused("door.none")
        guest = await way.admit(proof)
        return guest, proof if door == "pass" else await self._office.give(guest)
