"""What calls to Discord meet in the matrix: refusals of each kind, lost and late answers, and deaths."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tests.bot.discord_app.club import Club
from tests.discord_server.api import Call
from tests.discord_server.faults import Fault

Matches = Callable[[Club, Call], bool]

ROOM: Final = "/channels/{room}/messages"


def _in_room(method: str, *, closing: bool | None = None, one: bool = True) -> Matches:
    def matches(club: Club, call: Call) -> bool:
        path = f"/channels/{club.room['id']}/messages"
        there = call.path.startswith(f"{path}/") if one else call.path == path
        return call.method == method and there and closing in {None, call.closing}

    return matches


def _elsewhere(method: str, *parts: str) -> Matches:
    return lambda _club, call: call.method == method and all(part in call.path for part in parts)


def _in_private(club: Club, call: Call) -> bool:
    posting = call.method == "POST" and call.path.startswith("/channels/")
    return posting and not call.path.startswith(f"/channels/{club.room['id']}/")


CALLS: Final[dict[str, Matches]] = {
    "post": _in_room("POST", one=False),
    "edit": _in_room("PATCH", closing=False),
    "close": _in_room("PATCH", closing=True),
    "delete": _in_room("DELETE"),
    "history": _in_room("GET", one=False),
    "open private": _elsewhere("POST", "/users/@me/channels"),
    "private": _in_private,
    "acknowledge": _elsewhere("POST", "/interactions/", "/callback"),
    "follow up": lambda _club, call: call.method == "POST" and call.path.startswith("/webhooks/"),
    "answer": _elsewhere("PATCH", "/webhooks/"),
    "dismiss": _elsewhere("DELETE", "/webhooks/"),
}
"""The calls that a fault may strike."""
ANSWERS: Final = frozenset({"acknowledge", "follow up", "answer", "dismiss"})
"""Those by which an interaction is answered."""

REFUSALS: Final[dict[str, tuple[int, int]]] = {
    "edited too often": (400, 30046),
    "refused on the way": (429, 40333),
    "gone": (404, 10008),
    "uneditable": (403, 50021),
    "archived": (400, 50083),
    "locked": (403, 160005),
    "locked as Discord says it": (403, 50083),
    "no place": (404, 10003),
    "too large": (413, 40005),
    "no access": (403, 50001),
    "no rights": (403, 50013),
    "no private messages": (403, 50007),
    "unknown 400": (400, 99_999),
    "unknown 403": (403, 99_999),
    "unknown 404": (404, 99_999),
    "503": (503, 0),
}
TEN: Final = ("no rights", "archived", "unknown 400", "503")
"""These are met ten times running as well."""
LIMIT: Final = "limited"
LONG: Final = "limited for an hour"
LOST: Final = "answer lost"
LOST_FOR_GOOD: Final = "answer lost and nonces forgotten"
CUT: Final = "connection cut"
LATE: Final = "answer late"
KILLED_BEFORE: Final = "killed before"
KILLED_AFTER: Final = "killed after"
SLEPT_THROUGH: Final = frozenset({LONG, "503 ten times"})
"""discord.py waits for the end of these by itself where an interaction is answered."""
KILLS: Final = frozenset({KILLED_BEFORE, KILLED_AFTER})
UNTOLD: Final = frozenset({LOST_FOR_GOOD})
"""After these, nobody can know whether somebody has been called."""
FAULTS: Final = (
    *REFUSALS,
    *(f"{name} ten times" for name in TEN),
    LIMIT, LONG, LOST, LOST_FOR_GOOD, CUT, LATE, KILLED_BEFORE, KILLED_AFTER,
)  # fmt: skip


@dataclass
class Struck:
    """Whether a fault has struck, and the death of the process if that is what it is."""

    struck: asyncio.Event = field(default_factory=asyncio.Event)
    dead: asyncio.Event = field(default_factory=asyncio.Event)


def strike(club: Club, call: str, fault: str) -> Struck:
    """Let the next calls of this name meet the fault."""
    server, struck, matches = club.server, Struck(), CALLS[call]

    def meets(each: Call) -> bool:
        return matches(club, each)

    async def note(each: Call) -> None:
        if meets(each) and not struck.struck.is_set():
            struck.struck.set()
            if fault in KILLS:
                await struck.dead.wait()
            if fault == LOST_FOR_GOOD:
                server.forget_nonces()

    (server.before if fault == KILLED_BEFORE else server.after).append(note)
    if fault in {CUT, KILLED_BEFORE}:
        server.before.insert(0, note)
    server.inject(_fault(fault, meets))
    return struck


def _fault(name: str, when: Callable[[Call], bool]) -> Fault:
    match name:
        case "limited":
            return Fault(status=429, retry_after=0.02, when=when)
        case "limited for an hour":
            return Fault(status=429, retry_after=3600, when=when)
        case "answer lost" | "answer lost and nonces forgotten" | "killed after":
            return Fault(lose=True, when=when)
        case "connection cut" | "killed before":
            # What can be repeated without harm, aiohttp repeats once by itself.
            return Fault(cut=True, times=2 if name == CUT else 1, when=when)
        case "answer late":
            return Fault(delay=0.1, when=when)
    status, code = REFUSALS[name.removesuffix(" ten times")]
    return Fault(status=status, code=code, times=10 if name.endswith(" ten times") else 1, when=when)
