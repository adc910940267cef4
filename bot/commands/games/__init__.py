"""The commands that begin, arrange and end games."""
