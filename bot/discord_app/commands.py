"""The slash commands: every command of the game, in the languages of the catalogues, as Discord is told them.

Discord is told only when they are not the ones it has.
"""

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

import babel
import discord
import structlog
from discord import Attachment, Locale, app_commands
from discord.app_commands import (
    Choice,
    Command,
    CommandTree,
    Range,
    TranslationContextTypes,
    Translator,
    locale_str,
)
from discord.http import Route

from bot.command_names import GAME_COMMANDS
from bot.discord_app.complete import Prompter
from bot.discord_app.desk import Desk
from bot.discord_app.shorten import shorten
from bot.discord_app.troubles import TROUBLES, detail
from bot.doors.discord import ENTRY_POINT, TOLD_TO_US
from bot.families import Family
from bot.scene import Phrase
from bot.texts import SOURCE, Texts
from bot.usecases.rows import CommandRow, Option, offered, rows

MAX_TEXT: Final = 100
MAX_WORD: Final = 100

Suggest = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[Choice[str]]]]

Registered = Mapping[str, Any]
"""A command as Discord has it."""

PATIENCE: Final = 20
"""Seconds for each question to Discord: a limit of a day must not keep the bot from starting."""
WRITABLE: Final = frozenset({
    "id", "type", "name", "name_localizations", "description", "description_localizations", "handler",
    "default_member_permissions", "contexts", "integration_types", "nsfw",
})  # fmt: skip
"""What of a registered command can be said again when commands are registered."""

log: Final = structlog.get_logger(__name__)


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
        """See Translator."""
        return self.said(string, locale)

    def said(self, string: locale_str, locale: Locale) -> str | None:
        """The text for this locale, or None where it is that of the source language."""
        key = string.extras.get("key")
        language = self._texts.language(locale.value)
        if key is None or language == SOURCE or not self._texts.has(key):
            return None
        text = shorten(self._texts.say(Phrase(key), language), MAX_TEXT)
        return None if text == string.message else text


def options_of(row: CommandRow, languages: Iterable[str]) -> tuple[Option, ...]:
    """The options of a command, those between languages with the names of these."""
    names = {language: babel.Locale.parse(language).get_display_name() or language for language in languages}
    return tuple(replace(option, choices=names) if option.languages else option for option in row.options)


def annotation(option: Option) -> object:
    """The type by which discord.py knows the option."""
    if option.file:
        return Attachment
    return Range[str, 1, MAX_WORD] if option.between is None else Range[int, *option.between]


def _options() -> Iterator[tuple[str, str]]:
    """Every option by the names of its command and its own."""
    return ((command, option.name) for command, row in rows().items() for option in row.options)


_NAME: Final = Family("discord.name.{}", of=GAME_COMMANDS)
_DESCRIPTION: Final = Family("command.{}.description", of=GAME_COMMANDS)
_OPTION: Final = Family("discord.option.{}", of=lambda: (name for _, name in _options()))
_ABOUT: Final = Family("discord.about.{}.{}", of=_options)


def make_commands(
    texts: Texts, desk: Desk, prompter: Prompter, *, board: bool
) -> list[Command[Any, ..., None]]:
    """A slash command for every command of the game, where chats lead to the ``board`` or do not."""
    return [
        _make(name, options_of(row, texts.languages), texts, desk, prompter)
        for name, row in offered(board=board).items()
    ]


def _make(
    name: str, options: tuple[Option, ...], texts: Texts, desk: Desk, prompter: Prompter
) -> Command[Any, ..., None]:
    async def run(tap: discord.Interaction[Any], **given: object) -> None:
        filled = [option for option in options if given[option.name] is not None]
        words = [option.word(given[option.name]) for option in filled if not option.file]
        file = next((given[option.name] for option in filled if option.file), None)
        await desk.serve(
            tap, " ".join((name, *words)), file=file if isinstance(file, discord.Attachment) else None
        )

    # discord.py reads a command's options from the signature of its callback.
    run.__dict__["__signature__"] = _signature(options)
    if options:
        app_commands.rename(**{o.name: named(o.name, _OPTION(o.name)) for o in options})(run)
        app_commands.describe(**{o.name: localised(texts, _ABOUT(name, o.name)) for o in options})(run)
        app_commands.choices(**{o.name: _choices(texts, o) for o in options if o.choices})(run)
    command: Command[Any, ..., None] = Command(
        name=named(name, _NAME(name)),
        description=localised(texts, _DESCRIPTION(name)),
        callback=run,
    )
    for index, option in enumerate(options):
        if option.suggested:
            command.autocomplete(option.name)(_suggester(name, options[:index], prompter))
    return command


