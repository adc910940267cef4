"""Names and descriptions of commands in the languages of Discord's clients, from the catalogues."""

from typing import Final

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.discord_app.shorten import shorten
from bot.scene import Phrase
from bot.texts import SOURCE, Texts

MAX_TEXT: Final = 100


def localised(texts: Texts, key: str) -> locale_str:
    """The text of a key in the source language, to be translated when the commands are registered."""
    return locale_str(shorten(texts.say(Phrase(key), SOURCE), MAX_TEXT), key=key)


def named(name: str, key: str) -> locale_str:
    """A name by which the code knows a command or an option; other languages have names of their own."""
    return locale_str(name, key=key)


class CatalogueTranslator(Translator):
    """Translates what :func:`localised` and :func:`named` made."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    async def translate(
        self, string: locale_str, locale: Locale, _context: TranslationContextTypes
    ) -> str | None:
        """The text for this locale, or None where it is that of the source language."""
        key = string.extras.get("key")
        language = self._texts.language(locale.value)
        if key is None or language == SOURCE or not self._texts.has(key):
            return None
        text = shorten(self._texts.say(Phrase(key), language), MAX_TEXT)
        return None if text == string.message else text
