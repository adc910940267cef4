"""The coordinator: which command, which game, one change after the other, what is due."""
