"""Telling Discord the slash commands, only when they are not the ones it has."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

import structlog
from discord.app_commands import CommandTree
from discord.http import Route

from bot.discord_app.troubles import TROUBLES, detail

Registered = Mapping[str, Any]
"""A command as Discord has it."""

PATIENCE: Final = 20
"""Seconds for each question: a limit of a day must not keep the bot from starting."""
ENTRY_POINT: Final = 4
"""The type of the command that starts a bot's Activity, where its operator has switched one on."""
WRITABLE: Final = frozenset({
    "id", "type", "name", "name_localizations", "description", "description_localizations", "handler",
    "default_member_permissions", "contexts", "integration_types", "nsfw",
})  # fmt: skip
"""What of a registered command can be said again when commands are registered."""

log: Final = structlog.get_logger(__name__)


async def payload(tree: CommandTree[Any]) -> list[dict[str, Any]]:
    """The commands with all their translations, as Discord wants them."""
    translator = tree.translator
    if translator is None:
        return [command.to_dict(tree) for command in tree.get_commands()]
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def sync(tree: CommandTree[Any], *, register: bool = True) -> Mapping[str, int]:
    """Register the commands unless Discord has just these already; their numbers by name.

    Without ``register`` their numbers are only read.

    Discord counts the commands that a bot registers in a day, and clients load them anew each time. Where
    they cannot be registered, those that Discord has still work, and their numbers are given.
    """
    ours, registered = await payload(tree), await _registered(tree)
    theirs = [command for command in registered if command.get("type") != ENTRY_POINT]
    if not register or _same_commands(ours, theirs):
        return _numbers(theirs)
    # Discord refuses a list without the command that it has made itself.
    kept = [_again(command) for command in registered if command.get("type") == ENTRY_POINT]
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
