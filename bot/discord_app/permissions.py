"""What the bot must be allowed to do in a channel before a game can be played there."""

from typing import Any, Final

import discord

from bot.scene import Phrase

PRIVATE: Final = frozenset({
    "board", "daily", "export", "forget", "game", "games", "help", "hints", "history", "import", "rules",
    "settings", "stats", "tile", "tiles", "tutorial", "verify",
})  # fmt: skip
"""Commands that are answered to the asking person alone: they need nothing."""


def missing_permissions(tap: discord.Interaction[Any], command: str) -> Phrase | None:
    """What to say when the bot lacks a permission that this command needs here, or None."""
    if tap.guild_id is None or command.split(maxsplit=1)[0] in PRIVATE:
        return None
    in_thread = isinstance(tap.channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages", "attach_files")
    missing = tuple(
        Phrase.of(f"discord.permission.{name}") for name in needed if not getattr(tap.app_permissions, name)
    )
    return (
        Phrase.of("discord.missing_permissions", permissions=missing, count=len(missing)) if missing else None
    )
