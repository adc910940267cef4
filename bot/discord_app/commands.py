"""The slash commands: every command of the game, named and described in the languages of the catalogues."""

import inspect
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice, Command

from bot.command_names import GAME_COMMANDS
from bot.discord_app.complete import Prompter
from bot.discord_app.desk import Desk
from bot.discord_app.options import annotation, options_of
from bot.discord_app.translate import localised, named
from bot.families import Family
from bot.texts import Texts
from bot.usecases.rows import Option, rows

Suggest = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[Choice[str]]]]


def _options() -> Iterator[tuple[str, str]]:
    """Every option by the names of its command and its own."""
    return ((command, option.name) for command, row in rows().items() for option in row.options)


_NAME: Final = Family("discord.name.{}", of=GAME_COMMANDS)
_DESCRIPTION: Final = Family("command.{}.description", of=GAME_COMMANDS)
_OPTION: Final = Family("discord.option.{}", of=lambda: (name for _, name in _options()))
_ABOUT: Final = Family("discord.about.{}.{}", of=_options)


def make_commands(texts: Texts, desk: Desk, prompter: Prompter) -> list[Command[Any, ..., None]]:
    """A slash command for every command of the game."""
    return [
        _make(name, options_of(row, texts.languages), texts, desk, prompter) for name, row in rows().items()
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
