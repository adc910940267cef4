"""The use cases: what people ask for, and what they get to see."""

from bot.table.table import Table

__all__ = ["Table"]
