"""The commands of this set alone."""
