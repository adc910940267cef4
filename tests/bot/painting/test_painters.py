"""The painter of the running bot."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable
from dataclasses import replace
from io import BytesIO

import pytest
import pytest_asyncio
from PIL import Image

from bot.painter import Live, Painted
from bot.painting.painters import Painters
from bot.scene import FULL, Picture, PictureKind
from bot.spots import letters, take_backs
from bot.texts import Texts
from core import Deploy, GameRecord
from tests.render.replays import whole_game

pytestmark = pytest.mark.asyncio(loop_scope="module")

RECORD = whole_game(("base",), 3, tiles=24)
NAMES = ("Ann", "Bo", "Cy")


def picture(kind: PictureKind, record: GameRecord = RECORD, view: str = "close") -> Picture:
    """A picture that tells the whole game, or its last board."""
    return Picture(kind, record.replay(), NAMES, view=view, record=record)


def opened(content: bytes) -> Image.Image:
    """The picture of a file."""
    return Image.open(BytesIO(content))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def painter() -> AsyncIterator[Painters]:
    """A painter with the real catalogues."""
    made = Painters(Texts.load())
    yield made
    await made.close()


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
@pytest.mark.parametrize(
    ("kind", "mime", "word"),
    [
        (PictureKind.FILM, "image/gif", {"en": "Film", "pl": "Film", "cs": "Film"}),
        (PictureKind.CHART, "image/png", {"en": "turn by turn", "pl": "po turze", "cs": "po tahu"}),
        (PictureKind.SUMMARY, "image/png", {"en": "Won by", "pl": "Zwyc", "cs": "Vít"}),
    ],
)
async def test_whole_games_are_painted_and_described(
    painter: Painters, kind: PictureKind, mime: str, word: dict[str, str], language: str
) -> None:
    """Film, chart and summary are files of their kind, and their words are in the reader's language."""
    painted = await painter.paint(picture(kind), "discord", language)
    assert painted.mime == mime == Image.MIME[opened(painted.content).format or ""]
    assert word[language] in painted.alt
    assert all(name in painted.alt for name in NAMES)


async def test_what_no_platform_shows_is_not_described(painter: Painters) -> None:
    """Telegram takes no words that stand for a picture."""
    board = picture(PictureKind.BOARD)
    assert (await painter.paint(board, "telegram", "en")).alt == ""
    assert "Ann" in (await painter.paint(board, "discord", "en")).alt


async def test_in_a_crowd_live_pictures_are_hurried(painter: Painters) -> None:
    """They are smaller, and come sooner to all; what somebody asked for is as always, and so is the last."""
    board = picture(PictureKind.BOARD)

    def wish(profile: str, place: str = "") -> Awaitable[Painted]:
        return painter.paint(board, profile, "en", live=Live(place, 1) if place else None)

    def across(painted: Painted) -> int:
        return round(max(opened(painted.content).size), -2)

    crowd = [
        wish(profile, f"{profile} {number}") for number in range(4) for profile in ("discord", "telegram")
    ]
    *live, web, asked, last = await asyncio.gather(
        *crowd, wish("web", "room"), wish("discord"), wish("discord", "last")
    )
    hurried = live[:4]
    assert {painted.mime for painted in hurried} == {"image/jpeg"}
    assert {across(painted) for painted in hurried} == {1000}
    assert ["Ann" in painted.alt for painted in hurried] == [True, False, True, False]
    assert (across(web), across(asked)) == (1300, 1600)
    alone = await wish("discord", "alone")
    assert last.content == alone.content == asked.content


async def test_a_film_tells_how_far_it_is(painter: Painters) -> None:
    """Progress is told in the event loop, frame by frame, up to the last one."""
    told: list[tuple[int, int, asyncio.AbstractEventLoop]] = []
    shown = replace(picture(PictureKind.FILM), names=("Told", *NAMES[1:]))
    loop = asyncio.get_running_loop()

    def note(done: int, frames: int) -> None:
        told.append((done, frames, asyncio.get_running_loop()))

    painted = await painter.paint(shown, "web", "en", note)
    await asyncio.sleep(0)
    frames = getattr(opened(painted.content), "n_frames", 0)
    assert [done for done, _, _ in told] == list(range(1, frames + 1))
    assert {(count, where) for _, count, where in told} == {(frames, loop)}


