"""What can be pressed: choices as rows of buttons, a button's data, and the menu of commands."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import structlog
from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import InlineKeyboardButtonLimit
from telegram.error import TelegramError

from bot.command_names import GAME_COMMANDS
from bot.families import Family
from bot.scene import ANYONE, Choice, Phrase, Scene, Style
from bot.telegram_app.places import PLATFORM
from bot.telegram_app.style import shorten, units
from bot.texts import Texts
from bot.usecases.rows import offered

ROW: Final = 8
BUTTONS: Final = 100
LABEL: Final = 60
NO_LABEL: Final = "·"

# A row of a phone takes about so many units of text, the space around each label included.
_LINE: Final = 40
_AROUND: Final = 3
_STYLES: Final = {Style.MAIN: "primary", Style.PLAIN: None, Style.DANGER: "danger"}

LONGEST_ABOUT: Final = 256
_DESCRIPTION: Final = Family("command.{}.description", of=GAME_COMMANDS)

log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a button says to the bot: ``GAME:VERSION:command``.

    A button that is for one person alone says ``GAME:VERSION~USER:command``.
    """

    game: str
    version: int
    command: str
    user: str = ""

    def __str__(self) -> str:
        user = f"~{self.user}" if self.user else ""
        return f"{self.game}:{self.version}{user}:{self.command}"

    @property
    def fits(self) -> bool:
        """Whether Telegram takes it as a button's data."""
        return len(str(self).encode()) <= InlineKeyboardButtonLimit.MAX_CALLBACK_DATA

    @classmethod
    def parse(cls, data: str) -> "Pressed | None":
        """Read a button's data; None when it is not of this bot's making."""
        game, _, rest = data.partition(":")
        moment, colon, command = rest.partition(":")
        version, _, user = moment.partition("~")
        if not colon or not version.isdecimal() or not command:
            return None
        return cls(game, int(version), command, user)


def keyboard(scene: Scene, texts: Texts, *, answer: bool = False) -> InlineKeyboardMarkup | None:
    """The scene's choices as buttons, or None without any.

    In an ``answer``, which others can see too, what is dangerous can be pressed only by whom it is for.
    """
    laid_out = [
        row
        for group in _within_limits(scene, answer=answer)
        for row in _split([_button(choice, data, texts, scene.language) for choice, data in group])
    ]
    return InlineKeyboardMarkup(laid_out) if laid_out else None


def _button(choice: Choice, data: str, texts: Texts, language: str) -> InlineKeyboardButton:
    label = shorten(texts.say(choice.label, language), LABEL) or NO_LABEL
    if choice.url:
        return InlineKeyboardButton(label, url=choice.url)
    return InlineKeyboardButton(label, callback_data=data, style=_STYLES[choice.style])


def _data(scene: Scene, choice: Choice, *, answer: bool) -> Pressed:
    owner = choice.actor or scene.actor if answer and choice.style is Style.DANGER else ""
    user = owner.removeprefix(f"{PLATFORM}:") if owner != ANYONE else ""
    return Pressed(scene.game, scene.version, choice.command, user)


def _within_limits(scene: Scene, *, answer: bool) -> list[list[tuple[Choice, str]]]:
    """The groups, with their data, without what Telegram would refuse: long data, too many buttons."""
    groups: list[list[tuple[Choice, str]]] = []
    for group in scene.rows:
        kept = []
        for choice in group:
            data = _data(scene, choice, answer=answer)
            if data.fits:
                kept.append((choice, str(data)))
            else:
                log.error("choice left out", command=choice.command, reason="too long")
        if kept:
            groups.append(kept)
    surplus = sum(map(len, groups)) - BUTTONS
    if surplus > 0:
        log.warning("choices left out", surplus=surplus, game=scene.game, version=scene.version)
        largest = max(groups, key=len)
        del largest[max(1, len(largest) - surplus) :]
    return groups


def _split(group: Sequence[InlineKeyboardButton]) -> list[Sequence[InlineKeyboardButton]]:
    """One group as few rows of nearly equal length, in which each label can be read on a phone.

    All buttons of a row are as wide as its longest label needs: a long one makes no other row longer.
    """
    room = [units(button.text) + _AROUND for button in group]
    # Of all ways to part the first so many buttons the best one: the fewest rows, then the most alike.
    best: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    for end in range(1, len(group) + 1):
        starts = range(max(0, end - ROW), end)
        ways = (
            (rows + 1, squares + (end - start) ** 2, (*ends, end))
            for start, (rows, squares, ends) in zip(starts, best[starts.start :], strict=True)
            if end - start == 1 or (end - start) * max(room[start:end]) <= _LINE
        )
        best.append(min(ways, key=_few_and_alike))
    return [group[start:end] for start, end in pairwise((0, *best[-1][2]))]


def _few_and_alike(way: tuple[int, int, tuple[int, ...]]) -> tuple[int, int, list[int]]:
    """Among equals the longer rows come first."""
    rows, squares, ends = way
    return rows, squares, [-end for end in ends]


def menu(texts: Texts, language: str, *, board: bool = False) -> tuple[BotCommand, ...]:
    """The commands with their descriptions in a language, where chats lead to the ``board`` or do not."""
    return tuple(
        BotCommand(name, texts.say(Phrase(_DESCRIPTION(name)), language)[:LONGEST_ABOUT])
        for name in offered(board=board)
    )


async def publish_menu(bot: Bot, texts: Texts, language: str, *, board: bool) -> None:
    """Tell Telegram the menu, for each language and for all others, where it differs from what is there."""
    menus = {code: menu(texts, code or language, board=board) for code in ("", *texts.languages)}
    for code, wanted in menus.items():
        try:
            if await bot.get_my_commands(language_code=code or None) != wanted:
                await bot.set_my_commands(wanted, language_code=code or None)
        except TelegramError as error:
            log.warning("commands not published", language=code, error=error.message)
            return
