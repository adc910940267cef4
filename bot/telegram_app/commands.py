"""The menu of commands that Telegram shows while one types a slash."""

from typing import Final

import structlog
from telegram import Bot, BotCommand
from telegram.error import TelegramError

from bot.command_names import GAME_COMMANDS
from bot.families import Family
from bot.scene import Phrase
from bot.texts import Texts
from bot.usecases.rows import rows

DESCRIPTION: Final = 256
_DESCRIPTION: Final = Family("command.{}.description", of=GAME_COMMANDS)

log: Final = structlog.get_logger(__name__)


def menu(texts: Texts, language: str) -> tuple[BotCommand, ...]:
    """The commands with their descriptions in a language."""
    return tuple(
        BotCommand(name, texts.say(Phrase(_DESCRIPTION(name)), language)[:DESCRIPTION]) for name in rows()
    )


async def publish(bot: Bot, texts: Texts, language: str) -> None:
    """Tell Telegram the menu, for each language and for all others, where it differs from what is there."""
    menus = {"": menu(texts, language)} | {each: menu(texts, each) for each in texts.languages}
    for code, wanted in menus.items():
        try:
            if await bot.get_my_commands(language_code=code or None) != wanted:
                await bot.set_my_commands(wanted, language_code=code or None)
        except TelegramError as error:
            log.warning("commands not published", language=code, error=error.message)
            return
