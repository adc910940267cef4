"""The commands that show and change nothing."""
