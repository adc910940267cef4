"""Films as MP4: made where there is a program for it, left out politely where there is none."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from render import Film, film_mp4
from tests.render.replays import film_of, whole_game

FFMPEG = shutil.which("ffmpeg")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is all of PATH; the wheel with the program is not installed either."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    return tmp_path


def program(folder: Path, script: str) -> None:
    """Put a program named ffmpeg into a folder."""
    file = folder / "ffmpeg"
    file.write_text(f"#!{sys.executable}\n{script}\n", "utf-8")
    file.chmod(0o700)


def short() -> Film:
    """A film of a few frames."""
    return film_of(whole_game(("base",), 2, tiles=4))


def test_without_a_program_there_is_no_mp4(path: Path) -> None:
    """Neither a program nor a wheel: None, and no error."""
    assert film_mp4(short()) is None


def test_a_program_that_fails_gives_no_mp4(path: Path) -> None:
    """An ffmpeg that cannot do it leaves the GIF as it is."""
    program(path, "import sys; sys.exit(1)")
    assert film_mp4(short()) is None


def test_the_program_gets_the_film_and_gives_the_file(path: Path) -> None:
    """The program reads the GIF where it is told to, and what it writes is the film."""
    program(
        path,
        "import sys, pathlib\n"
        "source = pathlib.Path(sys.argv[sys.argv.index('-i') + 1])\n"
        "pathlib.Path(sys.argv[-1]).write_bytes(b'made of ' + source.read_bytes())",
    )
    made = short()
    assert film_mp4(made) == Film(b"made of " + made.content, "bastide.mp4", "video/mp4", made.frames)


@pytest.mark.skipif(FFMPEG is None, reason="ffmpeg is not installed")
def test_a_real_program_makes_a_film_as_long_as_the_gif(tmp_path: Path) -> None:
    """The MP4 can be played and lasts as long as the GIF, its lingering end included."""
    made = film_mp4(short())
    assert made is not None
    assert made.content[4:8] == b"ftyp"
    file = tmp_path / "film.mp4"
    file.write_bytes(made.content)
    shown = subprocess.run([str(FFMPEG), "-i", str(file)], capture_output=True, text=True, check=False).stderr
    seconds = float(shown.split("Duration: 00:00:")[1].split(",")[0])
    assert seconds >= 8
    assert "yuv420p" in shown
