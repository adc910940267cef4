"""What the bot is allowed to do on Discord.

Before a game is played in a channel, whoever asks is told what is missing there, and what would help. The
doctor asks for the token, each server, and each channel that has a game.
"""

from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord
from discord import Permissions

from bot.discord_app.places import DM, PLATFORM
from bot.families import Family
from bot.finding import Finding, Grade
from bot.games.parser import parse
from bot.people import Channel
from bot.refusal import Refused
from bot.scene import Phrase
from bot.usecases.rows import rows

_PERMISSION: Final = Family(
    "discord.permission.{}",
    of=("view_channel", "send_messages", "send_messages_in_threads", "attach_files", "manage_threads"),
)
MANAGE_THREADS: Final = _PERMISSION("manage_threads")
"""Who has this can post in a thread that a moderator has locked, and wakes it if it sleeps."""

PATIENCE: Final = aiohttp.ClientTimeout(total=15)
NEEDED: Final = Permissions(view_channel=True, send_messages=True, attach_files=True)
_GUILD_PAGE: Final = 200
NOTHING: Final = 0
"""In place of a status, when there is no answer."""


def missing_permissions(tap: discord.Interaction[Any], command: str) -> Phrase | None:
    """What to say when the bot lacks a permission that this command needs here, or None."""
    if tap.guild_id is None or answered_alone(command):
        return None
    missing = lacking(tap.app_permissions, tap.channel)
    if not _opens(command):
        # A move in a thread that was locked counts, and is shown once the thread is open again.
        missing = tuple(key for key in missing if key != MANAGE_THREADS)
    if not missing:
        return None
    names = tuple(Phrase(key) for key in missing)
    return Phrase.of("discord.missing_permissions", permissions=names, count=len(names))


def advice(tap: discord.Interaction[Any], command: str) -> Phrase | None:
    """What to say beside the answer where a game can be played, but a permission more would be of use."""
    if not _opens(command) or not isinstance(tap.channel, discord.Thread):
        return None
    if tap.channel.locked or tap.app_permissions.manage_threads:
        return None
    return Phrase.of("discord.advice.locked", permission=Phrase(MANAGE_THREADS))


def _opens(command: str) -> bool:
    """Whether a command opens a game."""
    return command.split(maxsplit=1)[:1] == ["new"]


def lacking(allowed: Permissions, channel: object) -> tuple[str, ...]:
    """The text keys of what is needed to play in a channel and not among what is allowed there.

    The channel is as discord.py gives it: threads have rules of their own.
    """
    thread = channel if isinstance(channel, discord.Thread) else None
    send = "send_messages" if thread is None else "send_messages_in_threads"
    locked = ("manage_threads",) if thread is not None and thread.locked else ()
    needed = ("view_channel", send, "attach_files", *locked)
    return tuple(_PERMISSION(name) for name in needed if not getattr(allowed, name))


def answered_alone(text: str) -> bool:
    """Whether a command is always answered in private, so that it can do without the channel's message.

    To be asked whether one means to resign or to end the game would be of no use where it cannot be done.
    """
    try:
        command = parse(text)
    except Refused:
        # Whatever the table does not know, it refuses in private.
        return True
    return rows()[command.name].private(command)


async def check(token: str, api_base: str, channels: Iterable[Channel]) -> AsyncIterator[Finding]:
    """What is well and what is not, for the token, each server, and each channel that has a game."""
    headers = {"Authorization": f"Bot {token}"}
    async with aiohttp.ClientSession(headers=headers, timeout=PATIENCE) as session:
        enquiry = Enquiry(session, api_base)
        status, me = await enquiry.ask("/users/@me")
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
        status, guilds = await enquiry.ask(f"/users/@me/guilds?limit={_GUILD_PAGE}")
        known = guilds if status == HTTPStatus.OK and isinstance(guilds, list) else []
        threads = Threads(enquiry, str(me.get("id")), {str(g.get("id")): g.get("permissions") for g in known})
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
            status, about = await enquiry.ask(f"/channels/{number}")
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


class Enquiry:
    """Questions to Discord's interface."""

    def __init__(self, session: aiohttp.ClientSession, api_base: str) -> None:
        self._session = session
        self._base = api_base.rstrip("/")

    async def ask(self, path: str) -> tuple[int, Any]:
        """The status of the answer, and what it says; NOTHING when there is none."""
        try:
            async with self._session.get(f"{self._base}{path}") as response:
                return response.status, await response.json(content_type=None)
        except (aiohttp.ClientError, TimeoutError, ValueError):
            return NOTHING, None


class Threads:
    """The threads of some servers. ``allowed`` is what the bot ``me`` may do in each of them in general."""

    def __init__(self, enquiry: Enquiry, me: str, allowed: Mapping[str, object]) -> None:
        self._enquiry = enquiry
        self._me = me
        self._allowed = allowed
        self._answers: dict[str, Mapping[str, Any] | None] = {}

    async def told(self, guild: str, channel: object) -> str:
        """What is to be known of a channel that is a thread, as the end of a sentence; "" for nothing."""
        if not isinstance(channel, Mapping) or not isinstance(channel.get("thread_metadata"), Mapping):
            return ""
        archived, locked = (bool(channel["thread_metadata"].get(name)) for name in ("archived", "locked"))
        manages = await self._manages(guild, str(channel.get("parent_id")))
        if locked:
            return f"is {'archived and locked' if archived else 'locked'}: {_LOCKED[manages]}"
        said = "is archived: the next message wakes it." if archived else ""
        if manages is not False:
            return said
        return f"{said or 'is open.'} {_UNMANAGED}"

    async def _manages(self, guild: str, parent: str) -> bool | None:
        """Whether the bot may manage the threads of a channel; None where that cannot be found out."""
        if guild not in self._allowed:
            return None
        allowed = Permissions(_number(self._allowed[guild]))
        if allowed.administrator:
            return True
        member = await self._about(f"/guilds/{guild}/members/{self._me}")
        channel = await self._about(f"/channels/{parent}")
        if member is None or channel is None:
            return None
        rules = channel.get("permission_overwrites", ())
        return in_channel(allowed, rules, (guild,), member.get("roles", ()), (self._me,)).manage_threads

    async def _about(self, path: str) -> Mapping[str, Any] | None:
        if path not in self._answers:
            status, answer = await self._enquiry.ask(path)
            good = status == HTTPStatus.OK and isinstance(answer, Mapping)
            self._answers[path] = answer if good else None
        return self._answers[path]


def in_channel(
    allowed: Permissions, rules: Sequence[Mapping[str, Any]], *groups: Collection[str]
) -> Permissions:
    """What is allowed in a channel with these overwrites, by those of each group of ids after the other."""
    result = Permissions(allowed.value)
    for group in groups:
        allow = deny = 0
        for rule in rules:
            if str(rule.get("id")) in group:
                allow, deny = allow | _number(rule.get("allow")), deny | _number(rule.get("deny"))
        result.handle_overwrite(allow, deny)
    return result


def _number(text: object) -> int:
    return int(str(text)) if str(text).isdecimal() else 0


_LOCKED: Final = {
    True: "its game is shown there all the same, since the bot may manage threads.",
    False: "nothing can be shown there until somebody unlocks it or lets the bot manage threads.",
    None: "nothing can be shown there unless the bot may manage threads.",
}
_UNMANAGED: Final = "Its game would stop if it were locked: the bot may not manage threads there."