def _signature(options: tuple[Option, ...]) -> inspect.Signature:
    tap = inspect.Parameter("tap", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    parameters = [
        inspect.Parameter(
            option.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=annotation(option),
            default=inspect.Parameter.empty if option.required else None,
        )
        for option in options
    ]
    return inspect.Signature([tap, *parameters])


def _choices(texts: Texts, option: Option) -> list[Choice[str]]:
    return [
        Choice(name=localised(texts, label) if texts.has(label) else label, value=value)
        for value, label in option.choices.items()
    ]


def _suggester(command: str, before: tuple[Option, ...], prompter: Prompter) -> Suggest:
    async def suggest(tap: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        given = tuple(
            option.word(tap.namespace[option.name]) for option in before if option.name in tap.namespace
        )
        return await prompter.suggest(tap, command, given, typed)

    return suggest


def entry_point(texts: Texts) -> Mapping[str, Any]:
    """What becomes of the command that Discord has made: it is named as we name it, and told to us.

    It is offered where our own commands are.
    """
    name, translator = localised(texts, "discord.entry"), CatalogueTranslator(texts)
    found = {locale.value: translator.said(name, locale) for locale in Locale}
    return {
        "name": name.message,
        "name_localizations": {locale: text for locale, text in found.items() if text is not None},
        "handler": TOLD_TO_US,
        "contexts": [0, 1],
        "integration_types": [0],
    }


async def payload(tree: CommandTree[Any]) -> list[dict[str, Any]]:
    """The commands with all their translations, as Discord wants them."""
    translator = tree.translator
    if translator is None:
        return [command.to_dict(tree) for command in tree.get_commands()]
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def sync(
    tree: CommandTree[Any], entry: Mapping[str, Any] = MappingProxyType({}), *, register: bool = True
) -> Mapping[str, int]:
    """Register the commands unless Discord has just these already; their numbers by name.

    Without ``register`` their numbers are only read. The command that Discord has made itself becomes as
    ``entry`` says, and stays as it is where that says nothing.

    Discord counts the commands that a bot registers in a day, and clients load them anew each time. Where
    they cannot be registered, those that Discord has still work, and their numbers are given.
    """
    ours, registered = await payload(tree), await _registered(tree)
    theirs = [command for command in registered if command.get("type") != ENTRY_POINT]
    made = [command for command in registered if command.get("type") == ENTRY_POINT]
    settled = not entry or all(_same(entry, command) for command in made)
    if not register or (settled and _same_commands(ours, theirs)):
        return _numbers(theirs)
    # Discord refuses a list without the command that it has made itself.
    kept = [{**_again(command), **entry} for command in made]
    try:
        commands = await _ask(tree, "PUT", json=[*ours, *kept])
    except TROUBLES as error:
        log.warning("commands not registered", error=detail(error))
        return _numbers(theirs)
    log.info("commands registered", count=len(commands))
    return _numbers(commands)


async def _registered(tree: CommandTree[Any]) -> list[Registered]:
    """The commands that Discord has, with their translations, which discord.py's own call leaves out."""
    try:
        return await _ask(tree, "GET", params={"with_localizations": "true"})
    except TROUBLES as error:
        log.warning("commands not read", error=detail(error))
        return []


async def _ask(tree: CommandTree[Any], method: str, **about: object) -> list[Registered]:
    client = tree.client
    route = Route(method, "/applications/{application_id}/commands", application_id=client.application_id)
    async with asyncio.timeout(PATIENCE):
        commands: list[Registered] = await client.http.request(route, **about)
    return commands


def _numbers(commands: Sequence[Registered]) -> Mapping[str, int]:
    return {command["name"]: int(command["id"]) for command in commands if command.get("type") != ENTRY_POINT}


def _again(command: Registered) -> Mapping[str, Any]:
    """A registered command as it is registered once more, unchanged."""
    said = {key: value for key, value in command.items() if key in WRITABLE and value not in (None, "")}
    if "default_member_permissions" in said:
        # It is told as text, and wanted as a number.
        said["default_member_permissions"] = int(said["default_member_permissions"])
    return said


def _same_commands(ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> bool:
    named = {command["name"]: command for command in theirs}
    return len(ours) == len(theirs) and all(_same(command, named.get(command["name"])) for command in ours)


def _same(ours: object, theirs: object) -> bool:
    """Whether Discord has what we say. It adds fields of its own and leaves out those that say nothing."""
    if not ours or not theirs:
        return not ours and not theirs
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        return all(_same(value, theirs.get(key)) for key, value in ours.items() if key not in _DEFAULTED)
    if isinstance(ours, list) and isinstance(theirs, list):
        if all(isinstance(value, int) for value in ours):
            return sorted(ours) == sorted(theirs)
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    return ours == theirs


_DEFAULTED: Final = {"dm_permission"}
"""What Discord derives from other fields instead of keeping it."""
