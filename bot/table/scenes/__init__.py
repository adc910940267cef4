"""The public face of a game: one scene for each kind of decision."""

from bot.table.scenes.compose import closing, public

__all__ = ["closing", "public"]
