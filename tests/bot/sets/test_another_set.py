"""A set that nobody has thought of is added by files of its name alone, and played."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from core.rulesets import SET_NAMES
from tests.bot.copied import copy_program, judge

MILL: Final = Path(__file__).parent / "mill"
FILES: Final[Mapping[str, str]] = {
    "core_row.py": "core/sets/mill.py",
    "data.toml": "core/data/mill.toml",
    "render_row.py": "render/sets/mill.py",
    "talk_row.py": "bot/sets/mill/__init__.py",
    "grind.py": "bot/sets/mill/commands/grind.py",
    "rules.toml": "bot/lessons/rules/mill.toml",
    "en.po": "bot/texts/en/mill.po",
    "pl.po": "bot/texts/pl/mill.po",
    "cs.po": "bot/texts/cs/mill.po",
    "playing.py": "tests/bot/table/test_mill.py",
}
"""Where each file of the set goes."""
JUDGES: Final = (
    "tests/bot/table/test_mill.py",
    "tests/bot/table/test_lobby_views.py::test_the_views_together_offer_every_setting",
    "tests/bot/table/test_manual.py::test_the_pages_lead_through_all_topics",
    "tests/bot/texts/test_families.py::test_no_language_lacks_a_text",
    "tests/bot/texts/test_catalogues.py",
)
"""Whoever judges the sets that there are, and what people meet of this one."""


def test_a_set_is_added_by_files_of_its_name_alone(tmp_path: Path) -> None:
    """In a copy of the program to which nothing else is done."""
    assert "mill" not in SET_NAMES
    copy_program(tmp_path, ("core", "render", "bot", "tests"))
    for name, place in FILES.items():
        assert not (tmp_path / place).exists()
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(MILL / name, tmp_path / place)
    judge(tmp_path, JUDGES)
