"""A Redis server of the bot's own, for those who have none. See docs/store.md."""
