"""The bot: chats, tables and storage around the game."""
