"""The web table: rooms by address, played in any browser."""

from bot.web_app.app import WebApp

__all__ = ["WebApp"]
