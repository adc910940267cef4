"""How often a day something may be asked for that is kept: by one person, in one place, by all there are."""

from dataclasses import dataclass
from typing import Final

from bot.refusal import Refused
from bot.request import Request
from bot.store.protocol import Store

DAY: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class Quota:
    """How often within a day, counted from the first time; ``everyone`` is all people of one platform."""

    what: str
    person: int
    place: int
    everyone: int


IMPORTS: Final = Quota("import", 20, 60, 5000)
GAMES: Final = Quota("new", 60, 100, 20_000)
BOARDS: Final = Quota("play", 200, 1000, 100_000)
APPOINTMENTS: Final = Quota("daily", 20, 20, 2000)


async def spend(store: Store, quota: Quota, request: Request) -> None:
    """Count what somebody asks for. Raises Refused when it is too much, and StoreUnavailable."""
    person, place, everyone = request.person.key, str(request.channel), request.channel.platform
    most = {person: quota.person, place: quota.place, everyone: quota.everyone}
    match await store.spend(quota.what, most, DAY):
        case "":
            return
        case full if full == person:
            raise Refused("refusal.quota.person", count=quota.person)
        case full if full == place:
            raise Refused("refusal.quota.place", count=quota.place)
        case _:
            raise Refused("refusal.quota.everyone")
