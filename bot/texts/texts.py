"""Phrases into sentences, in the reader's language and the platform's markup."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final, Self

from babel.core import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal
from babel.support import Translations

from bot.command_names import GAME_COMMANDS
from bot.families import Family
from bot.people import ROOMY, Channel, Skill, number_of, opponent_named
from bot.scene import At, Moment, Phrase, Typed, Who
from bot.texts.catalogues import FOLDER, SOURCE, CatalogueError, compiled, read_languages, translations
from bot.texts.language import read_language_data
from bot.texts.style import PLAIN, TextStyle, isolated

_OPPONENT: Final = Family("opponent.{}", of=Skill)
_ANOTHER: Final = Family("opponent.another.{}", of=Skill)
_SHORT: Final = Family("opponent.short.{}", of=Skill)
_SHORT_ANOTHER: Final = Family("opponent.short.another.{}", of=Skill)
_BOLD: Final = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_COMMAND: Final = re.compile(rf"(?<![\w/])/({'|'.join(GAME_COMMANDS)})\b")


class Texts:
    """The catalogues of all languages. Make one with :meth:`load`.

    ``languages`` are the languages there are, the source language first. A key that a language lacks is
    said in the source language, and logged once. ``compiled`` is what another process needs for ``of``.
    """

    def __init__(self, translations: Mapping[str, Translations]) -> None:
        if SOURCE not in translations:
            raise CatalogueError(f"there is no catalogue of {SOURCE}")
        self._translations = translations
        self.compiled: Mapping[str, bytes] = {}
        self._missing: set[tuple[str, str]] = set()
        self.languages = (SOURCE, *(language for language in translations if language != SOURCE))
        self._known = {language.lower(): language for language in self.languages}

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """Read and compile every catalogue. Raises CatalogueError, also where a language lacks its data."""
        catalogues = read_languages(folder)
        for language in catalogues:
            read_language_data(language, folder)
        return cls.of({language: compiled(read) for language, read in catalogues.items()})

    @classmethod
    def of(cls, binaries: Mapping[str, bytes]) -> Self:
        """The texts of compiled catalogues, by language. Raises CatalogueError."""
        texts = cls({language: translations(binary) for language, binary in binaries.items()})
        texts.compiled = binaries
        return texts

    def language(self, tag: str) -> str:
        """The best language there is for a BCP 47 tag: ``pl`` for ``pl-PL``, the source for unknown ones."""
        wanted = tag.replace("-", "_").lower()
        return self._known.get(wanted) or self._known.get(wanted.partition("_")[0]) or SOURCE

    def say(self, phrase: Phrase, language: str, style: TextStyle = PLAIN) -> str:
        """The phrase as text, in the language (any BCP 47 tag) and the platform's markup."""
        spoken = self.language(language)
        template = self._template(phrase, spoken)
        return _marked(template, style).format_map(
            {name: self._value(value, spoken, style) for name, value in phrase.args.items()}
        )

    def name(self, name: str, language: str, *, short: bool = False) -> str:
        """A player's name as the readers of a language know it: of somebody without one, "Player 2".

        An opponent's is that of this program, with a mark that no person has; a ``short`` one tells how well
        it plays.
        """
        if (number := number_of(name)) is not None:
            return self.say(Phrase.of("player.nameless", number=number), language)
        if (found := opponent_named(name)) is not None:
            level, number = found
            first, another = (_SHORT, _SHORT_ANOTHER) if short else (_OPPONENT, _ANOTHER)
            return self.say(Phrase.of((first if number == 1 else another)(level), number=number), language)
        return name

    def names(self, names: Sequence[str], language: str) -> tuple[str, ...]:
        """What the players of one game are called where each has a small place of their own."""
        return tuple(self.name(name, language, short=len(names) > ROOMY) for name in names)

    def person(self, who: Who, language: str, style: TextStyle) -> str:
        """A person by name, or notified, in the platform's markup."""
        named = replace(who, name=self.name(who.name, language, short=who.short))
        if not who.mention:
            return isolated(style.escape(named.name), named.name)
        written = style.mention(named)
        if named.name != who.name and named.name not in written:
            # the platform shows its own name of them, of which nothing can be seen
            written = f"{written} ({named.name})"
        return isolated(written, named.name)

    def has(self, key: str) -> bool:
        """Whether there is such a key."""
        return self._find(SOURCE, key, 1) is not None

    def _value(self, value: object, language: str, style: TextStyle) -> str:
        match value:
            case Phrase():
                return self.say(value, language, style)
            case Who():
                return self.person(value, language, style)
            case Channel():
                return style.channel(value)
            case At():
                return style.channel(value.channel, value.message)
            case Typed(command):
                return style.command(command)
            case Moment():
                return style.moment(value.when, _moment(value.when, language))
            case tuple():
                parts = [self._value(part, language, style) for part in value]
                return format_list(parts, locale=Locale.parse(language))
            case float():
                return format_decimal(value, "#,##0.#", locale=Locale.parse(language))
            case date():
                return format_date(value, "medium", locale=Locale.parse(language))
            case _:
                text = str(value)
                return isolated(style.escape(text), text)

    def _template(self, phrase: Phrase, language: str) -> str:
        count = phrase.args.get("count")
        number = count if isinstance(count, int) else None
        for candidate in dict.fromkeys((language, SOURCE)):
            found = self._find(candidate, phrase.key, number)
            if found is not None:
                return found
            self._note_missing(candidate, phrase.key)
        return phrase.key.replace("{", "{{").replace("}", "}}")

    def _find(self, language: str, key: str, count: int | None) -> str | None:
        translations = self._translations[language]
        if count is not None:
            text = translations.ngettext(key, key, count)
            if text != key:
                return text
        text = translations.gettext(key)
        return text if text != key else None

    def _note_missing(self, language: str, key: str) -> None:
        if (language, key) not in self._missing:
            self._missing.add((language, key))
            # Here, so that a painter's process does without it.
            import structlog  # noqa: PLC0415

            structlog.get_logger(__name__).warning("text missing", language=language, key=key)


@lru_cache(maxsize=4096)
def _marked(template: str, style: TextStyle) -> str:
    """What stands in a catalogue in a platform's markup, its gaps still open."""
    called = _COMMAND.sub(lambda match: style.command(match[1]), template)
    return _BOLD.sub(lambda match: style.bold(match[1]), called)


def _moment(when: datetime, language: str) -> str:
    """A moment in words, with the name of its zone."""
    day = format_skeleton("MMMEd", when, when.tzinfo, locale=Locale.parse(language))
    return f"{day}, {when:%H:%M} {when.tzname()}"
