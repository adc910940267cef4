"""The compiled engine plays as the plain one does: the same tests, run once more on it."""

import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "build" / "tested-engine"
"""Kept from run to run; it is made anew when a source has changed."""

WITH_IT = (
    "test_oracle.py", "test_goldens.py", "test_forecast.py", "test_views.py",
    "test_base_fields.py", "test_base_rules.py", "test_base_scoring.py", "test_interactions.py",
    "test_abbey_mayor_wagons.py", "test_hills_sheep_flocks.py", "test_discoverers_variants.py",
    "test_river_rules.py", "test_inns_cathedrals_rules.py", "test_traders_builders_rules.py",
    "test_leaving.py", "test_pickling.py::test_a_sent_position_has_no_past",
    "test_properties.py::test_undo_restores_an_equal_position",
)  # fmt: skip

PROGRAM = """
import sys, core.features, core.state, pytest
assert not core.features.__file__.endswith(".py"), core.features.__file__
assert not core.state.__file__.endswith(".py"), core.state.__file__
sys.exit(pytest.main(sys.argv[1:]))
"""


def test_every_compiled_module_is_there() -> None:
    """A module that moves is moved in the list, too: without a compiler nobody would notice."""
    listed = runpy.run_path(str(ROOT / "scripts" / "compile_engine.py"))["MODULES"]
    assert len(listed) > 10
    assert [name for name in listed if not (ROOT / "core" / f"{name}.py").is_file()] == []


@pytest.mark.slow
def test_the_compiled_engine_passes_what_the_plain_one_passes() -> None:
    """Recorded games of another engine, kept games, the rules of every box, undoing, and being sent."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None or not Path(sysconfig.get_path("include"), "Python.h").exists():
        pytest.skip("there is no C compiler, or no headers of Python")
    # Quick to compile rather than quick to run: the same C code either way.
    subprocess.run([sys.executable, ROOT / "scripts" / "compile_engine.py", ENGINE, "0"], check=True)
    tests = [str(ROOT / "tests" / "core" / name) for name in WITH_IT]
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
    environment = {**os.environ, "PYTHONPATH": str(ENGINE)}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM, *options, *tests],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
