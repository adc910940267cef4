"""Reasons for moves, on boards that a reader can lay."""

from core.notation import parse_action
from core.opponents.reasons import Reason, Why, reasons
from core.opponents.weighing import Weighed
from core.segments import Terrain
from tests.core.boards import Game, lay

REST = "B B D E E G G K K U U V V W"
"""What is left in the bag, so that things can still be completed."""


def why(game: Game, *actions: str) -> tuple[Reason, ...]:
    """The reasons for doing so."""
    first, *then = map(parse_action, actions)
    return reasons(game.position, Weighed(first, then[0] if then else None, 0.0))


def kinds(found: tuple[Reason, ...]) -> list[Why]:
    """Of which kinds they are."""
    return [reason.why for reason in found]


def test_points_at_once() -> None:
    """The start tile's city ends with the tile in hand: two tiles, 4 points."""
    game = lay("Red: E", rest=REST)
    assert why(game, "place 0,-1 180", "deploy meeple city@S") == (Reason(Why.SCORES, 4),)


def test_a_claim() -> None:
    """A city of its own, still open, promises something; where it lies open nothing is scored."""
    game = lay("Red: E", rest=REST)
    (reason,) = why(game, "place 0,1 180", "deploy meeple city@S")
    assert (reason.why, reason.terrain) == (Why.CLAIMS, Terrain.CITY)
    assert reason.points >= 1


MEETING = """
    Red:  U 1,0 0
    Blue: E 0,1 90; deploy meeple city@E
    Red:  U 2,0 0
    Blue: B 0,2 0
    Red:  E 2,1 270; deploy meeple city@W
"""
"""Between Blue's city in the west and Red's in the east a cell is free; a road runs north of it."""


def test_a_share() -> None:
    """The tile in hand joins both cities and is open to the south: one meeple each, so both hold it."""
    game = lay(f"{MEETING}\nRed: R", rest=REST)
    found = why(game, "place 1,1 180", "pass")
    shared = next(reason for reason in found if reason.why is Why.SHARES)
    assert (shared.terrain, shared.seats) == (Terrain.CITY, (1,))
    assert Why.TAKES not in kinds(found)


def test_a_takeover() -> None:
    """With another meeple of Red's in the south, two against one, Blue's city is Red's alone."""
    game = lay(f"{MEETING}\nRed: G 1,2 90; deploy meeple city@N\nRed: R", rest=REST)
    found = why(game, "place 1,1 180", "pass")
    taken = next(reason for reason in found if reason.why is Why.TAKES)
    assert (taken.terrain, taken.seats) == (Terrain.CITY, (1,))
    assert Why.SHARES not in kinds(found)


def test_what_others_lose() -> None:
    """Taking over a city of three tiles, Red keeps 3 points and more from Blue."""
    game = lay(
        """
        Red:  U 1,0 0
        Blue: G 0,1 0; deploy meeple city@E
        Red:  U 2,0 0
        Blue: G -1,1 0
        Red:  E 2,1 270; deploy meeple city@W
        Blue: G -2,1 0
        Red:  B 2,2 0
        Blue: B 0,2 0
        Red:  G 1,2 90; deploy meeple city@N
        Blue: B 0,3 0
        Red:  R
        """,
        rest=REST,
    )
    found = why(game, "place 1,1 180", "pass")
    lost = next(reason for reason in found if reason.why is Why.HINDERS)
    assert lost.seats == (1,)
    assert lost.points >= 3


def test_the_last_meeple_is_kept() -> None:
    """Who has one meeple left and puts none keeps it; who has two does not keep the last."""
    game = lay("Red: U", rest=REST)
    assert Why.SPARES not in kinds(why(game, "place 0,1 0", "pass"))
    red, blue = game.position.supplies
    game.position.supplies = ((1, *red[1:]), blue)
    assert Why.SPARES in kinds(why(game, "place 0,1 0", "pass"))
