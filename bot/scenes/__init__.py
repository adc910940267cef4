"""The public face of a game: one scene for each kind of decision."""
