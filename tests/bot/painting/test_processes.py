"""Whatever becomes of a painting process, its picture comes a little later, and nothing else happens."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.painter import Live, NotPainted, Painted, Superseded
from bot.painting.bench import BenchHabits
from bot.painting.drawing import Drawing
from bot.painting.painters import Painters
from bot.processes.memory import shares
from bot.scene import Picture, PictureKind
from bot.texts import Texts
from tests.render.replays import whole_game

TEXTS = Texts.load()
RECORD = whole_game(("base",), 3, tiles=12)
POSITION = RECORD.replay()
NAMES = ("Ann", "Bo", "Cy")
ROOM = shares(400, 1).painter
LONG = 60.0
"""Seconds after which a test would fail rather than wait on."""


def board() -> Picture:
    """A board, as a value of its own."""
    return Picture(PictureKind.BOARD, POSITION, NAMES)


def film(name: str = "Ann") -> Picture:
    """A film."""
    return Picture(PictureKind.FILM, POSITION, (name, *NAMES[1:]), record=RECORD)


def is_there(pid: int) -> bool:
    """Whether a process runs; one that has ended and is not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(LONG):
        while not holds():
            await asyncio.sleep(0.01)


@pytest.fixture
async def make() -> AsyncIterator[Callable[..., Painters]]:
    """Makes painters."""
    made: list[Painters] = []

    def of(*, most: int = 1, room: int = ROOM, silence: float = LONG, idle: float = LONG) -> Painters:
        habits = BenchHabits(most, 1, room, silence, idle, ripe=0.01, worth=2, looked=1)
        made.append(Painters(TEXTS, boards=habits))
        return made[-1]

    yield of
    for painters in made:
        await painters.close()
        assert painters.pids == ()


async def test_a_process_paints_what_would_be_painted_here(make: Callable[..., Painters]) -> None:
    """Bytes, words and places to tap are the same as when they are drawn in the caller's process."""
    painters = make()
    for picture in (board(), film()):
        assert await painters.paint(picture, "web", "pl") == Drawing(TEXTS).paint(picture, "web", "pl")


async def test_a_process_that_is_killed_is_replaced(make: Callable[..., Painters]) -> None:
    """Between pictures and in the middle of one; the picture comes from the next process."""
    painters = make()
    painted = await painters.paint(board(), "web", "en")
    (first,) = painters.pids
    os.kill(first, signal.SIGKILL)
    assert await painters.paint(board(), "web", "en") == painted
    others = set(painters.pids)
    killed: list[int] = []

    def kill(done: int, frames: int) -> None:
        if not killed:
            killed.extend(set(painters.pids) - others)
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    assert (await painters.paint(film(), "web", "en", kill)).mime == "image/gif"
    assert len(killed) == 1
    assert not set(killed) & set(painters.pids)


async def test_what_no_process_can_paint_is_an_error_and_harms_nothing(make: Callable[..., Painters]) -> None:
    """An exception is told after a second attempt; the next picture is painted."""
    painters = make()
    with pytest.raises(NotPainted, match="tells a record"):
        await painters.paint(Picture(PictureKind.CHART, POSITION, NAMES), "web", "en")
    assert (await painters.paint(board(), "web", "en")).content


async def test_a_process_that_hangs_is_given_up(make: Callable[..., Painters]) -> None:
    """One from which nothing is heard is ended, and another paints the picture."""
    painters = make(silence=0.5)
    painted = await painters.paint(board(), "web", "en")
    (stopped,) = painters.pids
    os.kill(stopped, signal.SIGSTOP)
    assert await painters.paint(board(), "web", "en") == painted
    assert not is_there(stopped)


async def test_of_a_place_the_newest_picture_is_painted(make: Callable[..., Painters]) -> None:
    """While the painter is busy ten scenes of a place come: the last one is drawn, the others are told."""
    painters = make()
    await painters.paint(board(), "web", "en")
    (pid,) = painters.pids
    # Made before, so that no picture waits long enough to call for another painter.
    scenes = [(Live(place, version), board()) for version in range(10) for place in "abc"]
    os.kill(pid, signal.SIGSTOP)
    busy = asyncio.create_task(painters.paint(board(), "web", "en"))
    await asyncio.sleep(0)
    tasks = []
    for live, picture in scenes:
        tasks.append(asyncio.create_task(painters.paint(picture, "web", "en", live=live)))
        await asyncio.sleep(0)
    os.kill(pid, signal.SIGCONT)
    *old, one, two, three = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(error) for error in old} == {Superseded}
    assert isinstance(one, Painted)
    assert one == two == three == await busy


async def test_a_place_that_moves_on_does_not_wait_longer(make: Callable[..., Painters]) -> None:
    """Its older scene is not waited for any more, as when a display has another one to show."""
    painters = make()
    await painters.paint(board(), "web", "en")
    (pid,) = painters.pids
    pictures, order = [board() for _ in range(4)], list[str]()
    os.kill(pid, signal.SIGSTOP)

    async def paint(place: str, version: int, picture: Picture) -> None:
        await painters.paint(picture, "web", "en", live=Live(place, version))
        order.append(f"{place}{version}")

    tasks = []
    for place, picture in zip("cab", pictures, strict=False):
        tasks.append(asyncio.create_task(paint(place, 1, picture)))
        await asyncio.sleep(0)
    tasks[1].cancel()
    tasks.append(asyncio.create_task(paint("a", 2, pictures[-1])))
    await asyncio.sleep(0)
    os.kill(pid, signal.SIGCONT)
    await asyncio.gather(*tasks, return_exceptions=True)
    assert order == ["c1", "a2", "b1"]


