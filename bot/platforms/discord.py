"""Discord."""

from collections.abc import AsyncIterator, Sequence

from bot.doors.discord import DOOR, FRAMES, Activity, DiscordDoor
from bot.doors.discord import check as check_activity
from bot.doors.launches import LaunchBook
from bot.finding import Finding, Grade
from bot.people import Channel
from bot.platforms.platform import App, Parts, Platform
from bot.settings import Settings


def _configured(settings: Settings) -> bool:
    return settings.discord_token is not None


def _open(parts: Parts) -> App:
    from bot.discord_app.app import DiscordApp  # noqa: PLC0415 - loaded where it is configured

    settings = parts.settings
    if settings.discord_token is None:
        raise ValueError("discord is not configured")
    launches, activity = LaunchBook(parts.store.launches), _activity(settings)
    if activity is not None:
        parts.doors[DOOR] = DiscordDoor(activity, launches, parts.texts, language=settings.language)
    return DiscordApp(
        token=settings.discord_token.get_secret_value(),
        api_base=settings.discord_api_base,
        gateway=settings.discord_gateway or "",
        shards=settings.discord_shards,
        claims=parts.claims,
        table=parts.table,
        texts=parts.texts,
        painter=parts.painter,
        language=settings.language,
        board=bool(settings.board),
        launches=None if activity is None else launches,
    )


async def _check(settings: Settings, places: Sequence[Channel]) -> AsyncIterator[Finding]:
    if settings.discord_token is None:
        yield Finding("discord", Grade.NOTE, "there is no DISCORD_TOKEN.")
        return
    from bot.discord_app.permissions import check  # noqa: PLC0415 - loaded where it is configured

    token = settings.discord_token.get_secret_value()
    async for finding in check(token, settings.discord_api_base, places):
        yield finding
    activity = _activity(settings)
    if activity is not None:
        async for finding in check_activity(activity):
            yield finding


def _activity(settings: Settings) -> Activity | None:
    """What opens the board within Discord; None where nothing does."""
    secret, token = settings.discord_client_secret, settings.discord_token
    if secret is None or token is None:
        return None
    return Activity(settings.activity, secret, token, settings.discord_api_base)


def _frames(settings: Settings) -> Sequence[str]:
    return FRAMES if settings.activity else ()


PLATFORM = Platform("discord", _configured, _open, _check, frames=_frames)
