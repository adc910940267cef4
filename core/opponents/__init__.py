"""Whoever moves without a person: players that judge a position by what anyone at the table can see.

They know the rules only through legal actions and what comes of them, and nothing that is hidden: the order
of the bag and of tokens has no influence. The same position always gives the same action.
"""
