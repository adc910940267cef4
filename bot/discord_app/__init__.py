"""Discord: slash commands, buttons and pictures for the games of the table."""

from bot.discord_app.app import DiscordApp

__all__ = ["DiscordApp"]
