"""Counting the tree of legal actions: a checksum of the move generator."""

from core.game import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of so many legal actions there are; shorter ones that end the game count too.

    The position is as before afterwards.
    """
    if depth == 0:
        return 1
    actions = position.legal_actions()
    if not actions:
        return 1
    if depth == 1:
        return len(actions)
    leaves = 0
    for action in actions:
        position.play(action)
        leaves += perft(position, depth - 1)
        position.undo()
    return leaves
