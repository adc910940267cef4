"""Telling Discord the slash commands, only when they are not the ones it has."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import structlog
from discord import HTTPException
from discord.app_commands import CommandTree
from discord.http import Route

log: Final = structlog.get_logger(__name__)


async def payload(tree: CommandTree[Any]) -> list[dict[str, Any]]:
    """The commands with all their translations, as Discord wants them."""
    translator = tree.translator
    if translator is None:
        return [command.to_dict(tree) for command in tree.get_commands()]
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def sync(tree: CommandTree[Any]) -> Mapping[str, int]:
    """Register the commands unless Discord has just these already; their numbers by name.

    Discord counts the commands that a bot registers in a day, and clients load them anew each time.
    """
    registered = await _registered(tree)
    if _same_commands(await payload(tree), registered):
        return {str(command["name"]): int(command["id"]) for command in registered}
    commands = await tree.sync()
    log.info("commands registered", count=len(commands))
    return {command.name: command.id for command in commands}


async def _registered(tree: CommandTree[Any]) -> list[dict[str, Any]]:
    """The commands that Discord has, with their translations, which discord.py's own call leaves out."""
    client = tree.client
    route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
    try:
        commands: list[dict[str, Any]] = await client.http.request(
            route, params={"with_localizations": "true"}
        )
    except HTTPException as error:
        log.warning("commands not read", error=str(error))
        return []
    return commands


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
