"""The commands of a turn."""
