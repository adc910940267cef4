"""Ways for people of a chat to its own game on a page: what they show at the door, and who is let in."""
