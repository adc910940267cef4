"""The public face of a game: one scene for each kind of decision."""

from bot.table.scenes.compose import closing, public
from bot.table.scenes.notice import notice

__all__ = ["closing", "notice", "public"]
