"""The board within Discord, as an Activity: the button and the command that open it."""

import re
from typing import Any, Final, Self

import discord
import structlog
from discord.app_commands import CommandTree
from discord.ui import Button, DynamicItem, Item, View

from bot.discord_app.troubles import TROUBLES, detail
from bot.doors.discord import ENTRY_POINT

CUSTOM_ID: Final = "bastide-board"

log: Final = structlog.get_logger(__name__)


class LaunchButton(DynamicItem[Button[View]], template=CUSTOM_ID):
    """Opens the board of the place where it is pressed, whatever goes on there."""

    @classmethod
    def make(cls, label: str, row: int) -> Self:
        """A new button. The label must be within Discord's limits."""
        return cls(Button(label=label, custom_id=CUSTOM_ID, row=row))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: Item[View], _match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        if not isinstance(item, Button):
            raise TypeError(f"no button: {item!r}")
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open the board."""
        await interaction.client.desk.launch(interaction)


class Tree(CommandTree[Any]):
    """Our commands, and the one that Discord itself has made, of which discord.py knows nothing."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Open the board for that one; discord.py serves all others."""
        if interaction.data is None or interaction.data.get("type") != ENTRY_POINT:
            return True
        await interaction.client.desk.launch(interaction)
        return False


async def launch(tap: discord.Interaction[Any]) -> str:
    """Open the Activity for whoever asks: the name of its instance, "" where it cannot be opened.

    It must be the first answer to an interaction; after a refusal another answer can still be given.
    """
    try:
        launched = await tap.response.launch_activity()
    except (*TROUBLES, discord.InteractionResponded) as error:
        log.info("board not opened", interaction=tap.id, error=detail(error))
        return ""
    return launched.activity_id or ""
