"""Commands that look beyond the place's current game. Only they and the table itself touch the store."""
