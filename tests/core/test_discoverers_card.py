"""The nine boards of the printed overview card of The Discoverers, with the points that it prints.

Source: The Discoverers, section 11, CARD 1 to 9. The card shows each terrain open, closed, and closed with
two tiles. A board is written as tile, cell and turn; the first tile lies there from the start, and Red lays
the others in this order. CARD 4 and 5 show a tile twice that is in the box once: they are no games.
"""

from typing import NamedTuple

import pytest

from tests.core.boards import Award, Game, lay


class Board(NamedTuple):
    """A board of the card: its tiles, where the figure stands, what it is paid, and what in the end.

    ``then`` is a tile laid afterwards beside the area, where the figure stands on the last tile of the
    card's own: deploying and taking back are two turns.
    """

    tiles: str
    figure: str
    points: int
    final: int
    complete: bool = True
    then: str = ""


CARD = {
    # Plain. Four tiles, open in the south of 1,1: 1 x 4.
    1: Board("fanw-smps 1,0 0; full-p 1,1 0; cap2opp-pmp 0,1 90; cap1-ps 2,1 270",
             "1,1 plain@N", 4, 4, complete=False),
    # The same, with a coast and a city (which plains do not count) in the south: 2 x 4; in the end 1 x 4.
    2: Board("fanw-smps 1,0 0; cap1-sp-c0 1,1 180; cap2opp-pmp 0,1 90; cap1-ps 2,1 270",
             "1,1 plain@N", 8, 4),
    # Closed, but of two tiles: 1 x 2.
    3: Board("cap2opp-pmp 0,0 90; cap1-ps 1,0 270", "1,0 plain@W", 2, 2, then="full-s 2,0 0"),
    # Mountain. Open, with the start tile's city on its own coast, and three cities in plains beside it, one
    # of them in a plain that touches it twice: 1 + 3.
    4: Board("start 0,1 180; cap1-ps-c0 0,0 180; cap2adj-ssm 1,0 270; wedge3-mps-c2 2,0 180;"
             "wedge3-mps-c2 1,1 270; cap2opp-mpm 2,1 0", "1,0 mountain@E", 4, 4, complete=False),
    # Closed: 2 x (1 + 3). The city of 3,0 lies two tiles away, in a plain beside the mountain.
    5: Board("start 2,0 0; wedge3-mps-c2 1,0 90; cap2opp-mpm 0,0 0; wedge3-mps-c2 0,1 0;"
             "cap2adj-ssm 1,1 90; cap1-ps-c0 2,1 0; cap2opp-msp-c1 3,0 270", "1,1 mountain@N", 8, 4),
    # Closed, of two tiles: no city on its own coast and four in the plain along 0,0 to 3,0: 1 x 4.
    6: Board("cap2opp-mps-c1 1,0 180; cap1-ps 0,0 90; cap1-sp-c0 2,0 0; wedge3-mps-c2 3,0 90;"
             "cap2opp-msp-c1 1,1 0; cap1-ps-c0 2,1 0", "1,1 mountain@N", 4, 4),
    # Sea. Open, with two cities: 2.
    7: Board("wedge3-mps-c2 0,0 270; cap1-ps 0,1 270; cap2opp-msp-c1 1,1 0", "0,1 sea@N", 2, 2,
             complete=False),
    # Closed, of four tiles with three cities: 3 + 4; in the end 3.
    8: Board("cap2adj-ssm 0,0 0; cap2opp-msp-c1 1,0 180; wedge3-spm-c0 2,0 180; wedge3-mps-c2 2,1 90",
             "1,0 sea@E", 7, 3),
    # Closed, of two tiles: its city alone, 1.
    9: Board("cap2adj-ssm 1,0 270; wedge3-mps-c2 0,0 180", "0,0 sea@E", 1, 1, then="full-m 2,0 0"),
}  # fmt: skip


def built(board: Board, last: str, *, rest: str = "d/full-p d/full-s") -> Game:
    """The board, laid by Red with a figure on the area; ``last`` is what Red does after the last tile."""
    first, *others = (text.strip() for text in f"{board.tiles};{board.then}".strip(";").split(";"))
    cell, where = board.figure.split()
    turns = [
        f"Red: d/{other}" + (f"; deploy meeple {where}" if other.split()[1] == cell else "")
        for other in others
    ]
    return lay("\n".join([*turns[:-1], f"{turns[-1]}; {last}"]), sets=("discoverers",),
               start=f"d/{first}", rest=rest)  # fmt: skip


@pytest.mark.parametrize("number", CARD)
def test_taking_back_is_paid_as_the_card_prints(number: int) -> None:
    """The figure is paid the printed points, and what the table told before was the same."""
    board = CARD[number]
    cell, where = board.figure.split()
    game = built(board, "...")
    x, y = (int(part) for part in cell.split(","))
    area = game.feature(x, y, where)
    assert (area.complete, area.now, area.final) == (board.complete, board.points, board.final)
    game.play(f"score {board.figure}")
    assert game.awards == [Award("Red", board.points, str(area.kind))]
    assert game.supply("Red") == 4


@pytest.mark.parametrize("number", CARD)
def test_left_standing_it_counts_as_open(number: int) -> None:
    """Section 9: whoever leaves the figure there to the end gets what the open area counts."""
    board = CARD[number]
    game = built(board, "pass", rest="")
    assert game.position.over
    assert [award.points for award in game.awards] == [board.final]
