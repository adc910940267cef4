"""The blanks of the slash commands, as discord.py knows them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from babel.core import Locale
from discord import Attachment
from discord.app_commands import Range

from bot.usecases.rows import CommandRow, Option

MAX_WORD: Final = 100


def options_of(row: CommandRow, languages: Iterable[str]) -> tuple[Option, ...]:
    """The options of a command, those between languages with the names of these."""
    names = {language: Locale.parse(language).get_display_name() or language for language in languages}
    return tuple(replace(option, choices=names) if option.languages else option for option in row.options)


def annotation(option: Option) -> object:
    """The type by which discord.py knows the option."""
    if option.file:
        return Attachment
    return Range[str, 1, MAX_WORD] if option.between is None else Range[int, *option.between]