async def test_the_same_film_is_made_once(painter: Painters) -> None:
    """Whoever asks for a film that was just made gets that one; another language makes another."""
    first, second, other = await asyncio.gather(
        painter.paint(picture(PictureKind.FILM), "telegram", "en"),
        painter.paint(picture(PictureKind.FILM), "web", "en"),
        painter.paint(picture(PictureKind.FILM), "web", "cs"),
    )
    assert second.content is first.content
    assert other.content is not first.content


async def test_boards_do_not_wait_for_films(painter: Painters) -> None:
    """While films wait for each other, a board is painted at once."""
    board = picture(PictureKind.BOARD)
    await painter.paint(board, "web", "en")
    films = []
    for number in range(4):
        film = replace(picture(PictureKind.FILM), names=(f"Ann {number}", *NAMES[1:]))
        films.append(asyncio.create_task(painter.paint(film, "web", "en")))
    await painter.paint(board, "web", "en")
    assert not all(film.done() for film in films)
    await asyncio.gather(*films)


async def test_the_full_view_is_larger_and_loses_nothing(painter: Painters) -> None:
    """The whole board as a file is a PNG in full colour, much larger than what messages show."""
    full = opened((await painter.paint(picture(PictureKind.BOARD, view=FULL), "telegram", "en")).content)
    usual = opened((await painter.paint(picture(PictureKind.BOARD), "telegram", "en")).content)
    assert (full.format, full.mode) == ("PNG", "RGB")
    assert full.width > 2 * usual.width


async def test_a_film_is_a_film_with_and_without_ffmpeg(painter: Painters) -> None:
    """Whoever asks for an MP4 gets one where a program makes it, and else the GIF."""
    painted = await painter.paint(picture(PictureKind.FILM, view="mp4"), "web", "en")
    assert (painted.mime, painted.filename) in {("video/mp4", "bastide.mp4"), ("image/gif", "bastide.gif")}


async def test_the_nameless_have_the_readers_name_in_pictures(painter: Painters) -> None:
    """Who has no visible name is a player with a number, in the picture and in its words."""
    nameless = replace(picture(PictureKind.SUMMARY), names=("Ann", "#2", "דוד"))
    polish, czech = [await painter.paint(nameless, "web", language) for language in ("pl", "cs")]
    assert "Gracz 2" in polish.alt
    assert "Hráč 2" in czech.alt
    assert "\u2068דוד\u2069" in czech.alt
    named = await painter.paint(replace(nameless, names=("Ann", "Gracz 2", "דוד")), "web", "pl")
    assert named.content == polish.content


async def test_a_tap_on_a_figure_takes_it_back(painter: Painters) -> None:
    """In one picture letters deploy and numbers take back; the words say both."""
    position = GameRecord(
        ("Ann", "Bo"),
        "discoverers",
        ("discoverers",),
        seed="5eed",
    ).opening()
    rng = random.Random(1)
    while not take_backs(position) or not letters(position):
        actions = sorted(position.legal_actions(), key=str)
        figures = [action for action in actions if isinstance(action, Deploy)]
        position.play(rng.choice(figures or actions))
    back = tuple((str(n), action.cell, action.where) for n, action in enumerate(take_backs(position), 1))
    shown = Picture(
        PictureKind.CLOSE_UP, position, NAMES[:2], letters=letters(position), figures=back, verb="deploy"
    )
    painted = await painter.paint(shown, "web", "en")
    commands = [command for command, *_ in painted.targets]
    assert commands == [f"score {number}" for number, *_ in back] + [
        f"deploy {letter}" for letter, _ in shown.letters
    ]
    assert all(f"Figure {number}, at {x}, {y}: " in painted.alt for number, (x, y), _ in back)
