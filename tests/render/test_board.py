"""The board's picture: right, readable, always the same, and within every limit."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image, ImageChops

from core import Cell, GameRecord, NotationError, Phase, PointsAwarded, Position
from core.sets.traders_builders.goods import TAKEN, Token
from render import PLAYERS, THEMES, Sprites, board_picture, closeup_picture, encode
from render.inks import contrast
from render.layout import TALLEST, UNITS, arrange, frame
from render.panel import GAP, HAND, PAD, panel_height
from render.themes import theme_named
from tests.render.likeness import difference
from tests.render.positions import (
    ALL_OF_CARCASSONNE,
    EVERYTHING,
    NAMES,
    deploying,
    long_board,
    many_spots,
    offered,
    placing,
    record,
    scoring,
)


def test_same_arguments_give_the_same_pixels_in_every_thread() -> None:
    """Four threads that share an empty cache draw identical pictures."""
    position, sprites = placing(EVERYTHING, 30), Sprites()
    spots = tuple(position.legal_spots())

    def draw(_: int) -> bytes:
        return board_picture(position, names=NAMES[:2], spots=spots, sprites=sprites).image.tobytes()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(draw, range(8)))) == 1


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_draws_every_set(theme: str) -> None:
    """Each theme has a colour for everything, and no two look alike."""
    for sets in (EVERYTHING, ("discoverers",), ALL_OF_CARCASSONNE):
        position = placing(sets, 25, 3)
        image = board_picture(position, names=NAMES[:3], theme=theme, tint=True).image
        others = [
            board_picture(position, names=NAMES[:3], theme=other, tint=True).image
            for other in THEMES
            if other != theme
        ]
        assert all(difference(image, other)[0] > 8 for other in others)


@pytest.mark.parametrize(("columns", "rows"), [(40, 8), (8, 40)])
@pytest.mark.parametrize("view", ["whole", "close", "mine"])
@pytest.mark.parametrize("profile", ["telegram", "discord", "web"])
def test_long_boards_stay_within_limits_and_readable(
    columns: int, rows: int, view: str, profile: str
) -> None:
    """A board of 40 by 8 or 8 by 40 keeps to the long side, Telegram's limits and a least tile size."""
    position = long_board(columns, rows)
    spots = tuple(position.legal_spots())
    drawn = board_picture(position, names=NAMES[:2], spots=spots, view=view, seat=0, profile=profile)
    width, height = drawn.image.size
    assert max(width, height) <= {"telegram": 1280, "discord": 1600, "web": 1280}[profile]
    assert width + height <= 10_000
    assert max(width, height) / min(width, height) <= 20
    tile = drawn.targets[0].width * UNITS
    assert tile >= 9
    assert len(encode(drawn.image, profile).content) < 8_000_000


@pytest.mark.parametrize("profile", ["telegram", "discord", "web"])
def test_a_board_of_all_tiles_stays_within_limits_and_readable(profile: str) -> None:
    """With 167 tiles and six players a picture is no larger than others, nor its spots too small to tap."""
    position = placing(ALL_OF_CARCASSONNE, 150, 6, "77")
    spots = tuple(position.legal_spots())
    drawn = board_picture(position, names=NAMES, spots=spots, view="whole", profile=profile)
    width, height = drawn.image.size
    assert max(width, height) <= {"telegram": 1280, "discord": 1600, "web": 1280}[profile]
    assert height / width <= TALLEST
    assert min(target.width for target in drawn.targets) * UNITS >= 18
    assert len(encode(drawn.image, profile).content) < 2_000_000


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_cards_hold_everything_that_a_player_can_have(players: int) -> None:
    """All figures and the most goods: nothing reaches over a card's edge, nor over anything else there."""
    # without abbeys, which would move aside for goods
    bare = placing(tuple(name for name in ALL_OF_CARCASSONNE if name != "abbey-mayor"), 3, players)
    rich = bare.copy()
    owned = tuple(Token(kind, (0, 0), "city@N") for kind in ("wine", "grain", "cloth") for _ in range(9))
    TAKEN.keep(rich, dict.fromkeys(range(players), owned))
    plain, shown = (board_picture(p, names=NAMES[:players]).image for p in (bare, rich))
    changed = ImageChops.difference(plain, shown).convert("L").point([255 if v else 0 for v in range(256)])
    panel = round(panel_height(players, crowded=True) * plain.width / UNITS)
    left, top, right, bottom = changed.getbbox() or (0, 0, 0, 0)
    assert top > plain.height - panel
    assert bottom < plain.height - 4
    assert left > plain.width * 0.2
    assert right < plain.width * 0.97
    card = THEMES["day"].panel_card
    for x, y in ((x, y) for x in range(left, right) for y in range(top, bottom) if changed.getpixel((x, y))):
        assert plain.getpixel((x, y)) == card, "what there was is hidden"


