"""A game in a channel: its header, its course, its people, and what they may ask of it."""
