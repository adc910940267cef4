"""What is installed: the wheel holds the program, its data, and nothing else."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("core", "render", "bot")


def test_the_wheel_holds_every_file_of_the_packages(tmp_path: Path) -> None:
    """Tile data, texts, fonts, scripts and the page are installed with the code; tests and tools are not."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path],
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    here = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert here - inside == set()
    assert {name.partition("/")[0] for name in inside} == set(PACKAGES)
    assert [name for name in inside if "__pycache__" in name] == []
