"""What each set adds to the talk about a game: a file or folder each, ending in its row, and found.

:mod:`bot.games.talk` tells what a row may have, and reads it. Commands that only a set has are in its folder
``commands``.
"""
