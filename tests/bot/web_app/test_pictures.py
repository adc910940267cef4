"""Pictures that take long, and pictures for those who read in the dark."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.painter import Live, Painted, Progress
from bot.scene import Picture, PictureKind, Scene
from bot.store import open_store
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from bot.web_app.gallery import Gallery
from core import GameRecord
from tests.bot.table.club import Counter
from tests.bot.web_app.page import Message, Page, opened

FRAMES = 50


class PatientPainter:
    """Tells of each frame of what takes long, and finishes it when ``gate`` is open."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.boards = asyncio.Event()
        self.boards.set()
        self.painted: list[Picture] = []
        self.broken = False

    async def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,
        *,
        live: Live | None = None,  # noqa: ARG002  it is done at once
    ) -> Painted:
        """A few bytes that say what it would be."""
        self.painted.append(picture)
        if picture.slow:
            for frame in range(1, FRAMES + 1):
                if progress is not None:
                    progress(frame, FRAMES)
                await asyncio.sleep(0)
            await self.gate.wait()
            if self.broken:
                raise RuntimeError("the film is torn")
        else:
            await self.boards.wait()
        words = f"{picture.kind} {picture.theme} {picture.view} {profile} {language}"
        return Painted(words.encode(), f"{picture.kind}.gif", "image/gif", words)


@pytest.fixture
def patient() -> PatientPainter:
    """A painter that can be held up."""
    return PatientPainter()


@pytest.fixture
async def place(patient: PatientPainter, tmp_path: Path) -> AsyncIterator[str]:
    """A web table with the real use cases."""
    store = await open_store("memory://", tmp_path)
    table = Table(store, SystemClock(), Counter())
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=Texts.load(), painter=patient)
    yield await app.start()
    await app.stop()
    await store.close()


async def begin(*pages: Page) -> Message:
    """Begin a game; the scene that the first page gets."""
    for page in pages:
        await page.scene_of("new order=joined" if page is pages[0] else "join")
        for other in pages:
            await other.settled()
    return await pages[0].scene_of("start")


async def until_answered(page: Page) -> list[Message]:
    """Everything that the page is told until it has its answer."""
    told: list[Message] = []
    while not told or told[-1]["type"] != "answer":
        told.append(await page.expect("progress", "done", "answer", "refusal", "scene"))
    return told


async def test_a_film_is_on_its_way_while_the_game_goes_on(place: str, patient: PatientPainter) -> None:
    """The page that asked is told how far it is, in few steps, and can play on before it has come."""
    async with opened(place, "long") as ann, opened(place, "long", "Bo") as bo:
        await begin(ann, bo)
        patient.gate.clear()
        once = await ann.do("replay film")
        assert (await ann.expect("progress"))["done"] == 0
        assert (await ann.expect("done"))["once"] == once
        moved = await ann.scene_of("place 1")
        assert moved["version"] > 1
        patient.gate.set()
        told = await until_answered(ann)
        assert told[-1]["once"] == once
        assert told[-1]["scene"]["picture"]["alt"] == "film auto film web en"
        assert told[-1]["scene"]["picture"]["save"] == "film.gif"


async def test_words_and_buttons_do_not_wait_for_a_late_picture(place: str, patient: PatientPainter) -> None:
    """Players get them, whoever comes in gets them, and the picture comes by itself when it is drawn."""
    async with opened(place, "late") as ann, opened(place, "late", "Bo") as bo:
        await begin(ann, bo)
        patient.boards.clear()
        moved = await ann.scene_of("place 1")
        assert moved["rows"]
        assert moved["picture"] == {"late": "The picture follows."}
        async with opened(place, "late", "Cid") as cid:
            assert cid.welcome["scene"]["picture"] == moved["picture"]
            patient.boards.set()
            for page in (ann, bo, cid):
                late = await page.expect("picture")
                assert (late["game"], late["version"]) == (moved["game"], moved["version"])
                assert late["picture"]["alt"].startswith("bare")


async def test_a_late_picture_of_an_older_scene_is_not_sent(place: str, patient: PatientPainter) -> None:
    """When the game has gone on, a page gets the picture of what it shows and no other."""
    async with opened(place, "late") as ann, opened(place, "late", "Bo") as bo:
        await begin(ann, bo)
        patient.boards.clear()
        await ann.scene_of("place 1")
        passed = await ann.scene_of("pass")
        patient.boards.set()
        assert (await ann.expect("picture"))["version"] == passed["version"]
        assert "picture" not in {message["type"] for message in await ann.settled()}


async def test_progress_grows_in_few_steps(place: str) -> None:
    """Of many frames at most twenty are told, each with more done than before; the last one is the end."""
    async with opened(place, "long") as ann, opened(place, "long", "Bo") as bo:
        await begin(ann, bo)
        await ann.do("replay film")
        told = [message for message in await until_answered(ann) if message["type"] == "progress"]
        done = [message["done"] for message in told]
        assert done == sorted(set(done))
        assert len(done) <= 21
        assert (told[-1]["done"], told[-1]["of"]) == (FRAMES, FRAMES)


