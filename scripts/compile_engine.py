"""Compiles the engine with mypyc: ``python scripts/compile_engine.py FOLDER [LEVEL]``.

FOLDER gets a copy of ``core`` in which the modules below are extension modules too, and goes first on the
path: ``PYTHONPATH=FOLDER python -P -m bot``. The sources stay as they are, so nothing old is ever run
by accident. A FOLDER in which just these sources were compiled before, for this Python, is left as it is.
LEVEL is how much the C compiler optimises, 0 to 3; 2 if not said. Needs a C compiler and the extra
``fast``; what it makes needs neither.
"""

import hashlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

MODULES: Final = (
    "board", "features", "forecast", "frontier", "game", "geometry", "marks", "scoring", "state", "views",
    "opponents/areas", "rules/carcassonne", "rules/turn", "sets/abbey_mayor/abbeys", "sets/abbey_mayor/barns",
    "sets/abbey_mayor/wagons", "sets/discoverers", "sets/hills_sheep/shepherds", "sets/inns_cathedrals",
    "sets/river", "sets/traders_builders/builders", "sets/traders_builders/goods",
    "sets/traders_builders/pigs",
)  # fmt: skip
"""What runs with every move, as far as it can be compiled just as it is.

mypyc computes a ``cached_property`` anew each time, so ``tiles`` and ``ruleset`` stay as they
are; it cannot pickle frozen dataclasses, nor read those with a ``ClassVar``, so ``actions``, ``setup`` and
``events`` do. Everything else is run seldom.
"""

SETUP: Final = """
from mypyc.build import mypycify
from setuptools import setup

setup(name="engine", packages=[], ext_modules=mypycify(
    ["--config-file=", "--strict", *MODULES], opt_level=LEVEL, debug_level="0", group_name="bastide_engine",
))
"""


def stamp(level: str) -> str:
    """What tells one compilation from another: the sources, the Python, the compilers."""
    from mypy.version import __version__  # noqa: PLC0415 - without mypy the help can still be read

    digest = hashlib.sha256(f"{sys.version} {__version__} {level} {MODULES} {SETUP}".encode())
    for source in sorted((ROOT / "core").rglob("*.*")):
        if source.suffix in {".py", ".toml"}:
            digest.update(source.read_bytes())
    return digest.hexdigest()


def compile_into(folder: Path, level: str = "2") -> None:
    """Make the folder what the module says. Raises CalledProcessError when the compiler fails."""
    wanted, mark = stamp(level), folder / "core" / ".compiled"
    if mark.exists() and mark.read_text() == wanted:
        return
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        shutil.copytree(ROOT / "core", work / "core", ignore=shutil.ignore_patterns("__pycache__"))
        modules = [f"core/{module}.py" for module in MODULES]
        script = SETUP.replace("MODULES", repr(modules)).replace("LEVEL", repr(level))
        (work / "setup.py").write_text(script)
        command = [sys.executable, "setup.py", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            sys.stderr.write(done.stdout[-4000:] + done.stderr[-4000:])
            done.check_returncode()
        (work / "core" / ".compiled").write_text(wanted)
        folder.mkdir(parents=True, exist_ok=True)
        ending = str(sysconfig.get_config_var("EXT_SUFFIX"))
        for old in (folder / "core", *folder.glob(f"*{ending}")):
            shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)
        for new in work.glob(f"*{ending}"):
            shutil.move(new, folder)
        shutil.move(work / "core", folder)


if __name__ == "__main__":
    if len(sys.argv) not in {2, 3} or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    compile_into(Path(sys.argv[1]), *sys.argv[2:])
