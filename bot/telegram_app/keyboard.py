"""Choices as rows of buttons, and a button's data."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import InlineKeyboardButtonLimit

from bot.scene import Choice, Scene, Style
from bot.telegram_app.style import shorten, units
from bot.texts import Texts

ROW: Final = 8
BUTTONS: Final = 100
LABEL: Final = 60

# A row of a phone takes about so many units of text, the space around each label included.
_LINE: Final = 40
_AROUND: Final = 3
_STYLES: Final = {Style.MAIN: "primary", Style.PLAIN: None, Style.DANGER: "danger"}

log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a button says to the bot: ``GAME:VERSION:command``."""

    game: str
    version: int
    command: str

    def __str__(self) -> str:
        return f"{self.game}:{self.version}:{self.command}"

    @classmethod
    def parse(cls, data: str) -> "Pressed | None":
        """Read a button's data; None when it is not of this bot's making."""
        game, _, rest = data.partition(":")
        version, colon, command = rest.partition(":")
        if not colon or not version.isdecimal() or not command:
            return None
        return cls(game, int(version), command)


def keyboard(scene: Scene, texts: Texts, language: str) -> InlineKeyboardMarkup | None:
    """The scene's choices as buttons, or None without any."""
    rows = [
        [_button(scene, choice, label) for choice, label in row]
        for group in _within_limits(scene)
        for row in _split([(choice, shorten(texts.say(choice.label, language), LABEL)) for choice in group])
    ]
    return InlineKeyboardMarkup(rows) if rows else None


def _button(scene: Scene, choice: Choice, label: str) -> InlineKeyboardButton:
    data = str(Pressed(scene.game, scene.version, choice.command))
    return InlineKeyboardButton(label or "·", callback_data=data, style=_STYLES[choice.style])


def _within_limits(scene: Scene) -> list[list[Choice]]:
    """The groups without what Telegram would refuse: data too long, more than a hundred buttons."""
    groups: list[list[Choice]] = []
    for group in scene.rows:
        kept = []
        for choice in group:
            data = str(Pressed(scene.game, scene.version, choice.command))
            if len(data.encode()) > InlineKeyboardButtonLimit.MAX_CALLBACK_DATA:
                log.error("choice left out", command=choice.command, reason="too long")
            else:
                kept.append(choice)
        if kept:
            groups.append(kept)
    surplus = sum(map(len, groups)) - BUTTONS
    if surplus > 0:
        log.warning("choices left out", surplus=surplus, game=scene.game, version=scene.version)
        largest = max(groups, key=len)
        del largest[max(1, len(largest) - surplus) :]
    return groups


def _split(group: Sequence[tuple[Choice, str]]) -> list[Sequence[tuple[Choice, str]]]:
    """One group as rows of nearly equal length, so wide that the longest label can be read on a phone."""
    widest = max(units(label) for _, label in group)
    width = min(ROW, max(1, _LINE // (widest + _AROUND)))
    count = -(-len(group) // width)
    base, longer = divmod(len(group), count)
    rows, start = [], 0
    for number in range(count):
        end = start + base + (number < longer)
        rows.append(group[start:end])
        start = end
    return rows
