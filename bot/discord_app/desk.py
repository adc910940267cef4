"""Serves interactions: acknowledge, let the table handle the request, show what comes of it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import discord
import structlog
from discord.utils import MISSING

from bot import tracing
from bot.discord_app.activity import launch
from bot.discord_app.buttons import Origin
from bot.discord_app.messenger import DiscordMessenger
from bot.discord_app.page import NOBODY, DiscordPage, DiscordWriter
from bot.discord_app.permissions import advice, lacking, missing_permissions
from bot.discord_app.places import PLATFORM, place_of
from bot.discord_app.ports import DiscordTable
from bot.discord_app.troubles import TROUBLES, detail, judge
from bot.doors.launches import Launch, LaunchBook
from bot.fetching import NotFetched, fetch
from bot.live.displays import Displays
from bot.live.pages import WORDS_FIRST
from bot.live.patience import PATIENCE, Patience
from bot.live.trouble import TroubleKind
from bot.live.waiting import Told
from bot.live.words import not_shown
from bot.people import Channel, Person
from bot.request import LARGEST_FILE, Reply, Request, Upload
from bot.scene import At, Phrase, Scene
from bot.store.protocol import StoreUnavailable

LED_WITHIN: Final = 10.0
"""Seconds for which somebody who pressed an old button waits until there is a new one to lead to."""

FETCHED_WITHIN: Final = 10.0
"""Seconds for a file; none that is fetched is large."""

LINK: Final = "play"
"""The command whose answer is a link to the board."""

Rewrite = Callable[[], Awaitable[DiscordPage]]

log: Final = structlog.get_logger(__name__)


class Desk:
    """Where taps and slash commands arrive. Each is served at once; versions keep them apart.

    With ``launches`` boards can be opened within Discord.
    """

    def __init__(
        self,
        messenger: DiscordMessenger,
        table: DiscordTable,
        writer: DiscordWriter,
        patience: Patience = PATIENCE,
        launches: LaunchBook | None = None,
    ) -> None:
        self._table = table
        self._launches = launches
        self._writer = writer
        self._open: set[asyncio.Task[Any]] = set()
        self.displays = Displays(PLATFORM, table, messenger, patience=patience, leisure=messenger.gate)

    async def serve(
        self,
        tap: discord.Interaction[Any],
        command: str,
        origin: Origin | None = None,
        *,
        file: discord.Attachment | None = None,
    ) -> None:
        """Do what a tap or a slash command asks for, and answer it in any case."""
        self._begin()
        if not await acknowledge(tap):
            return
        request = self.request(tap, command, origin or Origin())
        try:
            if file is not None:
                request = replace(request, file=await fetched(file))
            if (missing := missing_permissions(tap, command)) is not None:
                await self._refuse(tap, missing, await self._spoken_to(request))
                return
            reply = await self._table.handle(request)
            shown = None if reply.scene is None else self.displays.show(request.channel, reply)
            await self._answer(tap, request, reply, shown)
        except NotFetched:
            await self._refuse(tap, Phrase("discord.file_failed"), await self._spoken_to(request))
        except Exception:
            log.exception(
                "request failed", channel=str(request.channel), person=request.person.key, command=command
            )
            await self._refuse(
                tap, Phrase.of("discord.failed", request=tracing.current()), await self._spoken_to(request)
            )

    async def launch(self, tap: discord.Interaction[Any]) -> None:
        """Open the board of the place within Discord; whoever cannot have that gets a link to it."""
        self._begin()
        instance = "" if self._launches is None else await launch(tap)
        if self._launches is None or not instance:
            await self.serve(tap, LINK)
            return
        about = self.request(tap, LINK, Origin())
        try:
            await self._launches.note(instance, Launch(about.channel, about.alone, about.language))
        except StoreUnavailable as error:
            # Of a channel Discord itself can tell that it is this one.
            log.warning("launch not noted", channel=str(about.channel), error=str(error))

    def _begin(self) -> None:
        """Begin to serve an interaction; the end is waited for when we stop."""
        tracing.begin()
        task = asyncio.current_task()
        if task is not None:
            self._open.add(task)
            task.add_done_callback(self._open.discard)

    async def _answer(
        self, tap: discord.Interaction[Any], request: Request, reply: Reply, shown: Told | None
    ) -> None:
        """Tell the person what came of it; ``shown`` is what comes of showing everybody."""
        self.displays.answered(request, reply, _pressed(tap))
        if reply.language:
            request = replace(request, person=replace(request.person, language=reply.language))
        if reply.refusal is not None:
            await self._refuse(tap, reply.refusal, request, *await self._way_on(request, reply))
        elif reply.answer is not None:
            await self._inform(tap, reply.answer)
        trouble = None if shown is None else await shown
        also = None if shown is None else advice(tap, request.command)
        if trouble is not None:
            await self._refuse(tap, not_shown(trouble, lacking(tap.app_permissions, tap.channel)), request)
        elif also is not None:
            await self._refuse(tap, also, request)
        elif reply.refusal is None and reply.answer is None:
            await dismiss(tap)

    async def _inform(self, tap: discord.Interaction[Any], scene: Scene) -> None:
        """Tell the person what was asked for; words that would wait long for their picture come before it."""
        write = partial(self._writer.page, scene, live=False)
        writing, early = asyncio.create_task(write()), None
        try:
            await asyncio.wait({writing}, timeout=None if scene.picture is None else WORDS_FIRST)
            if not writing.done():
                words = replace(scene, picture=None, lines=(*scene.lines, Phrase("live.picture_follows")))
                page = await self._writer.page(words, live=False)
                early = await tell(tap, replace(page, content=page.short, rest=[]), in_place=True)
            page = await writing
        finally:
            writing.cancel()
        await tell(tap, page, in_place=True, in_words=partial(write, picture=False), early=early)

    async def catch_up(self, concerns: Callable[[Channel], bool]) -> None:
        """Show what these channels have not seen: after a start, and when the connection was lost."""
        await self.displays.catch_up(concerns)

    async def show(self, channel: Channel, reply: Reply) -> None:
        """Show what has come about in a channel without anybody's tap."""
        await self.displays.show(channel, reply)

    async def finish(self, seconds: float) -> None:
        """Wait for so long at most until everything that people asked for is done and shown."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*self._open, return_exceptions=True)
        await self.displays.finish(seconds)

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

    async def _refuse(
        self, tap: discord.Interaction[Any], phrase: Phrase, request: Request, *further: Phrase
    ) -> None:
        language = request.person.language
        await refuse(tap, "\n".join(self._writer.sentence(each, language) for each in (phrase, *further)))

    async def _spoken_to(self, request: Request) -> Request:
        """The request by somebody who reads the language that they chose, where the table was not asked."""
        language = await self._table.language(request.person)
        return replace(request, person=replace(request.person, language=language)) if language else request

    async def _way_on(self, request: Request, reply: Reply) -> tuple[Phrase, ...]:
        """After an old button: where the game goes on, once a message with buttons is there."""
        if not reply.stale:
            return ()
        with suppress(TimeoutError):
            async with asyncio.timeout(LED_WITHIN):
                await self.displays.shown(request.channel)
        live = self.displays.live(request.channel)
        return (Phrase.of("live.goes_on", place=At(request.channel, live)),) if live else ()


def _pressed(tap: discord.Interaction[Any]) -> str:
    """The message whose button was pressed, if everyone sees it; "" for none."""
    return "" if tap.message is None or tap.message.flags.ephemeral else str(tap.message.id)


async def fetched(file: discord.Attachment) -> Upload:
    """The file; of one that is larger than anything that we could use, only its size. Raises NotFetched."""
    if file.size > LARGEST_FILE:
        return Upload(file.size)
    try:
        # Discord may have told less than there is.
        return await fetch(file.url, FETCHED_WITHIN)
    except NotFetched as error:
        log.warning("file not fetched", file=file.id, error=str(error))
        raise


async def acknowledge(tap: discord.Interaction[Any]) -> bool:
    """Tell Discord that the interaction arrived, which it wants to know within three seconds.

    False when that failed: it came too late, or another delivery of it was here before. Discord then says
    so to the person, and nothing must happen.
    """
    try:
        await tap.response.defer(
            ephemeral=True, thinking=tap.type is discord.InteractionType.application_command
        )
    except (*TROUBLES, discord.InteractionResponded) as error:
        _note("interaction lost", tap, error)
        return False
    return True


async def tell(
    tap: discord.Interaction[Any],
    page: DiscordPage,
    *,
    in_place: bool = False,
    in_words: Rewrite | None = None,
    early: discord.WebhookMessage | None = None,
) -> discord.WebhookMessage | None:
    """Show a page to the person; the message that was sent for it, if one was.

    With ``in_place``, a private message whose button was pressed is edited; so is ``early``, which was sent
    for the page before. ``in_words`` writes it again without its picture, for where Discord refuses that.
    """
    try:
        return await _show(tap, page, in_place=in_place, early=early)
    except TROUBLES as error:
        # After a quarter of an hour Discord takes no answers any more.
        _note("answer not shown", tap, error)
        pictured = bool(page.attachments)
        if (
            in_words is not None
            and judge(error, sending=False, pictured=pictured).kind is TroubleKind.PICTURE
        ):
            return await tell(tap, await in_words(), in_place=in_place, early=early)
    return None


async def _show(
    tap: discord.Interaction[Any], page: DiscordPage, *, in_place: bool, early: discord.WebhookMessage | None
) -> discord.WebhookMessage | None:
    pressed = tap.message
    if pressed is None or (in_place and pressed.flags.ephemeral):
        await tap.edit_original_response(
            content=page.content, attachments=page.files, view=page.view, allowed_mentions=NOBODY
        )
    elif early is not None:
        await early.edit(
            content=page.content, attachments=page.files, view=page.view, allowed_mentions=NOBODY
        )
    else:
        early = await tap.followup.send(
            page.content,
            files=page.files,
            view=page.view or MISSING,
            ephemeral=True,
            allowed_mentions=NOBODY,
            wait=True,
        )
    for content in page.rest:
        await tap.followup.send(content, ephemeral=True, allowed_mentions=NOBODY)
    return early


async def refuse(tap: discord.Interaction[Any], sentence: str) -> None:
    """Say to the person alone why nothing happened."""
    await tell(tap, DiscordPage(sentence))


async def dismiss(tap: discord.Interaction[Any]) -> None:
    """End a slash command that needs no answer of its own: the channel shows what it did."""
    if tap.message is not None:
        return
    try:
        await tap.delete_original_response()
    except TROUBLES as error:
        _note("answer not dismissed", tap, error)


def _note(event: str, tap: discord.Interaction[Any], error: Exception) -> None:
    """One line about an answer that failed. That Discord refuses one is nothing that anybody has to know."""
    refused = isinstance(error, discord.HTTPException) and error.status < HTTPStatus.INTERNAL_SERVER_ERROR
    note = log.info if refused or isinstance(error, discord.InteractionResponded) else log.warning
    note(event, interaction=tap.id, error=detail(error))
