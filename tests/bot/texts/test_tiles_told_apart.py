"""Tiles can be told apart by what is said of them: in messages, in lists, in what pictures say."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable

import pytest

from bot.games import describe
from bot.scene import Phrase
from bot.texts import Texts, languages
from core import OrientedTile, TileKind, tile_kind, tile_set
from core.editions import FIRST, NEWEST
from core.rulesets import SET_NAMES
from render.text import tile_text

TEXTS = Texts.load()
GAMES = {
    "carcassonne": tuple(name for name in SET_NAMES if name != "discoverers"),
    "discoverers": ("discoverers",),
}
PLAYED = [("carcassonne", NEWEST), *(("discoverers", edition) for edition in range(FIRST, NEWEST + 1))]
SHORT = 70
"""Characters: two lines of a phone."""


def kinds(game: str, edition: int) -> Iterable[TileKind]:
    """All tiles of a game with everything that can be added to it, in an edition."""
    return (kind for name in GAMES[game] for kind in tile_set(name, edition).kinds.values())


def printed(tile: OrientedTile) -> Hashable:
    """What is really printed on a tile as it lies."""
    return tile.appearance, "hill" in tile.kind.marks, "vineyard" in tile.kind.marks, tile.kind.per_player


def mistaken(
    tiles: Iterable[OrientedTile], say: Callable[[OrientedTile], str]
) -> dict[str, set[tuple[str, ...]]]:
    """What is said of tiles of different kinds that do not look alike."""
    said: dict[str, dict[Hashable, set[str]]] = defaultdict(lambda: defaultdict(set))
    for tile in tiles:
        said[say(tile)][printed(tile)].add(tile.kind.id)
    return {
        text: {tuple(sorted(ids)) for ids in looks.values()}
        for text, looks in said.items()
        if len(looks) > 1 and len(set().union(*looks.values())) > 1
    }


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "edition"), PLAYED)
def test_no_two_tiles_are_described_alike(game: str, edition: int, language: str) -> None:
    """In a message and in the list of tiles; and it is short enough for a phone."""

    def say(tile: OrientedTile) -> str:
        return TEXTS.say(describe.tile(tile.kind), language)

    tiles = [kind.turns[0] for kind in kinds(game, edition)]
    assert mistaken(tiles, say) == {}
    assert max(len(say(tile)) for tile in tiles) <= SHORT


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "edition"), PLAYED)
def test_no_two_tiles_sound_alike_in_any_turn(game: str, edition: int, language: str) -> None:
    """What a picture says of a tile as it lies means one print only."""

    def say(tile: OrientedTile) -> str:
        return tile_text(tile, lambda key, **args: TEXTS.say(Phrase(key, args), language))

    assert mistaken((tile for kind in kinds(game, edition) for tile in kind.turns), say) == {}


@pytest.mark.parametrize(
    ("tile", "said"),
    [
        ("base/D", "city ↑ + road →←"),
        ("base/O", "city ↑← + pennant + road →↓"),
        ("base/L", "city ↑ + 3 roads → ↓ ←"),
        ("base/B", "monastery"),
        ("abbey-mayor/2", "city →← + city ↑↓ + pennant"),
        ("abbey-mayor/7", "city ↑ + road →↓ + 3 fields"),
        ("abbey-mayor/abbey", "abbey"),
        ("discoverers/wedge3-mps-c2", "mountains ↑→ + plain ↓ + sea ← + port city on the plain"),
        ("discoverers/wedge3-mps-c1", "mountains ↑→ + plain ↓ + sea ← + port city at the mountains"),
    ],
)
def test_a_tile_is_said_with_its_sides(tile: str, said: str) -> None:
    """Arrows point to the sides: together where one segment joins them, apart where each has its own."""
    assert TEXTS.say(describe.tile(tile_kind(tile)), "en") == said
