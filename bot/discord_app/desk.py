"""Serves interactions: acknowledge, let the table handle the request, show what comes of it."""

import asyncio
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import discord
import structlog

from bot.discord_app.answers import acknowledge, dismiss, refuse, tell
from bot.discord_app.attachments import NotFetched, fetched
from bot.discord_app.buttons import Origin
from bot.discord_app.face import TROUBLE, Face, Told
from bot.discord_app.messages import nonce
from bot.discord_app.page import NOBODY, Writer
from bot.discord_app.permissions import missing_permissions
from bot.discord_app.ports import Table
from bot.gate import Gate
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Phrase, Scene

if TYPE_CHECKING:
    from bot.discord_app.client import BastideClient

PLATFORM: Final = "discord"
DM: Final = "dm"
OVERALL: Final = 45
"""So many messages, edits and deletions in a second: Discord takes fifty requests, and there are others."""
RECENT: Final = 200
"""So many faces are kept after they were used."""

log: Final = structlog.get_logger(__name__)


class Desk:
    """Where taps and slash commands arrive. Requests of one channel are handled one after the other."""

    def __init__(self, client: "BastideClient", table: Table, writer: Writer) -> None:
        self._client = client
        self._table = table
        self._writer = writer
        self._gate = Gate(OVERALL)
        self._open: set[asyncio.Task[Any]] = set()
        # A channel's face lives while somebody is served there or something is being shown, and some longer:
        # it knows what was shown last, which a reply that was decided before does not.
        self._faces: WeakValueDictionary[Channel, Face] = WeakValueDictionary()
        self._recent: deque[Face] = deque(maxlen=RECENT)

    async def serve(
        self,
        tap: discord.Interaction[Any],
        command: str,
        origin: Origin | None = None,
        *,
        file: discord.Attachment | None = None,
    ) -> None:
        """Do what a tap or a slash command asks for, and answer it in any case."""
        task = asyncio.current_task()
        if task is not None:
            self._open.add(task)
            task.add_done_callback(self._open.discard)
        if not await acknowledge(tap):
            return
        request = self.request(tap, command, origin or Origin())
        try:
            if file is not None:
                request = replace(request, file=await fetched(file))
            await self._serve(tap, request)
        except NotFetched as problem:
            await self._refuse(tap, problem.phrase, request)
        except Exception:
            log.exception(
                "request failed", channel=str(request.channel), person=request.person.key, command=command
            )
            await self._refuse(tap, Phrase("discord.failed"), request)

    async def _serve(self, tap: discord.Interaction[Any], request: Request) -> None:
        missing = missing_permissions(tap, request.command)
        if missing is not None:
            await self._refuse(tap, missing, request)
            return
        face = self._face(request.channel)
        async with face.lock:
            reply = await self._table.handle(request)
            shown = self._show(face, reply)
        if reply.language:
            request = replace(request, person=replace(request.person, language=reply.language))
        if reply.refusal is not None:
            await self._refuse(tap, reply.refusal, request)
        elif reply.answer is not None:
            await tell(tap, await self._writer.page(reply.answer), in_place=True)
        problem = None if shown is None else await shown
        if problem is not None:
            await self._refuse(tap, problem, request)
        elif reply.refusal is None and reply.answer is None:
            await dismiss(tap)

    async def catch_up(self) -> None:
        """Show what channels have not seen: after a start, and when the connection was lost."""
        async for channel, reply in self._table.pending(PLATFORM):
            face = self._face(channel)
            async with face.lock:
                shown = None if face.busy else self._show(face, reply)
            if shown is not None:
                await shown

    async def show(self, channel: Channel, reply: Reply) -> None:
        """Show what has come about in a channel without anybody's tap."""
        face = self._face(channel)
        async with face.lock:
            shown = self._show(face, reply)
        if shown is not None:
            await shown

    async def finish(self) -> None:
        """Wait until everything that people asked for is done and shown."""
        await asyncio.gather(*self._open, return_exceptions=True)

    def request(self, tap: discord.Interaction[Any], command: str, origin: Origin) -> Request:
        """The interaction as the table sees it."""
        guild = tap.guild
        language = self._writer.language(tap.locale.value)
        chosen = guild is not None and "COMMUNITY" in guild.features
        return Request(
            channel=place_of(tap),
            person=Person(PLATFORM, str(tap.user.id), tap.user.display_name, language),
            command=command,
            once=f"dc:{tap.id}",
            game=origin.game,
            version=origin.version if origin.game else None,
            admin=guild is not None and (tap.permissions.manage_guild or tap.permissions.manage_channels),
            # Only a community can choose its language; any other server says English.
            language=self._writer.language(tap.guild_locale.value)
            if chosen and tap.guild_locale
            else language,
            alone=tap.guild_id is None,
        )

    async def _refuse(self, tap: discord.Interaction[Any], phrase: Phrase, request: Request) -> None:
        await refuse(tap, self._writer.sentence(phrase, request.person.language))

    @staticmethod
    def _show(face: Face, reply: Reply) -> Told | None:
        return None if reply.scene is None and reply.closing is None else face.show(reply)

    def _face(self, channel: Channel) -> Face:
        face = self._faces.get(channel)
        if face is None:
            guild, number = channel.place
            place = self._client.get_partial_messageable(
                int(number), guild_id=None if guild == DM else int(guild)
            )
            face = self._faces[channel] = Face(
                channel, place, self._table, self._writer, self._whisper, gate=self._gate
            )
        self._recent.append(face)
        return face

    async def _whisper(self, person: Person, scene: Scene) -> bool:
        """Write to a person in private. False for those who do not let us."""
        if person.platform != PLATFORM:
            return False
        page = await self._writer.page(scene)
        try:
            async with self._gate:
                private = await self._client.create_dm(discord.Object(int(person.id)))
            async with self._gate:
                await private.send(page.short, allowed_mentions=NOBODY, nonce=nonce(scene, "p"))
        except TROUBLE as error:
            log.info("not told in private", person=person.key, error=str(error))
            return False
        return True


def place_of(tap: discord.Interaction[Any]) -> Channel:
    """Where the interaction came about: a channel, a thread or a forum post of a guild, or a chat of two."""
    return Channel(PLATFORM, (str(tap.guild_id or DM), str(tap.channel_id)))
