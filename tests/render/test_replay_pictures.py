"""Charts and summaries: the right scores at the right places, for every game and every theme."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from PIL import ImageChops

from core import GameRecord
from core.records.history import KINDS, history
from render.inks import contrast, ink_on
from render.lettering import fitted
from render.paintings.icons import kind_colour, paint_kind
from render.replays.chart import AXIS, RIGHT, score_chart
from render.replays.summary import kinds_of
from render.sets import pictures
from render.theme import PLAYERS, Theme
from render.themes import THEMES
from tests.render.positions import EVERYTHING, NAMES
from tests.render.replays import ALL_SETS, chart, say, summary, whole_game


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sets", [*ALL_SETS, EVERYTHING], ids="+".join)
def test_pictures_are_as_wide_as_asked_and_no_taller_than_a_phone(sets: tuple[str, ...], theme: str) -> None:
    """Charts and summaries of two players and of many are drawn in the width asked for, at most 4:5."""
    for players in (2, 5):
        played = whole_game(sets, players)
        for image in (chart(played, theme), summary(played, theme)):
            assert image.width == 840
            assert image.height <= 840 * 1.25


SHOWN = [kind.name for row in pictures().values() for kind in row.points]
"""What points are given for in any set."""


def test_the_same_game_gives_the_same_pixels() -> None:
    """Charts and summaries depend on their arguments alone."""
    played = whole_game(("base",), 3)
    assert chart(played).tobytes() == chart(played).tobytes()
    assert summary(played).tobytes() == summary(played).tobytes()


def test_a_line_ends_at_its_score() -> None:
    """At the right border of the plot each line is as high as its player's score, measured by the grid."""
    games = (whole_game(("base", "winter"), 4, chance=chance) for chance in range(1, 20))
    played = next(game for game in games if _spread(history(game).position.scores))
    scores = history(played).position.scores
    image = chart(played)
    column = image.width - 50 * 2 - 1
    heights = {}
    for seat, score in enumerate(scores):
        colour = PLAYERS[seat].colour
        rows = [y for y in range(60, 500) if _close(image.getpixel((column, y)), colour)]
        heights[score] = sum(rows) / len(rows)
    low, high = min(heights), max(heights)
    scale = (heights[low] - heights[high]) / (high - low)
    for score, height in heights.items():
        assert abs(heights[low] - scale * (score - low) - height) < 4


def _spread(scores: Sequence[int]) -> bool:
    """Whether no line ends on another."""
    order = sorted(scores)
    return all(above - below > 7 for below, above in pairwise(order))


def test_nothing_is_drawn_before_it_happens() -> None:
    """As long as nobody has points, no line leaves the ground."""
    played = whole_game(("base",), 2)
    scoring = next(turn for turn in history(played).turns if turn.awards)
    begun = played.with_actions(played.actions[: scoring.events[0][0]])
    flat = chart(begun)
    above = flat.crop((70, 80, flat.width - 110, 460))
    assert not any(_close(colour, PLAYERS[0].colour) for _, colour in above.getcolors(1 << 16) or ())
    full = chart(played).crop((70, 80, flat.width - 110, 460))
    assert any(_close(colour, PLAYERS[0].colour) for _, colour in full.getcolors(1 << 16) or ())


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_game_under_way_has_pictures(count: int) -> None:
    """Nothing has to be over, or even begun."""
    played = whole_game(("base",), 2)
    begun = played.with_actions(played.actions[:count])
    assert chart(begun).width == summary(begun).width == 840


def test_the_names_are_written() -> None:
    """Another name is another picture."""
    played = whole_game(("base",), 2)
    other = score_chart(played, names=("Zed", NAMES[1]), say=say, width=840).image
    assert ImageChops.difference(chart(played), other).getbbox() is not None


def test_every_game_has_columns_for_what_it_scores() -> None:
    """No kind of points is given in any game that its summary has no column for."""
    for sets in (*ALL_SETS, EVERYTHING):
        told = history(whole_game(sets, 4))
        assert set(kinds_of(told)) <= set(KINDS)
        for kinds in told.by_kind:
            assert set(kinds) <= set(kinds_of(told))


def test_there_is_no_column_for_fields_without_farmers() -> None:
    """Nobody could have got any points for them."""
    for fields in (True, False):
        record = GameRecord(("Ann", "Bo"), sets=EVERYTHING, options={"fields": fields}, seed="columns")
        assert ("field" in kinds_of(history(record))) is fields


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_what_stands_beside_each_other_can_be_told_apart(theme: Theme) -> None:
    """The pictures of kinds differ in shape: also without any colour no two are alike."""
    shown = [paint_kind(40, kind, theme).convert("L") for kind in SHOWN]
    for index, one in enumerate(shown):
        for other in shown[:index]:
            histogram = ImageChops.difference(one, other).histogram()
            assert sum(histogram[40:]) > 0.08 * 40 * 40


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_numbers_on_bars_can_be_read(theme: Theme) -> None:
    """The ink on every kind's colour, and on the colour of scores just won, stands out as WCAG asks."""
    for colour in (theme.accent, *(kind_colour(kind, theme) for kind in SHOWN)):
        assert contrast(ink_on(colour), colour) >= 4.5


def _close(one: object, other: tuple[int, int, int]) -> bool:
    return isinstance(one, tuple) and all(abs(a - b) <= 12 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("word", ["tiles", "płytki", "kartičky"])
def test_what_a_chart_counts_is_written_whole(word: str) -> None:
    """Also of a game that is not over, where no scoring follows and there is least room beside the axis."""
    assert fitted(word, 1050, round(100 * (RIGHT - AXIS))) == word
