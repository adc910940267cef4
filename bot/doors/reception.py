"""Where pages show what they have, and are let in or turned away."""

from collections.abc import Mapping
from typing import Final, Protocol

from bot.doors.guest import Guest
from bot.doors.passes import PassOffice
from bot.refusal import Refused

BY_LINK: Final = "link"
"""The personal link, whose ticket lets in whoever has asked for it in their chat."""
COMES_BACK: Final = "pass"
"""The way back in of a page that was let in before."""


class Door(Protocol):
    """A way in for the people of a platform, which it has the name of."""

    async def admit(self, proof: str) -> Guest:
        """Whom a proof lets in where. Raises Refused and StoreUnavailable."""

    async def stays(self, guest: Guest) -> None:
        """Ask whether somebody who came in, by whatever door, still belongs there, if the platform tells.

        Raises Refused where they do not, and StoreUnavailable.
        """


class Reception:
    """All doors, by the names that pages call them. Some of ``doors`` may come to be there only later."""

    def __init__(self, office: PassOffice, doors: Mapping[str, Door]) -> None:
        self._office = office
        self._doors = doors

    async def receive(self, door: str, proof: str) -> tuple[Guest, str]:
        """Whoever comes in, and the pass by which their page comes back: what it showed, or a new one.

        Raises Refused, with what is said to whoever is turned away, and StoreUnavailable.
        """
        way = self._doors.get(door)
        if not proof or (way is None and door not in {BY_LINK, COMES_BACK}):
            raise Refused("door.none")
        if door == COMES_BACK:
            guest = _known(await self._office.admit(proof), "door.over")
            await self.look_again(guest)
            return guest, proof
        if way is None:
            guest = _known(await self._office.redeem(proof), "door.used")
        else:
            guest = await way.admit(proof)
        return guest, await self._office.give(guest)

    async def look_again(self, guest: Guest) -> None:
        """See that a guest still belongs there, as far as can be known. Raises Refused, StoreUnavailable."""
        door = self._doors.get(guest.channel.platform)
        if door is not None:
            await door.stays(guest)


def _known(guest: Guest | None, otherwise: str) -> Guest:
    if guest is None:
        raise Refused(otherwise)
    return guest
