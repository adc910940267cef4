"""A copy of the program, to which things are added by files alone, and whoever judges it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def copy_program(folder: Path, packages: Iterable[str]) -> None:
    """Copy these packages, and what tests read beside them."""
    for name in packages:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (".env.example", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)


def judge(folder: Path, judges: Iterable[str]) -> None:
    """Run these tests in a copy. Raises AssertionError with what they say, if any fails."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *judges],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
