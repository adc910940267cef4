"""Buttons and selects that carry their command with them, so that they work after a restart.

Everything a tap needs is in its ``custom_id``: the game, the version it was made for, and the command. A
scene's choices become rows of them, within Discord's limits.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import discord
import structlog
from discord import SelectOption
from discord.ui import Button, DynamicItem, Item, Select, View

from bot.discord_app.activity import LaunchButton
from bot.discord_app.shorten import shorten, units
from bot.scene import Choice, Phrase, Scene, Style

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

ROWS: Final = 5
BUTTONS: Final = 5
OPTIONS: Final = 25
MANY: Final = 20
"""A group with more choices than this becomes selects: that many buttons are a wall."""

Row = tuple[bool, Sequence[Choice]]
Say = Callable[[Phrase], str]

log: Final = structlog.get_logger(__name__)


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


def arrange(groups: Sequence[Sequence[Choice]]) -> list[Row]:
    """At most five rows: (False, up to five choices for buttons) or (True, up to 25 for a select).

    Each group has rows of its own while there is room. Else small groups share rows, and then the
    largest groups become selects, until all fit.
    """
    filled = [tuple(group) for group in groups if group]
    selects = {index for index, group in enumerate(filled) if len(group) > MANY}
    rows = _rows(filled, selects, share=False)
    if len(rows) > ROWS:
        rows = _rows(filled, selects, share=True)
    for index in sorted(range(len(filled)), key=lambda index: -len(filled[index])):
        if len(rows) <= ROWS:
            break
        selects.add(index)
        rows = _rows(filled, selects, share=True)
    if len(rows) > ROWS:
        everything = [choice for group in filled for choice in group]
        rows = _rows([everything], {0}, share=False)
    if len(rows) > ROWS:
        log.warning("choices left out", shown=ROWS * OPTIONS, of=sum(map(len, filled)))
    return rows[:ROWS]


def _rows(groups: Sequence[Sequence[Choice]], selects: set[int], *, share: bool) -> list[Row]:
    rows: list[Row] = []
    for index, group in enumerate(groups):
        size = OPTIONS if index in selects else BUTTONS
        if (
            share
            and rows
            and size == BUTTONS
            and not rows[-1][0]
            and len(rows[-1][1]) + len(group) <= BUTTONS
        ):
            rows[-1] = (False, (*rows[-1][1], *group))
            continue
        rows.extend((size == OPTIONS, group[start : start + size]) for start in range(0, len(group), size))
    return rows


def view(scene: Scene, say: Say, *, board: Phrase | None = None) -> View | None:
    """The scene's buttons and selects, or None without any. Must be called while the event loop runs.

    With ``board`` a button that says so comes last, if there is room, and opens the board within Discord.
    """
    origin = Origin(scene.game, scene.version)
    rows = arrange(_distinct(scene.rows, origin))
    if not rows:
        return None
    result = View(timeout=None)
    for row, (as_select, choices) in enumerate(rows):
        if as_select:
            options = [
                SelectOption(label=shorten(say(c.label), MAX_OPTION), value=c.command) for c in choices
            ]
            result.add_item(CommandSelect.make(origin, row, _range(options), options, row))
            continue
        for choice in choices:
            label = shorten(say(choice.label), MAX_BUTTON_LABEL)
            if choice.url:
                result.add_item(Button(label=label, url=choice.url, row=row))
                continue
            result.add_item(CommandButton.make(origin, choice.command, label, choice.style, row))
    free = _row_after(rows)
    if board is not None and free is not None:
        result.add_item(LaunchButton.make(shorten(say(board), MAX_BUTTON_LABEL), free))
    return result


def _row_after(rows: Sequence[Row]) -> int | None:
    """Where one more button can be: in a row of its own, else in the last one; None for nowhere."""
    if len(rows) < ROWS:
        return len(rows)
    as_select, choices = rows[-1]
    return None if as_select or len(choices) >= BUTTONS else ROWS - 1


def _range(options: Sequence[SelectOption]) -> str:
    """What a select says while nothing is chosen: its first and last option."""
    first, last = options[0].label, options[-1].label
    half = (MAX_PLACEHOLDER - 3) // 2
    return first if len(options) == 1 else f"{shorten(first, half)} – {shorten(last, half)}"


def _distinct(groups: Sequence[Sequence[Choice]], origin: Origin) -> list[list[Choice]]:
    """The groups without what Discord would refuse: a command that comes twice, or one too long for an id."""
    seen: set[str] = set()
    result: list[list[Choice]] = []
    for group in groups:
        kept: list[Choice] = []
        for choice in group:
            if units(origin.custom_id(choice.command)) > MAX_CUSTOM_ID:
                log.warning("choice left out", command=choice.command, reason="too long")
            elif choice.command not in seen:
                seen.add(choice.command)
                kept.append(choice)
        result.append(kept)
    return result
