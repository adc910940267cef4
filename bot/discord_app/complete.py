"""Suggestions while somebody types a command: what the channel's game offers right now."""

import asyncio
from typing import Any, Final

import discord
import structlog
from discord.app_commands import Choice

from bot.discord_app.page import DiscordWriter
from bot.discord_app.places import PLATFORM, place_of
from bot.discord_app.ports import DiscordTable
from bot.discord_app.shorten import shorten
from bot.people import Person
from bot.scene import Scene
from bot.store.protocol import CorruptGame, StoreUnavailable

PATIENCE: Final = 1.5
"""Seconds for the table: Discord takes suggestions for three."""
SUGGESTIONS: Final = 25
MAX_NAME: Final = 100

log: Final = structlog.get_logger(__name__)


class Prompter:
    """Suggests the words of a command from the choices of the present scene."""

    def __init__(self, table: DiscordTable, writer: DiscordWriter) -> None:
        self._table = table
        self._writer = writer

    async def suggest(
        self, tap: discord.Interaction[Any], command: str, given: tuple[str, ...], typed: str
    ) -> list[Choice[str]]:
        """The next word after ``command`` and the words ``given``, as far as ``typed`` goes with it."""
        person = Person(PLATFORM, str(tap.user.id), tap.user.display_name)
        language = self._writer.language(tap.locale.value)
        # Without suggestions the command can still be typed; its own answer says what is wrong.
        try:
            async with asyncio.timeout(PATIENCE):
                scene = await self._table.view(place_of(tap), person, language)
        except (TimeoutError, StoreUnavailable, CorruptGame) as error:
            reason = str(error) or "no answer in time"
            log.warning("no suggestions", channel=str(place_of(tap)), command=command, error=reason)
            return []
        except Exception:
            log.exception("no suggestions", channel=str(place_of(tap)), command=command)
            return []
        if scene is None:
            return []
        offered = self._offered(scene, (command, *given))
        wanted = typed.casefold().strip()
        matching = [choice for choice in offered if _matches(choice, wanted)]
        # What begins as typed comes first: "1" means spot 1 before spot 21.
        matching.sort(key=lambda choice: not choice.value.casefold().startswith(wanted))
        return matching[:SUGGESTIONS]

    def _offered(self, scene: Scene, words: tuple[str, ...]) -> list[Choice[str]]:
        found: dict[str, Choice[str]] = {}
        for choice in (choice for row in scene.rows for choice in row):
            parts = tuple(choice.command.split())
            if len(parts) > len(words) and parts[: len(words)] == words:
                value = parts[len(words)]
                label = self._writer.label(choice.label, scene.language)
                found.setdefault(value, Choice(name=shorten(label, MAX_NAME), value=value))
        return list(found.values())


def _matches(choice: Choice[str], wanted: str) -> bool:
    return wanted in choice.name.casefold() or choice.value.casefold().startswith(wanted)
