"""Choices into rows of buttons and selects, within Discord's limits."""

from collections.abc import Callable, Sequence
from typing import Final

import structlog
from discord import SelectOption
from discord.ui import View

from bot.discord_app.buttons import (
    MAX_BUTTON_LABEL,
    MAX_CUSTOM_ID,
    MAX_OPTION,
    MAX_PLACEHOLDER,
    CommandButton,
    CommandSelect,
    Origin,
)
from bot.discord_app.shorten import shorten, units
from bot.scene import Choice, Phrase, Scene

ROWS: Final = 5
BUTTONS: Final = 5
OPTIONS: Final = 25
MANY: Final = 20
"""A group with more choices than this becomes selects: that many buttons are a wall."""

Row = tuple[bool, Sequence[Choice]]
Say = Callable[[Phrase], str]

log: Final = structlog.get_logger(__name__)


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


def view(scene: Scene, say: Say) -> View | None:
    """The scene's buttons and selects, or None without any. Must be called while the event loop runs."""
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
            result.add_item(CommandButton.make(origin, choice.command, label, choice.style, row))
    return result


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
