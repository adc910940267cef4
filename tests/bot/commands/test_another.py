"""A command that nobody has thought of is added by its file and its texts alone, for every platform."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.command_names import GAME_COMMANDS
from tests.bot.copied import ROOT, copy_program, judge

ROWS: Final = Path(__file__).parent / "rows"
TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "choice.clockwise.me": "From me on",
        "clockwise.order": "Clockwise: {names}.",
        "command.clockwise.description": "In which order people sit",
        "discord.about.clockwise.beginning": "Who comes first",
        "discord.name.clockwise": "clockwise",
        "discord.option.beginning": "beginning",
        "help.clockwise": "/clockwise says in which order you sit.",
    },
    "pl": {
        "choice.clockwise.me": "Ode mnie",
        "clockwise.order": "Kolejność: {names}.",
        "command.clockwise.description": "W jakiej kolejności się siedzi",
        "discord.about.clockwise.beginning": "Kto jest pierwszy",
        "discord.name.clockwise": "kolejność",
        "discord.option.beginning": "początek",
        "help.clockwise": "/clockwise mówi, w jakiej kolejności siedzicie.",
    },
    "cs": {
        "choice.clockwise.me": "Ode mě",
        "clockwise.order": "Pořadí: {names}.",
        "command.clockwise.description": "V jakém pořadí se sedí",
        "discord.about.clockwise.beginning": "Kdo je první",
        "discord.name.clockwise": "pořadí",
        "discord.option.beginning": "začátek",
        "help.clockwise": "/clockwise řekne, v jakém pořadí sedíte.",
    },
}
HEADER: Final = """msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"""
JUDGES: Final = (
    "tests/bot/discord_app/test_clockwise.py",
    "tests/bot/discord_app/test_commands.py",
    "tests/bot/discord_app/test_permissions.py::test_what_is_only_ever_answered_needs_nothing",
    "tests/bot/table/test_guide.py::test_every_command_is_named_in_some_help_and_no_other",
    "tests/bot/telegram_app/test_admins.py::test_every_command_that_asks_who_manages_the_chat_is_known",
    "tests/bot/telegram_app/test_nameless.py::test_the_menu_has_every_command",
    "tests/bot/telegram_app/test_nameless.py::test_only_what_is_for_anyone_needs_no_person",
    "tests/bot/texts/test_catalogues.py::test_every_command_is_described_in_a_line",
)
"""Whoever judges the commands that there are, and what people meet of this one."""


def test_a_command_is_added_by_its_file_and_its_texts_alone(tmp_path: Path) -> None:
    """In a copy of the program to which nothing else is done."""
    assert "clockwise" not in GAME_COMMANDS
    copy_program(tmp_path, ("bot", "tests"))
    for name in ("core", "render"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copy(ROWS / "clockwise.py", tmp_path / "bot" / "commands")
    shutil.copy(ROWS / "asking_clockwise.py", tmp_path / "tests/bot/discord_app/test_clockwise.py")
    for language, texts in TEXTS.items():
        entries = (f'msgid "{key}"\nmsgstr "{text}"\n' for key, text in texts.items())
        catalogue = tmp_path / "bot" / "texts" / language / "clockwise.po"
        catalogue.write_text("\n".join((HEADER.format(language=language), *entries)), "utf-8")
    judge(tmp_path, JUDGES)
