"""Places of Discord as the table knows them: a channel, thread or forum post of a guild, or a chat of two."""

from typing import Any, Final

import discord

from bot.people import Channel

PLATFORM: Final = "discord"
DM: Final = "dm"
"""In place of a guild, for a chat of two."""


def place_of(tap: discord.Interaction[Any]) -> Channel:
    """Where an interaction came about."""
    return Channel(PLATFORM, (str(tap.guild_id or DM), str(tap.channel_id)))
