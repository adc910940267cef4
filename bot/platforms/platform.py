"""What a platform is to the program that serves it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.claims import Claims
from bot.doors.reception import Door
from bot.finding import Finding
from bot.painter import Painter
from bot.people import Channel
from bot.request import Reply
from bot.settings import Settings
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts


class App(Protocol):
    """A platform that is served."""

    async def start(self) -> str:
        """Begin to serve; the name or address under which people find it. Raises StartError."""

    async def stop(self) -> None:
        """Finish what was begun and let go of everything."""

    async def show(self, channel: Channel, reply: Reply) -> None:
        """Show what has come about in a channel without anybody's doing."""

    async def reachable(self) -> bool:
        """Whether the platform can be reached now."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What all platforms share.

    ``ready`` raises while the store cannot be used; ``show`` shows what has come about in a channel, if its
    platform is served here. A platform whose people come to the page with the board by a door of their own
    puts it among the ``doors`` when it is opened; ``frames`` are the origins that show that page in a frame.
    """

    settings: Settings
    table: Table
    texts: Texts
    painter: Painter
    claims: Claims
    store: RedisStore
    ready: Callable[[], Awaitable[None]]
    show: Callable[[Channel, Reply], Awaitable[None]]
    frames: Sequence[str] = ()
    doors: dict[str, Door] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Platform:
    """A row.

    ``configured`` tells whether the settings want it; then ``open`` makes what serves it. ``check`` asks it
    what it says about the bot and its places, where it says anything. ``serves`` names what a worker does
    for it besides, which others must not do at the same time; ``frames`` where it shows the board's page.
    """

    name: str
    configured: Callable[[Settings], bool]
    open: Callable[[Parts], App]
    check: Callable[[Settings, Sequence[Channel]], AsyncIterator[Finding]] | None = None
    serves: Callable[[Settings], Sequence[str]] = lambda _: ()
    frames: Callable[[Settings], Sequence[str]] = lambda _: ()
