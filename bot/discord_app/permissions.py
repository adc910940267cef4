"""What the bot must be allowed to do in a channel before a game can be played there, and what would help."""

from typing import Any, Final

import discord

from bot.families import Family
from bot.games.parser import parse
from bot.games.refusal import Refused
from bot.scene import Phrase
from bot.usecases.rows import rows

_PERMISSION: Final = Family(
    "discord.permission.{}",
    of=("view_channel", "send_messages", "send_messages_in_threads", "attach_files", "manage_threads"),
)
MANAGE_THREADS: Final = _PERMISSION("manage_threads")
"""Who has this can post in a thread that a moderator has locked, and wakes it if it sleeps."""


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


def lacking(allowed: discord.Permissions, channel: object) -> tuple[str, ...]:
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
