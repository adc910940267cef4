"""Telegram."""

from collections.abc import AsyncIterator, Sequence

from bot.finding import Finding, Grade
from bot.people import Channel
from bot.platforms.platform import App, Parts, Platform
from bot.settings import Settings


def _configured(settings: Settings) -> bool:
    return settings.telegram_token is not None


def _open(parts: Parts) -> App:
    from bot.telegram_app.app import TelegramApp  # noqa: PLC0415 - loaded where it is configured

    settings = parts.settings
    if settings.telegram_token is None:
        raise ValueError("telegram is not configured")
    return TelegramApp(
        token=settings.telegram_token.get_secret_value(),
        api_base=settings.telegram_api_base,
        webhook_url=settings.telegram_webhook_url,
        webhook_listen=settings.telegram_webhook_listen,
        claims=parts.claims,
        pacing=parts.beside.pacing,
        table=parts.table,
        texts=parts.texts,
        painter=parts.painter,
        language=settings.language,
        board=bool(settings.board),
    )


async def _check(settings: Settings, places: Sequence[Channel]) -> AsyncIterator[Finding]:
    if settings.telegram_token is None:
        yield Finding("telegram", Grade.NOTE, "there is no TELEGRAM_TOKEN.")
        return
    from bot.telegram_app.rights import check  # noqa: PLC0415 - loaded where it is configured

    token = settings.telegram_token.get_secret_value()
    async for finding in check(token, settings.telegram_api_base, settings.telegram_webhook_url, places):
        yield finding


def _serves(settings: Settings) -> Sequence[str]:
    return ("webhook",) if settings.telegram_webhook_url else ()


PLATFORM = Platform("telegram", _configured, _open, _check, _serves)
