"""What the bot must be allowed to do in a channel before a game can be played there."""

from typing import Any, Final

import discord

from bot.scene import Phrase
from bot.table.errands.history import GO_ON
from bot.table.errands.personal import ME, OF_GAMES_TOO
from bot.table.parser import parse
from bot.table.refusal import Refused
from bot.table.wishes import WISHES

PRIVATE: Final = frozenset({
    "board", "daily", "export", "forget", "game", "games", "help", "import", "replay", "rules", "stats",
    "tile", "tiles", "tutorial", "verify",
})  # fmt: skip
"""Commands that are only ever answered, to the asking person alone: they need nothing."""


def missing_permissions(tap: discord.Interaction[Any], command: str) -> Phrase | None:
    """What to say when the bot lacks a permission that this command needs here, or None."""
    if tap.guild_id is None or answered_alone(command):
        return None
    in_thread = isinstance(tap.channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages", "attach_files")
    missing = tuple(
        Phrase.of(f"discord.permission.{name}") for name in needed if not getattr(tap.app_permissions, name)
    )
    return (
        Phrase.of("discord.missing_permissions", permissions=missing, count=len(missing)) if missing else None
    )


def answered_alone(text: str) -> bool:
    """Whether nothing but an answer to the asking person can come of a command, wherever a game stands.

    To be asked whether one means to resign or to end the game would be of no use where it cannot be done.
    """
    try:
        command = parse(text)
    except Refused:
        # Whatever the table does not know, it refuses in private.
        return True
    words, options = command.words, set(command.options)
    match command.name:
        case "history":
            return words[2:] != (GO_ON,)
        case "hints" | "rescue":
            return not words
        case "settings":
            return words[:1] == (ME,) or (not words and options <= WISHES - OF_GAMES_TOO)
        case name:
            return name in PRIVATE
