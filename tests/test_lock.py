"""What is installed is locked: requirements/ agrees with pyproject.toml. ``make lock`` writes it anew."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PYPROJECT["project"]["optional-dependencies"]
PIN = re.compile(r"^([a-z0-9-]+)(?:\[[^\]]*\])?==(\S+)((?: ;[^\\]*)?) \\\n((?:    .*\n)+)", re.MULTILINE)
FILES = {"run": (), "play": ("embedded",), "test": ("test",), "dev": ("dev",)}


def asked(*extras: str) -> list[Requirement]:
    """What pyproject.toml itself asks for, with these extras and those that they are made of."""
    found = [Requirement(text) for text in PYPROJECT["project"]["dependencies"]]
    for extra in extras:
        for requirement in map(Requirement, EXTRAS[extra]):
            found += asked(*requirement.extras) if requirement.name == "bastide" else [requirement]
    return found


def locked(name: str) -> dict[str, tuple[str, str]]:
    """The version of each package in a file, and the rest of its entry."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return {package: (version, rest) for package, version, _, rest in PIN.findall(text)}


@pytest.mark.parametrize("name", FILES)
def test_the_lock_has_what_pyproject_asks_for_and_nothing_that_it_no_longer_does(name: str) -> None:
    """Each requirement has a version that it allows; each entry that claims to come from there does."""
    wanted, pins = asked(*FILES[name]), locked(name)
    for requirement in wanted:
        version, _ = pins.get(canonicalize_name(requirement.name), ("", ""))
        assert version, f"{requirement.name} is not in requirements/{name}.txt: make lock"
        assert requirement.specifier.contains(version), f"{requirement} is locked to {version}: make lock"
    claimed = {package for package, (_, rest) in pins.items() if "bastide (pyproject.toml)" in rest}
    assert claimed == {canonicalize_name(requirement.name) for requirement in wanted}, "make lock"


def test_the_lock_has_what_builds_the_project() -> None:
    """The backend of pyproject.toml, which nobody fetches without its hash."""
    pins = locked("build")
    for text in PYPROJECT["build-system"]["requires"]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)][0]), "make lock"


def test_everything_has_hashes_and_the_same_version_everywhere() -> None:
    """What the program is tested with is what it runs with."""
    whole = locked("dev") | locked("build")
    for name in (*FILES, "build"):
        pins = locked(name)
        text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
        assert len(pins) == len(re.findall(r"^[^ #\n]", text, re.MULTILINE))
        for package, (version, rest) in pins.items():
            assert "--hash=sha256:" in rest
            assert version == whole[package][0]
