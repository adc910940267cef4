"""Who may import whom, and what the repository may hold. See docs/architecture.md."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from bot.games.talk import talk_of
from core.rulesets import SET_NAMES

ROOT = Path(__file__).parents[1]
PACKAGES = ("core", "render", "bot")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

NAMING_SETS = {
    "bot/painting/theme.py": "a painter's process loads no more of the sets than pictures need",
    "bot/scene.py": "the name of a theme",
    "core/events.py": "what a token drawn shows",
    "render/art/ground.py": "the name of a theme",
    "render/themes.py": "the name of a theme",
}
"""Files that name a set and are none of its rooms, and what for."""
ORDINARY = {
    "big": "a thing of many bytes",
    "builder": "what makes something of a library's",
    "builders": "what makes scenes",
    "lake": "on tiles of another game",
    "spring": "where water begins that is drawn",
    "traders": "who would trade tiles by an undo",
}
"""Words by which people know a set that programs use for other things."""


def imports(*folders: str) -> Iterator[tuple[str, str]]:
    """Each import below the folders: the file, and the full name of what is imported."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            path = file.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(file.read_bytes())):
                if isinstance(node, ast.Import):
                    yield from ((path, alias.name) for alias in node.names)
                elif isinstance(node, ast.ImportFrom):
                    module = "." * node.level + (node.module or "")
                    yield from ((path, f"{module}.{alias.name}") for alias in node.names)


def top(name: str) -> str:
    """The package that an imported name comes from."""
    return name.partition(".")[0]


def declared(*extras: str) -> set[str]:
    """The distributions that pyproject.toml asks for, with these extras."""
    wanted = list(PROJECT["dependencies"])
    for extra in extras:
        wanted += PROJECT["optional-dependencies"][extra]
    return {canonical(re.split(r"[\[<>=;~! ]", requirement)[0]) for requirement in wanted}


def canonical(distribution: str) -> str:
    """A distribution's name as the index compares it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


def undeclared(*folders: str, extras: tuple[str, ...]) -> list[tuple[str, str]]:
    """The imports below the folders that no declared distribution brings."""
    brought_by = packages_distributions()
    known = declared(*extras)
    own = {*PACKAGES, "tests", "benchmarks", *sys.stdlib_module_names}
    return [
        (path, name)
        for path, name in imports(*folders)
        if top(name) not in own and not known & {canonical(d) for d in brought_by.get(top(name), ())}
    ]


def test_the_import_contracts_hold() -> None:
    """Every contract in pyproject.toml is kept, exactly as ``make check`` asks."""
    # A process of its own, since Import Linter disables every logger that exists when it sets up its log.
    command = Path(sys.executable).with_name("lint-imports")
    subprocess.run([command, "--no-cache", "pyproject.toml"], cwd=ROOT, check=True)


def test_core_needs_the_standard_library_only() -> None:
    """No module of core imports anything that has to be installed."""
    allowed = {"core", *sys.stdlib_module_names}
    found = list(imports("core"))
    assert found
    assert [item for item in found if top(item[1]) not in allowed] == []


def test_render_needs_core_pillow_and_anyascii_only() -> None:
    """No module of render imports anything installed but Pillow, and what romanises names."""
    allowed = {"core", "render", "PIL", "anyascii", *sys.stdlib_module_names}
    found = list(imports("render"))
    assert found
    assert [item for item in found if top(item[1]) not in allowed] == []


def test_only_the_web_table_serves_http() -> None:
    """``aiohttp.web`` is imported in bot.web_app and nowhere else."""
    users = {path for path, name in imports(*PACKAGES) if name.startswith("aiohttp.web")}
    assert users
    assert [path for path in users if not path.startswith("bot/web_app/")] == []


def test_imports_are_absolute() -> None:
    """Every import names its package in full, so that searching for a name finds all its users."""
    assert [item for item in imports(*PACKAGES) if item[1].startswith(".")] == []


def test_what_runs_is_declared() -> None:
    """Whatever the packages import is among the dependencies in pyproject.toml."""
    assert undeclared(*PACKAGES, extras=("embedded", "memory")) == []


def test_what_tests_is_declared() -> None:
    """Whatever tests and benchmarks import is among the dependencies or the test extra."""
    assert undeclared("tests", "benchmarks", extras=("embedded", "memory", "test")) == []


def test_no_two_classes_share_a_name() -> None:
    """A name in bot means one thing, wherever it is read."""
    places: dict[str, list[str]] = {}
    for file in sorted((ROOT / "bot").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(file.relative_to(ROOT).as_posix())
    shared = {name: files for name, files in places.items() if len(files) > 1}
    assert shared == {}


def test_files_stay_short() -> None:
    """No module is longer than 400 lines."""
    lengths = {
        file.relative_to(ROOT).as_posix(): len(file.read_bytes().splitlines())
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
    }
    assert {path: length for path, length in lengths.items() if length > 400} == {}


def test_no_set_is_named_outside_its_rooms() -> None:
    """What only a set has lies in files and folders of its name; everybody else asks the rows of all sets."""
    named = {}
    for file in sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
        path = file.relative_to(ROOT)
        rooms = {part.removesuffix(".py").replace("_", "-") for part in path.parts}
        words = _words_of_code(file)
        if found := {word for name, own in _own_words() for word in own & words if name not in rooms}:
            named[path.as_posix()] = found
    assert {path: words for path, words in named.items() if path not in NAMING_SETS} == {}
    assert [path for path in NAMING_SETS if path not in named] == []


def _own_words() -> Iterator[tuple[str, set[str]]]:
    """The sets that are added to the base game, each with the words by which people know it."""
    for name in SET_NAMES[1:]:
        words = {name.replace("-", ""), *talk_of(name).words, *talk_of(name).about}
        yield name, words.difference(ORDINARY)


def _words_of_code(file: Path) -> set[str]:
    """All words of names and strings in a file, but for docstrings and comments: ``PlayAbbey`` has two."""
    tree = ast.parse(file.read_bytes())
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    words = set()
    for node in ast.walk(tree):
        if id(node) not in said:
            for _, value in ast.iter_fields(node):
                for text in value if isinstance(value, list) else [value]:
                    if isinstance(text, str):
                        spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
                        words.update(re.findall(r"[a-z]+", spaced.replace("_", " ").lower()))
                        words.add(re.sub(r"[-_]", "", text.lower()))
    return words


def test_nothing_ignored_is_in_the_repository() -> None:
    """Git tracks no file that .gitignore names: no virtual environment, no cache, no ``.env``."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("no git checkout here")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert listed.stdout == ""
