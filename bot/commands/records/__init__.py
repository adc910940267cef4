"""The commands with kept games and files."""
