"""The web table."""

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

from bot.clock import SystemClock
from bot.doors.passes import PassOffice
from bot.doors.reception import Reception
from bot.finding import Finding
from bot.people import Channel
from bot.platforms.platform import App, Parts, Platform
from bot.settings import Settings

if TYPE_CHECKING:
    from bot.web_app.notices import NoticeDesk


def _configured(settings: Settings) -> bool:
    return settings.web is not None


def _open(parts: Parts) -> App:
    from bot.web_app.app import WebApp  # noqa: PLC0415 - loaded where it is configured

    settings = parts.settings
    if settings.web is None:
        raise ValueError("web is not configured")
    return WebApp(
        host=settings.web.host,
        port=settings.web.port,
        table=parts.table,
        texts=parts.texts,
        painter=parts.painter,
        language=settings.language,
        ready=parts.ready,
        hosts=settings.hosts,
        proxies=settings.web_proxies,
        news=parts.store.news,
        reception=Reception(PassOffice(parts.store.passes), parts.doors) if settings.board else None,
        show=parts.show,
        frames=parts.frames,
        activity=settings.activity,
        public=settings.public_url or "",
        games_of=parts.store.games_of,
        notices=_notices(parts) if settings.board else None,
    )


def _notices(parts: Parts) -> "NoticeDesk":
    """What tells people of their turns on their devices."""
    from bot.pushing.courier import Courier  # noqa: PLC0415 - loaded where it is configured
    from bot.pushing.devices import DeviceBook  # noqa: PLC0415
    from bot.pushing.nudger import Nudger  # noqa: PLC0415
    from bot.web_app.notices import NoticeDesk  # noqa: PLC0415

    store, book, clock = parts.store, DeviceBook(parts.store.devices, parts.store), SystemClock()
    courier = Courier(store.secret, parts.settings.public_url or "")
    return NoticeDesk(book, courier, Nudger(store, book, courier, parts.texts, clock), store, clock)


async def _check(settings: Settings, _: Sequence[Channel]) -> AsyncIterator[Finding]:
    if settings.board:
        from bot.web_app.boards import check  # noqa: PLC0415 - loaded where it is configured

        async for finding in check(settings.board):
            yield finding
        from bot.pushing.courier import check as check_notices  # noqa: PLC0415

        async for finding in check_notices(settings.public_url or ""):
            yield finding


PLATFORM = Platform("web", _configured, _open, _check)
