"""Buttons and selects that carry their command with them, so that they work after a restart.

Everything a tap needs is in its ``custom_id``: the game, the version it was made for, and the command.
"""

import re
from dataclasses import dataclass
from typing import Any, Final, Self

import discord
from discord.ui import Button, DynamicItem, Item, Select, View

from bot.scene import Style

MAX_CUSTOM_ID: Final = 100
MAX_BUTTON_LABEL: Final = 80
MAX_OPTION: Final = 100
MAX_PLACEHOLDER: Final = 150

_OURS: Final = re.compile(r"bastide(?:-select)?:(?P<game>[^:]+):")

STYLES: Final = {
    Style.MAIN: discord.ButtonStyle.primary,
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.DANGER: discord.ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True)
class Origin:
    """The game and the version that a button was made for; empty for a button outside any game."""

    game: str = ""
    version: int = 0

    def custom_id(self, command: str) -> str:
        """The id of a button for this command."""
        return f"bastide:{self.game}:{self.version}:{command}"

    def select_id(self, number: int) -> str:
        """The id of a message's select with this number."""
        return f"bastide-select:{self.game}:{self.version}:{number}"

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        """What an id says."""
        return cls(match["game"], int(match["version"]))


class CommandButton(
    DynamicItem[Button[View]], template=r"bastide:(?P<game>[^:]*):(?P<version>\d+):(?P<command>.+)"
):
    """A button whose command stands in its id."""

    def __init__(self, button: Button[View], origin: Origin, command: str) -> None:
        super().__init__(button)
        self.origin = origin
        self.command = command

    @classmethod
    def make(cls, origin: Origin, command: str, label: str, style: Style, row: int) -> Self:
        """A new button. The label and the id must be within Discord's limits."""
        button: Button[View] = Button(
            label=label, style=STYLES[style], custom_id=origin.custom_id(command), row=row
        )
        return cls(button, origin, command)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: Item[View], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        if not isinstance(item, Button):
            raise TypeError(f"no button: {item!r}")
        return cls(item, Origin.of(match), match["command"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says."""
        await interaction.client.desk.serve(interaction, self.command, self.origin)


class CommandSelect(
    DynamicItem[Select[View]], template=r"bastide-select:(?P<game>[^:]*):(?P<version>\d+):(?P<number>\d+)"
):
    """A select whose options are commands."""

    def __init__(self, select: Select[View], origin: Origin) -> None:
        super().__init__(select)
        self.origin = origin

    @classmethod
    def make(
        cls, origin: Origin, number: int, placeholder: str, options: list[discord.SelectOption], row: int
    ) -> Self:
        """A new select. Labels and values must be within Discord's limits."""
        select: Select[View] = Select(
            custom_id=origin.select_id(number), placeholder=placeholder, options=options, row=row
        )
        return cls(select, origin)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: Item[View], match: re.Match[str], /
    ) -> Self:
        """The select in which something was chosen."""
        if not isinstance(item, Select):
            raise TypeError(f"no select: {item!r}")
        return cls(item, Origin.of(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the chosen option says."""
        await interaction.client.desk.serve(interaction, self.item.values[0], self.origin)


def game_of(message: discord.Message) -> str:
    """The game to which the buttons of a message belong, "" where it has none of ours."""
    children = (
        child for row in message.components if isinstance(row, discord.ActionRow) for child in row.children
    )
    for child in children:
        match = _OURS.match(child.custom_id or "")
        if match is not None:
            return match["game"]
    return ""