async def test_all_who_wait_for_a_film_are_told(place: str, patient: PatientPainter) -> None:
    """Two pages that ask for one film get it from one drawing, and both see how far it is."""
    async with opened(place, "long") as ann, opened(place, "long", "Bo") as bo:
        await begin(ann, bo)
        patient.gate.clear()
        for page in (ann, bo):
            await page.do("replay film")
            await page.expect("progress")
        patient.gate.set()
        answers = [(await until_answered(page))[-1]["scene"]["picture"] for page in (ann, bo)]
        assert answers[0] == answers[1]
        assert sum(picture.slow for picture in patient.painted) == 1


async def test_a_torn_film_is_told_politely(place: str, patient: PatientPainter) -> None:
    """A film that cannot be drawn is an answer that says so, and the page goes on."""
    patient.broken = True
    async with opened(place, "long") as ann, opened(place, "long", "Bo") as bo:
        await begin(ann, bo)
        await ann.do("replay film")
        assert "failed" in (await until_answered(ann))[-1]["scene"]["picture"]
        assert (await ann.scene_of("place 1"))["lines"]


async def test_who_leaves_before_the_film_comes_disturbs_nobody(place: str, patient: PatientPainter) -> None:
    """The page is gone; the others play on, and can have the film."""
    async with opened(place, "long") as ann, opened(place, "long", "Bo") as bo:
        await begin(ann, bo)
        patient.gate.clear()
        with suppress(asyncio.CancelledError):
            await bo.do("replay film")
            await bo.expect("done")
        await bo.socket.close()
        patient.gate.set()
        await ann.do("replay film")
        assert (await until_answered(ann))[-1]["scene"]["picture"]["src"]


async def test_the_full_board_can_be_saved(place: str) -> None:
    """The board in full size comes with the name under which it is saved; other pictures do not."""
    async with opened(place, "long") as ann, opened(place, "long", "Bo") as bo:
        scene = await begin(ann, bo)
        assert "save" not in scene["picture"]
        await ann.do("board full")
        assert (await until_answered(ann))[-1]["scene"]["picture"]["save"] == "board.gif"


async def test_who_reads_in_the_dark_gets_pictures_of_the_night(place: str) -> None:
    """Each reader has pictures in the colours of the page; what the chat has chosen holds for all."""
    async with opened(place, "long") as ann, opened(place, "long", "Bo") as bo:
        await begin(ann, bo)
        bo.dark = True
        await bo.connect()
        assert bo.welcome["scene"]["picture"]["alt"].startswith("bare night")
        shown = await ann.scene_of("place 1")
        assert " auto " in shown["picture"]["alt"]
        mine = (await bo.expect("scene"))["scene"]
        assert " night " in mine["picture"]["alt"]
        await bo.do("replay chart")
        assert (await until_answered(bo))[-1]["scene"]["picture"]["alt"].startswith("chart night")
        await ann.do("settings theme=contrast")
        assert " contrast " in (await bo.expect("scene"))["scene"]["picture"]["alt"]


async def test_the_board_is_fetched_while_the_page_begins(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page names the picture that it will show, in the reader's colours, if it is there already."""
    monkeypatch.setattr("bot.web_app.rooms.SOON", 60.0)  # a busy machine takes longer than a page waits

    async def named(page: Page) -> list[tuple[str, str]]:
        async with page.session.get(f"{place}r/friday") as answer:
            return re.findall(
                r'<link rel="preload" as="image" href="([^"]+)" media="([^"]+)">', await answer.text()
            )

    async with opened(place, "friday") as ann, opened(place, "friday", "Bo") as bo:
        assert await named(ann) == []
        shown = (await begin(ann, bo))["picture"]["src"]
        assert await named(ann) == [(shown, "(prefers-color-scheme: light)")]
        bo.dark = True
        dark = (await bo.connect())["scene"]["picture"]["src"]
        assert await named(ann) == [
            (shown, "(prefers-color-scheme: light)"),
            (dark, "(prefers-color-scheme: dark)"),
        ]


class OneBoard:
    """Paints the same for everybody, and tells each where what they may touch is."""

    async def paint(
        self,
        picture: Picture,
        profile: str,  # noqa: ARG002
        language: str,  # noqa: ARG002
        progress: Progress | None = None,  # noqa: ARG002
        *,
        live: Live | None = None,  # noqa: ARG002
    ) -> Painted:
        """A board on which nothing is drawn."""
        return Painted(b"board", "board.png", "image/png", "A board", plan={"outlines": picture.areas})


async def test_who_sees_the_same_board_may_touch_other_places() -> None:
    """Whoever decides is told where, also when they come back after others have been shown the board."""
    gallery, scene = Gallery(OneBoard()), Scene((), game="g", version=3)
    watched = Picture(
        PictureKind.BARE, GameRecord(players=("Ann", "Bo"), seed="5eed").replay(), ("Ann", "Bo")
    )
    decided = replace(watched, areas=(((0, 0), "n"),))
    for _ in range(2):
        for picture in (decided, watched):
            hung = await gallery.hang(scene, picture, "en")
            assert hung.painted.plan == {"outlines": picture.areas}
            found = gallery.find(hung.name)
            assert found is not None
            assert found.painted.content == hung.painted.content == b"board"
