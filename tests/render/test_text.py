"""Alternative texts say what the pictures say."""

import pytest

from core import GameRecord, Phase, tile_kind
from render import KEYS, board_text, closeup_text, tiles_text
from render.text import LONGEST, tile_text
from tests.render.english import ENGLISH, say
from tests.render.positions import EVERYTHING, NAMES, deploying, many_spots, offered, placing


class Recorder:
    """Says English and notes which keys and arguments were used."""

    def __init__(self) -> None:
        self.said: dict[str, frozenset[str]] = {}

    def __call__(self, key: str, **args: object) -> str:
        """The English text."""
        self.said[key] = frozenset(args)
        return say(key, **args)


def test_keys_are_listed_with_their_arguments() -> None:
    """Every key that a text uses is listed with exactly the arguments it gets, and English has them all."""
    recorder = Recorder()
    for sets in (EVERYTHING, ("discoverers",)):
        for tiles in (8, 30, 60):
            position = placing(sets, tiles, 4)
            board_text(
                position, recorder, names=NAMES[:4], spots=tuple(position.legal_spots()), longest=100_000
            )
            deploy = deploying(sets, tiles, 4)
            closeup_text(deploy, recorder, names=NAMES[:4], letters=offered(deploy), longest=100_000)
            tiles_text(position.unseen(), recorder, longest=100_000)
    assert set(recorder.said) <= set(KEYS)
    assert all(recorder.said[key] == frozenset(KEYS[key]) for key in recorder.said)
    assert set(ENGLISH) == set(KEYS)
    assert len(recorder.said) > 35


def test_board_text_tells_turn_hand_spots_and_standings() -> None:
    """One can play by ear: who moves, what is in hand, each spot with what lies around, who has what."""
    position = placing(("base",), 12)
    spots = tuple(position.legal_spots())
    text = board_text(position, say, names=NAMES[:2], spots=spots, longest=10_000)
    assert text.startswith(f"{NAMES[position.seat]} is to move.")
    assert "Tile in hand:" in text
    for number, (x, y) in enumerate(spots, 1):
        assert f"{number} at {x}, {y}: " in text
    for seat, name in enumerate(NAMES[:2]):
        assert f"{name}: {position.scores[seat]} point" in text
    assert f"{position.bag_left} tiles are left in the bag." in text


def test_an_open_hand_is_told_when_it_is_shown() -> None:
    """Who has to choose hears the hand; what replaces the tile just laid is told no earlier."""
    record = GameRecord(NAMES[:2], "discoverers", ("discoverers",), {"hand": 2}, seed="hand")
    position = record.opening()
    text = board_text(position, say, names=NAMES[:2], longest=10_000)
    assert text.count(" in hand:") == 2, "a sentence for each: where one ends and the other begins is heard"
    assert "Tile 2 in hand:" in text
    while position.phase is not Phase.DEPLOY:
        position.play(position.legal_actions()[0])
    assert "Tile 2 in hand:" not in board_text(position, say, names=NAMES[:2], longest=10_000)


def test_tiles_are_described_as_they_lie() -> None:
    """The sides of a tile's parts are named, turned as the tile is."""
    kind = tile_kind("base/D")
    assert tile_text(kind.turns[0], say) == "city north, road east, west"
    assert tile_text(kind.turns[1], say) == "city east, road north, south"
    assert tile_text(tile_kind("base/B").turns[0], say) == "monastery"
    assert "vineyard" in tile_text(tile_kind("hills-sheep/1").turns[0], say)


@pytest.mark.parametrize("longest", [120, 400, LONGEST])
def test_texts_keep_to_their_length_in_whole_sentences(longest: int) -> None:
    """However much there is to say, a text ends with a sentence and within its limit."""
    position = many_spots(60)
    text = board_text(position, say, names=NAMES[:2], spots=tuple(position.legal_spots()), longest=longest)
    assert len(text) <= longest
    assert text.endswith(".")


def test_no_sentence_is_made_for_which_there_is_no_room() -> None:
    """What comes after the end is nobody's to read, so nobody waits for it."""
    position, recorder = many_spots(60), Recorder()
    board_text(position, recorder, names=NAMES[:2], spots=tuple(position.legal_spots()), longest=400)
    assert "alt.spot" in recorder.said
    assert "alt.standing" not in recorder.said


def test_tiles_text_counts_every_tile() -> None:
    """The numbers in the text add up to what nobody has seen yet."""
    unseen = placing(("base",), 20).unseen()
    text = tiles_text(unseen, say, longest=100_000)
    counted = [int(part.split(" × ")[0].split()[-1]) for part in text.split(". ")[1:]]
    assert sum(counted) == sum(unseen.values())
