"""Opponents' thinking, in a process of its own: no game waits for another's."""
