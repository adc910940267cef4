"""Telegram."""

from collections.abc import AsyncIterator, Sequence
from functools import partial

from bot.doors.places import PURPOSE, PlaceTokens
from bot.doors.telegram import DOOR, FRAMES, TelegramDoor
from bot.finding import Finding, Grade
from bot.people import Channel
from bot.platforms.platform import App, Parts, Platform
from bot.settings import Settings


def _configured(settings: Settings) -> bool:
    return settings.telegram_token is not None


def _open(parts: Parts) -> App:
    from bot.telegram_app.app import TelegramApp  # noqa: PLC0415 - loaded where it is configured
    from bot.telegram_app.mini_app import MiniApp  # noqa: PLC0415

    settings = parts.settings
    if settings.telegram_token is None:
        raise ValueError("telegram is not configured")
    token = settings.telegram_token.get_secret_value()
    places = PlaceTokens(partial(parts.store.secret, PURPOSE))
    name = _mini_app(settings)
    mini_app = MiniApp(name, settings.board, places) if name else None
    app = TelegramApp(
        token=token,
        api_base=settings.telegram_api_base,
        webhook_url=settings.telegram_webhook_url,
        webhook_listen=settings.telegram_webhook_listen,
        claims=parts.claims,
        pacing=parts.store.pacing,
        table=parts.table,
        texts=parts.texts,
        painter=parts.painter,
        language=settings.language,
        board=bool(settings.board),
        mini_app=mini_app,
    )
    if mini_app is not None:
        parts.doors[DOOR] = TelegramDoor(token, places, parts.store, app.member, language=settings.language)
    return app


async def _check(settings: Settings, places: Sequence[Channel]) -> AsyncIterator[Finding]:
    if settings.telegram_token is None:
        yield Finding("telegram", Grade.NOTE, "there is no TELEGRAM_TOKEN.")
        return
    from bot.telegram_app.rights import check  # noqa: PLC0415 - loaded where it is configured

    token = settings.telegram_token.get_secret_value()
    base, webhook = settings.telegram_api_base, settings.telegram_webhook_url
    async for finding in check(token, base, webhook, places, mini_app=_mini_app(settings)):
        yield finding


def _mini_app(settings: Settings) -> str:
    """The Mini App in which the board of a chat's game opens, "" for none."""
    return settings.telegram_app or "" if settings.board else ""


def _frames(settings: Settings) -> Sequence[str]:
    return FRAMES if _mini_app(settings) else ()


def _serves(settings: Settings) -> Sequence[str]:
    return ("webhook",) if settings.telegram_webhook_url else ()


PLATFORM = Platform("telegram", _configured, _open, _check, _serves, _frames)
