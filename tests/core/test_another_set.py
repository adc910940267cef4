"""A set that nobody has thought of is added to the core by its rules and its tiles alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import core
from core.rulesets import SET_NAMES

CORE: Final = Path(core.__file__).parent
ANOTHER: Final = Path(__file__).parent / "another"


def test_a_set_is_added_by_its_rules_and_its_tiles_alone(tmp_path: Path) -> None:
    """In a copy of the core to which nothing else is done."""
    assert "caverns" not in SET_NAMES
    copied = tmp_path / "core"
    shutil.copytree(CORE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ANOTHER / "caverns.py", copied / "sets")
    shutil.copy(ANOTHER / "caverns.toml", copied / "data")
    shutil.copy(ANOTHER / "digging.py", tmp_path / "test_digging.py")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_digging.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
