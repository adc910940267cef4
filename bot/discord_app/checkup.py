"""Asks Discord about the bot: who it is, and what it may do where games are."""

from collections.abc import AsyncIterator, Iterable, Mapping
from http import HTTPStatus
from typing import Final

import aiohttp
from discord import Permissions

from bot.discord_app.checkup_threads import NOTHING, Enquiry, Threads
from bot.discord_app.messenger import DM, PLATFORM
from bot.finding import Finding, Grade
from bot.people import Channel

PATIENCE: Final = aiohttp.ClientTimeout(total=15)
NEEDED: Final = Permissions(view_channel=True, send_messages=True, attach_files=True)
_GUILD_PAGE: Final = 200


async def check(token: str, api_base: str, channels: Iterable[Channel]) -> AsyncIterator[Finding]:
    """What is well and what is not, for the token, each server, and each channel that has a game."""
    headers = {"Authorization": f"Bot {token}"}
    async with aiohttp.ClientSession(headers=headers, timeout=PATIENCE) as session:
        desk = Enquiry(session, api_base)
        status, me = await desk.ask("/users/@me")
        if status == HTTPStatus.UNAUTHORIZED:
            yield Finding(PLATFORM, Grade.BAD, "DISCORD_TOKEN is rejected: copy it anew from the bot's page.")
            return
        if status == NOTHING:
            yield Finding(PLATFORM, Grade.BAD, f"{api_base} does not answer.")
            return
        if status != HTTPStatus.OK or not isinstance(me, Mapping):
            yield Finding(PLATFORM, Grade.BAD, f"{api_base} does not answer as it should ({status}).")
            return
        yield Finding(PLATFORM, Grade.OK, f"the token is that of {me.get('username')}.")
        status, guilds = await desk.ask(f"/users/@me/guilds?limit={_GUILD_PAGE}")
        known = guilds if status == HTTPStatus.OK and isinstance(guilds, list) else []
        threads = Threads(desk, str(me.get("id")), {str(g.get("id")): g.get("permissions") for g in known})
        for guild in known:
            missing = _missing(guild.get("permissions", "0"))
            if missing:
                yield Finding(
                    PLATFORM, Grade.NOTE, f"server {guild.get('name')}: not everywhere allowed to {missing}."
                )
        for channel in sorted(set(channels), key=str):
            where, number = channel.place
            if where == DM:
                continue
            status, about = await desk.ask(f"/channels/{number}")
            if status in {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}:
                yield Finding(
                    PLATFORM, Grade.BAD, f"channel {number}: it is gone, or the bot may not see it."
                )
            told = await threads.told(where, about) if status == HTTPStatus.OK else ""
            if told:
                yield Finding(PLATFORM, Grade.NOTE, f"thread {number} {told}")


def _missing(permissions: str) -> str:
    """The names of the needed permissions that are not among these."""
    allowed = Permissions(int(permissions)) if str(permissions).isdecimal() else Permissions.none()
    if allowed.administrator:
        return ""
    wanted = [name.replace("_", " ") for name, value in NEEDED if value and not getattr(allowed, name)]
    return ", ".join(wanted)