async def test_a_picture_that_is_asked_for_twice_is_painted_once(make: Callable[..., Painters]) -> None:
    """Who asks for what is being drawn gets that; who goes away takes nothing from the other."""
    painters = make()
    picture = board()
    one, two = [asyncio.create_task(painters.paint(picture, "web", "en")) for _ in range(2)]
    await asyncio.sleep(0)
    one.cancel()
    assert isinstance(await two, Painted)
    three, four = await asyncio.gather(*(painters.paint(picture, "web", "en") for _ in range(2)))
    assert three is four


async def test_another_process_comes_when_somebody_waits_and_goes_again(
    make: Callable[..., Painters],
) -> None:
    """One picture after the other needs one process; many at once get more, which end when they idle."""
    painters = make(most=2, idle=0.05)
    for _ in range(3):
        await painters.paint(board(), "web", "en")
    (first,) = painters.pids
    os.kill(first, signal.SIGSTOP)
    tasks = [asyncio.create_task(painters.paint(board(), "web", "en")) for _ in range(3)]
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED, timeout=LONG)
    assert done
    assert len(painters.pids) == 2
    os.kill(first, signal.SIGCONT)
    await asyncio.gather(*tasks)
    await until(lambda: painters.pids == (first,))


async def test_a_process_that_has_passed_its_room_is_replaced(make: Callable[..., Painters]) -> None:
    """What it holds is given back, the next one is there before it is needed, and no picture is lost."""
    painters = make(room=1)
    first = await painters.paint(board(), "web", "en")
    (pid,) = painters.pids
    assert await painters.paint(board(), "web", "en") == first
    await until(lambda: bool(painters.pids) and painters.pids != (pid,))
    assert not is_there(pid)
    assert await painters.paint(board(), "web", "en") == first
    (pid,) = painters.pids
    pictures = [asyncio.create_task(painters.paint(board(), "web", "en")) for _ in range(4)]
    assert await asyncio.gather(*pictures) == [first] * 4
    assert not is_there(pid)


async def test_a_process_within_its_room_stays(make: Callable[..., Painters]) -> None:
    """However many pictures it paints."""
    painters = make()
    pids = set[int]()
    for _ in range(12):
        await painters.paint(board(), "web", "en")
        pids.update(painters.pids)
    assert len(pids) == 1


async def test_nothing_is_painted_any_more_by_those_who_were_closed(make: Callable[..., Painters]) -> None:
    """Closing ends what is being drawn and what waits, and all processes."""
    painters = make()
    await painters.paint(board(), "web", "en")
    (pid,) = painters.pids
    os.kill(pid, signal.SIGSTOP)
    tasks = [asyncio.create_task(painters.paint(board(), "web", "en")) for _ in range(3)]
    tasks.append(asyncio.create_task(painters.paint(film(), "web", "en")))
    await asyncio.sleep(0)
    await painters.close()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(end) for end in ends} == {NotPainted}
    assert not is_there(pid)
    with pytest.raises(NotPainted):
        await painters.paint(board(), "web", "en")


async def test_painters_can_be_closed_while_they_come(make: Callable[..., Painters]) -> None:
    """Whatever a process is at when its bot stops, neither it nor the bot stays."""
    for turns in range(12):
        painters = make()
        painting = asyncio.create_task(painters.paint(board(), "web", "en"))
        for _ in range(turns):
            await asyncio.sleep(0)
        async with asyncio.timeout(LONG):
            await painters.close()
        assert isinstance((await asyncio.gather(painting, return_exceptions=True))[0], NotPainted)


async def test_a_process_knows_no_secrets_and_is_not_the_terminals(
    make: Callable[..., Painters], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets nothing of the environment that it does not need, and Ctrl-C is not for it."""
    monkeypatch.setenv("DISCORD_TOKEN", "very secret")
    painters = make()
    await painters.paint(board(), "web", "en")
    (pid,) = painters.pids
    assert b"secret" not in Path(f"/proc/{pid}/environ").read_bytes()
    assert os.getsid(pid) == pid


BOT = """
import asyncio
from tests.bot.painting.test_processes import TEXTS, Painters, board, film

async def main():
    painters = Painters(TEXTS)
    await painters.paint(board(), "web", "en")
    told = lambda done, frames: done == 1 and print(*painters.pids, flush=True)
    await asyncio.gather(*(painters.paint(film(str(n)), "web", "en", told) for n in range(20)))

asyncio.run(main())
"""


async def test_a_bot_that_is_killed_leaves_no_process_behind() -> None:
    """Neither one that draws nor one that waits lives on."""
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", BOT, stdout=subprocess.PIPE)
    try:
        assert bot.stdout is not None
        pids = [int(word) for word in (await bot.stdout.readline()).split()]
    finally:
        bot.kill()
        await bot.wait()
    assert len(pids) == 2
    await until(lambda: not any(is_there(pid) for pid in pids))
