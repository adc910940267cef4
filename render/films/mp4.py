"""Films as MP4, for what plays no GIF, where a program to make them is installed."""

import shutil
import subprocess
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Final

from render.films.film import Film

PICTURES_A_SECOND: Final = 10
SECONDS: Final = 60
"""How long the program may take."""


def film_mp4(made: Film) -> Film | None:
    """The film as MP4; None where there is no ``ffmpeg`` (on PATH, or from the wheel ``imageio-ffmpeg``)."""
    program = _ffmpeg()
    if program is None:
        return None
    with tempfile.TemporaryDirectory(prefix="bastide-film-") as folder:
        source, target = Path(folder, "film.gif"), Path(folder, "film.mp4")
        source.write_bytes(made.content)
        command = [
            program, "-nostdin", "-loglevel", "error", "-i", str(source),
            "-vf", f"fps={PICTURES_A_SECOND}", "-c:v", "libx264", "-preset", "veryfast", "-crf", "28",
            # what every phone plays, and from its first byte on
            "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-fflags", "+bitexact", "-an", str(target),
        ]  # fmt: skip
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)  # noqa: S603 -- a fixed command with files of our own
        except (OSError, subprocess.SubprocessError):
            # an ffmpeg without H.264, or none at all after all: there is still the GIF
            return None
        return Film(target.read_bytes(), f"{Path(made.filename).stem}.mp4", "video/mp4", made.frames)


def _ffmpeg() -> str | None:
    """The program, if there is one."""
    found = shutil.which("ffmpeg")
    if found is not None:
        return found
    try:
        wheel = import_module("imageio_ffmpeg")
        return str(wheel.get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        return None
