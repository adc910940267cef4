"""Every text that people read, in every language: catalogues, and the service that speaks them."""

from bot.texts.catalogues import SOURCE, CatalogueError, languages
from bot.texts.language import LanguageData, language_data
from bot.texts.style import PLAIN, PlainStyle, TextStyle
from bot.texts.texts import Texts

__all__ = [
    "PLAIN", "SOURCE", "CatalogueError", "LanguageData", "PlainStyle", "TextStyle", "Texts", "language_data",
    "languages",
]  # fmt: skip
