"""Discord."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from bot.doors.discord import Activity, DiscordDoor
from bot.doors.launches import LaunchBook
from bot.finding import Finding, Grade
from bot.people import Channel
from bot.platforms.platform import App, Parts, Platform
from bot.settings import Settings

ORIGINS: Final = ("discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com")
"""Where the clients of Discord run that show pages in a frame."""


def _configured(settings: Settings) -> bool:
    return settings.discord_token is not None


def _open(parts: Parts) -> App:
    from bot.discord_app.app import DiscordApp  # noqa: PLC0415 - loaded where it is configured

    settings = parts.settings
    if settings.discord_token is None:
        raise ValueError("discord is not configured")
    launches = LaunchBook(parts.beside.launches)
    if settings.discord_client_secret is not None:
        activity = Activity(
            settings.activity,
            settings.discord_client_secret,
            settings.discord_token,
            settings.discord_api_base,
        )
        parts.doors["discord"] = DiscordDoor(activity, launches, parts.texts, language=settings.language)
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
        launches=launches if settings.activity else None,
    )


async def _check(settings: Settings, places: Sequence[Channel]) -> AsyncIterator[Finding]:
    if settings.discord_token is None:
        yield Finding("discord", Grade.NOTE, "there is no DISCORD_TOKEN.")
        return
    from bot.discord_app.permissions import check  # noqa: PLC0415 - loaded where it is configured

    token = settings.discord_token.get_secret_value()
    async for finding in check(token, settings.discord_api_base, places):
        yield finding


def _frames(settings: Settings) -> Sequence[str]:
    """Where Discord itself shows the board."""
    if not settings.activity:
        return ()
    return (*(f"https://{name}" for name in ORIGINS), f"https://{settings.activity}.discordsays.com")


PLATFORM = Platform("discord", _configured, _open, _check, frames=_frames)
