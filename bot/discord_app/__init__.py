"""Discord: slash commands, buttons and pictures for the games of the table."""
