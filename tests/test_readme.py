"""The README agrees with the code wherever it lists something."""

import re
from pathlib import Path

import discord

from bot.command_names import GAME_COMMANDS
from tests.env_example import example_settings

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def first_column(heading: str) -> list[str]:
    """The code words in the first column of the table under a heading."""
    section = README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(/?\w+)`", section, flags=re.MULTILINE)


def test_the_settings_table_is_complete() -> None:
    """Every setting is in the table once, and nothing else is."""
    assert sorted(first_column("Settings")) == sorted(example_settings())


def test_the_command_table_is_complete() -> None:
    """Every command that the bot knows is explained once, and no other is."""
    assert sorted(first_column("Commands")) == sorted(f"/{name}" for name in GAME_COMMANDS)


def test_the_invitation_asks_for_the_permissions_that_it_names() -> None:
    """The number in the invitation address is the sum of the six named permissions."""
    wanted = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
    )
    match = re.search(r"scope=bot\+applications\.commands&permissions=(\d+)", README)
    assert match is not None
    assert int(match[1]) == wanted.value


def test_the_files_it_links_to_exist() -> None:
    """No link of the README leads nowhere in this repository."""
    root = Path(__file__).parents[1]
    targets = [t for t in re.findall(r"\]\(([^)#]+)\)", README) if not t.startswith("https://")]
    assert [t for t in targets if not (root / t).exists()] == []
