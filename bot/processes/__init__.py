"""Processes of ours: what they keep of the memory, and whether they still do anything."""
