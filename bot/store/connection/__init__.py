"""How commands get to Redis in each of its shapes, and what becomes of those that fail. See docs/store.md."""
