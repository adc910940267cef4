"""The commands of the games: one file each, found by being here, and ending in a row of what holds of it."""
