"""The moments of a game on Discord at which the matrix lets something go wrong."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tests.bot.discord_app.club import Club

Act = Callable[[Club], Awaitable[object]]


@dataclass(frozen=True)
class Moment:
    """What comes before it, what happens then, and which calls that makes."""

    prepare: Act
    act: Act
    calls: tuple[str, ...]


async def _nothing(_club: Club) -> None:
    """Nothing comes before."""


async def _opened(club: Club) -> None:
    await club.say(club.ann, "new", order="joined")
    await club.settle()


async def _joined(club: Club) -> None:
    await _opened(club)
    await club.tap(club.bo, "join")
    await club.settle()


async def _begun(club: Club) -> None:
    await club.begin()


async def _laid(club: Club) -> None:
    await club.begin()
    await club.move()


async def _lost(club: Club) -> None:
    """The next post has no answer, so that it is looked for."""
    await _laid(club)
    room = f"/channels/{club.room['id']}/messages"
    club.server.lose("POST", room)


async def _timed(club: Club) -> None:
    await club.begin(clock="24h", timeout="vote")


async def _private(club: Club) -> None:
    await club.ask(club.ann, "settings", private="on")
    await _timed(club)


async def _reminded(club: Club) -> None:
    await _timed(club)
    await club.next_deadline()
    await club.settle()


async def _late(club: Club) -> None:
    await _timed(club)
    while "vote wait" not in str(club.live["components"]):
        stored = await club.version()
        await club.next_deadline()
        await club.settle()
        assert await club.version() != stored


async def _almost_late(club: Club) -> None:
    """All reminders are past, and the next deadline is the last."""
    await _timed(club)
    for _ in range(3):
        await club.next_deadline()
        await club.settle()


async def _almost_over(club: Club) -> None:
    await club.begin()
    while (await club.scene()).turn < 4 or "pass" not in str(club.live["components"]):
        await club.move()


async def _appointed(club: Club) -> None:
    await club.ask(club.ann, "daily", hour="18:00", zone="UTC")


MOMENTS: Final[Mapping[str, Moment]] = {
    "lobby opened": Moment(
        _nothing, lambda c: c.say(c.ann, "new", order="joined"), ("acknowledge", "post", "dismiss")
    ),
    "join": Moment(_opened, lambda c: c.tap(c.bo, "join"), ("acknowledge", "edit")),
    "start": Moment(_joined, lambda c: c.tap(c.ann, "start"), ("acknowledge", "post", "close")),
    "place": Moment(_begun, lambda c: c.tap(c.ann, "place 1"), ("acknowledge", "edit")),
    "place typed": Moment(
        _begun, lambda c: c.say(c.ann, "place", spot="1"), ("acknowledge", "edit", "dismiss")
    ),
    "pass": Moment(_laid, lambda c: c.tap(c.ann, "pass"), ("acknowledge", "post", "close")),
    "pass unanswered": Moment(_lost, lambda c: c.tap(c.ann, "pass"), ("history",)),
    "reminder": Moment(_timed, Club.next_deadline, ("post", "edit")),
    "move after a reminder": Moment(_reminded, lambda c: c.tap(c.ann, "place 1"), ("edit", "delete")),
    "vote": Moment(_almost_late, Club.next_deadline, ("post", "edit")),
    "game end": Moment(_almost_over, lambda c: c.tap(c.bo, "pass"), ("acknowledge", "post", "close")),
    "daily hour": Moment(_appointed, Club.next_deadline, ("post",)),
    "board": Moment(_begun, lambda c: c.ask(c.bo, "board"), ("acknowledge", "answer")),
    "tile of the day": Moment(_begun, lambda c: c.ask(c.bo, "tile"), ("acknowledge", "answer")),
    "refusal": Moment(
        _begun,
        lambda c: c.insist(lambda: c.press(c.bo, "place 1"), changes=False),
        ("acknowledge", "follow up"),
    ),
    "private": Moment(_private, Club.next_deadline, ("open private", "private", "edit")),
}
