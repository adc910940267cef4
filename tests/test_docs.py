"""What the papers show is what the program does, and what they say of versions is true."""

import doctest
import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.version import Version

from core import GameRecord

ROOT = Path(__file__).parents[1]
PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    pytest.param(paper, text[: match.start(2)].count("\n"), match[2], id=f"{paper.name}-{language}")
    for paper in PAPERS
    for text in (paper.read_text("utf-8"),)
    for match in FENCE.finditer(text)
    for language in (match[1],)
    if language == "python"
]


@pytest.mark.parametrize(("paper", "line", "code"), EXAMPLES)
def test_an_example_prints_what_it_says(paper: Path, line: int, code: str) -> None:
    """Every block of Python in the papers is a session, and runs as it is written."""
    test = doctest.DocTestParser().get_doctest(code, {}, paper.name, str(paper), line)
    assert test.examples, "write it as a session, with >>>"
    told: list[str] = []
    assert doctest.DocTestRunner().run(test, out=told.append).failed == 0, "".join(told)


def test_the_record_in_the_papers_can_be_replayed() -> None:
    """The example of the format is a game of three legal actions."""
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    records = [found[2] for found in FENCE.finditer(text) if found[1] == "json"]
    assert records
    for record in records:
        position = GameRecord.from_json(record).replay()
        assert len(position.laid) == 1 + sum(
            action.startswith("place") for action in json.loads(record)["actions"]
        )


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_links_lead_somewhere(paper: Path) -> None:
    """No link of a paper leads to a file that is not there."""
    targets = re.findall(r"\]\((?!https?:)([^)#\s]+)", paper.read_text("utf-8"))
    assert [target for target in targets if not (paper.parent / target).exists()] == []


def test_the_changelog_begins_with_this_version() -> None:
    """The newest release in CHANGELOG.md is the one of pyproject.toml, which alone states it."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", changelog, re.MULTILINE)
    assert released[0] == version
    assert released == sorted(released, key=Version, reverse=True)


def test_no_hook_has_a_version_of_its_own() -> None:
    """Each hook of pre-commit is a program of .venv, which is installed as it is locked."""
    text = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"- repo: (\S+)", text) == ["local"]
    entries = re.findall(r"entry: (\S+)", text)
    locked = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    packages = {"lint-imports": "import-linter"}
    for entry in entries:
        folder, _, program = entry.rpartition("/")
        assert folder == ".venv/bin"
        assert re.search(rf"^{packages.get(program, program)}==", locked, re.MULTILINE), program
