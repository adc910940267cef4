"""Discord: slash commands, buttons and pictures for the games of the table."""

from bot.discord_app.app import DiscordApp
from bot.discord_app.checkup import check

__all__ = ["DiscordApp", "check"]
