"""The public face of a game: one scene for each kind of decision."""

from bot.scenes.compose import closings, past, public
from bot.scenes.notice import notice

__all__ = ["closings", "notice", "past", "public"]
