"""Positions that teach: the pictures of the rules, and the lesson of the tutorial, as data."""