@pytest.mark.parametrize("players", [2, 5])
def test_tiles_to_choose_from_are_as_large_as_one_to_lay(players: int) -> None:
    """Both lie side by side below the board, whole in their middles, and no card lies upon them."""
    record = GameRecord(NAMES[:players], "discoverers", ("discoverers",), {"hand": 2}, seed="hand")
    position, sprites = record.opening(), Sprites()
    drawn = board_picture(position, names=NAMES[:players], sprites=sprites).image
    unit, theme = drawn.width / UNITS, theme_named("day")
    size = round(HAND * unit)
    top = drawn.height - round((panel_height(players) - PAD) * unit)
    for number, kind in enumerate(position.hands[0]):
        left = round(PAD * unit) + number * round((HAND + GAP) * unit)
        # The number stands in a corner.
        rest = (size // 3, size // 3, size - 2, size - 2)
        tile = sprites.tile(kind.turns[0], size, theme, sets=position.sets).crop(rest)
        seen = drawn.crop((left, top, left + size, top + size)).crop(rest)
        assert difference(seen, tile)[0] < 5


def test_sixty_spots_are_large_enough_for_a_thumb_and_eye() -> None:
    """With 60 spots on a phone 420 pixels wide each is 20 pixels wide at least, and numbered in turn."""
    position = many_spots(60)
    spots = tuple(position.legal_spots())
    drawn = board_picture(position, names=NAMES[:2], spots=spots)
    assert [target.name for target in drawn.targets] == [str(number) for number in range(1, len(spots) + 1)]
    assert min(target.width for target in drawn.targets) * UNITS >= 20


def test_targets_lie_where_the_spots_are_painted() -> None:
    """A tap's box shows the plate of a legal spot, and the same place without spots shows the bare table."""
    position = placing()
    spots = tuple(position.legal_spots())
    with_spots = board_picture(position, names=NAMES[:2], spots=spots, view="whole")
    theme = THEMES["day"]
    for target in with_spots.targets:
        x = int((target.left + target.width * 0.12) * with_spots.image.width)
        y = int((target.top + target.height / 2) * with_spots.image.height)
        assert with_spots.image.getpixel((x, y)) == theme.spot


def test_wagon_destinations_do_not_hide_their_tiles() -> None:
    """A numbered cell with a tile on it shows a badge and still most of the tile."""
    position = placing(EVERYTHING, 30)
    cells = tuple(laid.cell for laid in position.laid[:3])
    plain = board_picture(position, names=NAMES[:2], view="whole").image
    drawn = board_picture(position, names=NAMES[:2], view="whole", spots=cells)
    target = drawn.targets[0]
    corner = (int(target.left * plain.width) + 3, int(target.top * plain.height) + 3)
    assert drawn.image.getpixel(corner) == plain.getpixel(corner)
    assert difference(drawn.image, plain)[1] > 40


def test_every_figure_is_seen_in_its_owners_colour() -> None:
    """Where a figure stands, its owner's colour is painted."""
    position = placing(EVERYTHING, 60, 6)
    image = board_picture(position, names=NAMES, view="whole", profile="file").image
    seats = {standing.seat for standing in position.standing()}
    assert len(seats) >= 4
    colours = {colour for _, colour in image.getcolors(1 << 24) or ()}
    assert {PLAYERS[seat].colour for seat in seats} <= colours


def test_points_float_over_what_earned_them() -> None:
    """Events with points change the picture where they were won, and only there."""
    position, events = scoring()
    without = board_picture(position, names=NAMES[:3], view="whole").image
    with_points = board_picture(position, names=NAMES[:3], view="whole", events=events).image
    mean, worst = difference(without, with_points)
    assert worst > 60
    assert mean < 3


def test_points_leave_the_numbers_of_spots_readable() -> None:
    """Plates over features right below or beside a spot float elsewhere than over its number."""
    position = placing(("base", "winter"), 75, 3)
    spots = tuple(position.legal_spots())
    beside = {(x + dx, y + dy) for x, y in spots for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
    events = [
        PointsAwarded(0, 12, "city", 3, 0, laid.cell, where)
        for laid in position.laid
        if laid.cell in beside
        for where in laid.tile.names
        if where in {"city@N", "road@N"}
    ]
    assert len(events) > 5
    bare, covered = (
        board_picture(position, names=NAMES[:3], spots=spots, view="whole", events=shown)
        for shown in ((), events)
    )
    assert bare.image != covered.image
    for target in bare.targets:
        across, tall = target.width * bare.image.width, target.height * bare.image.height
        x, y = target.left * bare.image.width, target.top * bare.image.height
        number = (x + across * 0.3, y + tall * 0.3, x + across * 0.7, y + tall * 0.7)
        assert bare.image.crop(number).tobytes() == covered.image.crop(number).tobytes(), target.name


@pytest.mark.parametrize("tiles", [30, 31, 32, 33, 34, 35])
def test_the_last_tile_is_framed_in_the_colour_of_whoever_laid_it(tiles: int) -> None:
    """Not in the colour of everything else; a line that stands out from it runs along both sides."""
    position = placing(("base",), tiles, 6)
    assert position.layer != position.seat
    assert position.last is not None
    image = board_picture(position, names=NAMES, view="whole", profile="web").image
    _is_framed(image, position, position.last.cell, position.layer)


def test_tiles_laid_before_the_last_one_are_framed_too() -> None:
    """Each in the colour of whoever laid it."""
    position = placing(("base",), 40, 6)
    laid = [(seat, laid.cell) for seat, laid in enumerate(position.laid[-4:-1])]
    assert position.last is not None
    image = board_picture(position, names=NAMES, view="whole", profile="web", before=laid).image
    for seat, cell in [*laid, (position.layer, position.last.cell)]:
        _is_framed(image, position, cell, seat)


def test_a_tile_at_the_border_is_framed_all_around() -> None:
    """The numbers of the columns cut nothing off that stands at the upper border."""
    tops = (placing(("base",), tiles, 6, seed) for tiles in range(8, 30) for seed in ("a", "b", "c"))
    position = next(
        top for top in tops if top.last is not None and top.last.cell[1] == frame(top, (), "whole", None).top
    )
    assert position.last is not None
    image = board_picture(position, names=NAMES, view="whole", profile="web").image
    layout = arrange(frame(position, (), "whole", None), 1280, panel_height(6))
    left, top = layout.corner(position.last.cell)
    line = max(layout.units(1.6), layout.cell // 44)
    for eighth in (1, 7):
        above = [
            image.getpixel((left + layout.cell * eighth // 8, top - 2 * line + step))
            for step in range(2 * line)
        ]
        assert above.count(PLAYERS[position.layer].colour) >= line


def test_where_not_all_is_shown_those_tiles_are() -> None:
    """The neighbourhood of the last move has room for all tiles that belong to it."""
    position = placing(ALL_OF_CARCASSONNE, 90, 3)
    cells = [laid.cell for laid in position.laid[-4:-1]]
    assert not all(cell in frame(position, (), "close", None) for cell in cells)
    assert all(cell in frame(position, (), "close", None, cells) for cell in cells)


def _is_framed(image: Image.Image, position: Position, cell: Cell, seat: int) -> None:
    """A frame in a seat's colour runs around a cell in the picture."""
    look = PLAYERS[seat]
    layout = arrange(frame(position, (), "whole", None), 1280, panel_height(6))
    left, top = layout.corner(cell)
    line = max(layout.units(1.6), layout.cell // 44)
    rows = [
        [
            image.getpixel((side - 2 * line + step, top + layout.cell * eighth // 8))
            for step in range(2 * line)
        ]
        for side in (left, left + layout.cell + 2 * line)
        for eighth in (1, 4, 7)
    ]
    framed = [row[0] == row[-1] == look.on_colour and row.count(look.colour) >= line for row in rows]
    assert sum(framed) >= 2, "a figure or a number may stand on a part of it"
    assert contrast(look.colour, look.on_colour) > 3


def test_views_that_do_not_exist_are_refused() -> None:
    """Unknown views, themes and profiles are refused by name."""
    position = record().opening()
    with pytest.raises(NotationError, match="sideways"):
        board_picture(position, names=NAMES[:2], view="sideways")
    with pytest.raises(NotationError, match="sepia"):
        board_picture(position, names=NAMES[:2], theme="sepia")
    with pytest.raises(NotationError, match="fax"):
        board_picture(position, names=NAMES[:2], profile="fax")


def test_crop_keeps_every_legal_spot() -> None:
    """However far a close picture is cropped, each spot can be seen and tapped."""
    position = long_board(40, 8)
    assert position.last is not None
    x, y = position.last.cell
    spots = sorted(position.legal_spots(), key=lambda cell: abs(cell[0] - x) + abs(cell[1] - y))[:2]
    drawn = board_picture(position, names=NAMES[:2], spots=spots, view="close")
    whole = board_picture(position, names=NAMES[:2], spots=spots, view="whole")
    assert drawn.targets[0].width > 1.1 * whole.targets[0].width
    for target in drawn.targets:
        assert 0 <= target.left <= 1 - target.width
        assert 0 <= target.top <= 1 - target.height


def test_strange_names_are_drawn() -> None:
    """500 emoji, no name at all, right-to-left marks and control characters make a picture like any other."""
    position = placing(tiles=5, players=6)
    names = ("\U0001f600" * 500, "", "\u202etxet\u202c", "\x00\x07", "漢字かな交じり文", "W" * 300)
    image = board_picture(position, names=names).image
    assert image.size == board_picture(position, names=NAMES).image.size


@pytest.mark.parametrize("sets", [("base",), EVERYTHING, ("discoverers",)])
def test_closeup_letters_can_be_tapped(sets: tuple[str, ...]) -> None:
    """Each letter of a close-up has a target of its own, inside the picture, none over another."""
    position = deploying(sets, 35)
    letters = offered(position)
    drawn = closeup_picture(position, names=NAMES[:2], letters=letters)
    assert [target.name for target in drawn.targets] == [letter for letter, _ in letters]
    boxes = [(t.left, t.top, t.left + t.width, t.top + t.height) for t in drawn.targets]
    assert all(0 <= left < right <= 1 and 0 <= top < bottom <= 1 for left, top, right, bottom in boxes)
    centres = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes]
    for index, (x, y) in enumerate(centres):
        assert all(abs(x - ox) + abs(y - oy) > 0.04 for ox, oy in centres[index + 1 :])


def test_whole_random_games_can_be_drawn() -> None:
    """Positions in every phase of games of every set are drawn without complaint."""
    for sets in (EVERYTHING, ("discoverers",), ALL_OF_CARCASSONNE):
        seen: set[Phase] = set()
        for tiles in range(2, 80, 13):
            position = placing(sets, tiles, 4, seed=f"{tiles:02x}")
            seen.add(position.phase)
            assert isinstance(board_picture(position, names=NAMES[:4]).image, Image.Image)
        assert Phase.PLACE in seen
