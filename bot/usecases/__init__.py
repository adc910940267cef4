"""What several commands do, or what is too much for the file of one.

Those that are given a ``Beyond`` see more than the game of the place; only they and the table use the store.
"""
