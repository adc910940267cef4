"""Discord as the live message uses it."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any, Final

import discord
import structlog
from discord.ui import View
from discord.utils import MISSING

from bot.discord_app.activity import LaunchButton
from bot.discord_app.buttons import game_of
from bot.discord_app.page import NOBODY, DiscordPage, DiscordWriter
from bot.discord_app.places import DM, PLATFORM
from bot.discord_app.troubles import HISTORY, TROUBLES, judge
from bot.gate import Gate, alone
from bot.live.messenger import Sending, Sent
from bot.live.trouble import Trouble, TroubleKind
from bot.people import Channel, Person
from bot.shown import Post

OVERALL: Final = 45
"""So many messages, edits and deletions in a second: Discord takes fifty requests, and there are others."""
LOOKED_AT: Final = 20
"""So many of the newest messages are looked at for one that may have arrived."""

log: Final = structlog.get_logger(__name__)


class DiscordMessenger:
    """Six calls to Discord. With those of all other ``workers`` they stay within its limits.

    ``told`` tells whether what happens in a guild is told to this ``client``; ``writer`` does the writing.
    """

    def __init__(
        self,
        client: discord.Client,
        told: Callable[[int], bool],
        writer: DiscordWriter,
        workers: Callable[[], int] = alone,
    ) -> None:
        self._client = client
        self._told = told
        self.write: Final = writer.page
        self.gate: Final = Gate(OVERALL, workers)

    async def send(self, channel: Channel, page: DiscordPage, how: Sending) -> Sent:
        """See Messenger. What arrives twice within some minutes Discord itself recognises by the nonce."""
        if how.unsure and (found := await self._arrived(self._place(channel), how)):
            return Sent(found, found=True)
        try:
            return await self._post(channel, page, how)
        except Trouble as trouble:
            if not how.reply_to or trouble.right != HISTORY:
                raise
            # Where we may not read the history we may not answer a message either.
            return await self._post(channel, page, replace(how, reply_to=""))

    async def _post(self, channel: Channel, page: DiscordPage, how: Sending) -> Sent:
        place = self._place(channel)
        # discord.py takes None for no reference, though its types do not say so.
        reference: Any = None
        if how.reply_to:
            reference = discord.MessageReference(
                message_id=int(how.reply_to), channel_id=place.id, fail_if_not_exists=False
            )
        async with self._at(channel), self.gate:
            with translated(sending=True, pictured=bool(page.attachments)):
                message = await place.send(
                    page.short,
                    files=page.files,
                    view=_buttons(channel, page) or MISSING,
                    allowed_mentions=page.mentions,
                    nonce=how.nonce,
                    reference=reference,
                )
        return _sent(message, page, found=how.unsure)

    async def edit(self, channel: Channel, post: Post, page: DiscordPage) -> Sent:
        """See Messenger."""
        async with self._at(channel), self.gate:
            with translated(pictured=bool(page.attachments)):
                message = await self._message(channel, post.message).edit(
                    content=page.short,
                    attachments=page.files or MISSING,
                    view=_buttons(channel, page),
                    allowed_mentions=NOBODY,
                )
        return _sent(message, page)

    async def close(self, channel: Channel, post: Post, page: DiscordPage | None) -> None:
        """See Messenger. Without a picture of its own the message keeps the one it has."""
        content = MISSING if page is None else page.short
        files = () if page is None else page.files
        async with self._at(channel), self.gate:
            with translated():
                await self._message(channel, post.message).edit(
                    content=content, attachments=files or MISSING, view=None, allowed_mentions=NOBODY
                )

    async def delete(self, channel: Channel, message: str) -> None:
        """See Messenger."""
        async with self._at(channel), self.gate:
            with translated():
                await self._message(channel, message).delete()

    async def whisper(self, person: Person, page: DiscordPage, nonce: str) -> None:
        """See Messenger."""
        if person.platform != PLATFORM:
            raise Trouble(TroubleKind.PRIVATE, "the person is on another platform")
        with translated(sending=True, private=True):
            async with self.gate:
                private = await self._client.create_dm(discord.Object(int(person.id)))
            async with self.gate:
                await private.send(page.short, allowed_mentions=NOBODY, nonce=nonce)

    async def _arrived(self, place: discord.PartialMessageable, how: Sending) -> str:
        """The newest message with buttons of this game that came after the last one we know of; "" for none.

        All others lose their buttons: they are of a moment that nobody could note any more. Where we may
        not read the history, nothing is found.
        """
        after = discord.Object(int(how.after)) if how.after else None
        me = self._client.user
        try:
            async with self.gate:
                found = [
                    message
                    async for message in place.history(limit=LOOKED_AT, after=after, oldest_first=False)
                    if me is not None and message.author.id == me.id and game_of(message)
                ]
            arrived = next((message for message in found if game_of(message) == how.about[0]), None)
            for other in found:
                if other is not arrived:
                    async with self.gate:
                        await other.edit(view=None)
        except TROUBLES as error:
            log.info("history not read", channel=place.id, error=str(error))
            return ""
        return "" if arrived is None else str(arrived.id)

    @asynccontextmanager
    async def _at(self, channel: Channel) -> AsyncIterator[None]:
        """Tell a guild that we are not in any more from one that gives us too few rights."""
        try:
            yield
        except Trouble as trouble:
            if trouble.kind is not TroubleKind.RIGHT or not await self._away(channel):
                raise
            raise Trouble(TroubleKind.NO_PLACE, trouble.detail) from trouble

    async def _away(self, channel: Channel) -> bool:
        """Whether we are not in the channel's guild any more; of other workers' guilds we have to ask."""
        guild = channel.place[0]
        if guild == DM or not self._client.is_ready():
            return False
        if self._told(int(guild)):
            return self._client.get_guild(int(guild)) is None
        try:
            async with self.gate:
                await self._client.fetch_guild(int(guild), with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            return True
        except TROUBLES as error:
            log.info("guild not asked for", guild=guild, error=str(error))
        return False

    def _place(self, channel: Channel) -> discord.PartialMessageable:
        guild, number = channel.place
        return self._client.get_partial_messageable(int(number), guild_id=None if guild == DM else int(guild))

    def _message(self, channel: Channel, message: str) -> discord.PartialMessage:
        return self._place(channel).get_partial_message(int(message))


def _sent(message: discord.Message, page: DiscordPage, *, found: bool = False) -> Sent:
    """A message that a page was written into; Discord names each file that it has."""
    picture = next((str(each.id) for each in message.attachments), "")
    return Sent(str(message.id), pictured=bool(page.attachments), picture=picture, found=found)


def _buttons(channel: Channel, page: DiscordPage) -> View | None:
    """A page's buttons, of which only those for a guild's channels open the board within Discord."""
    if page.view is not None and channel.place[0] == DM:
        for item in page.view.children:
            if isinstance(item, LaunchButton):
                page.view.remove_item(item)
    return page.view


@contextmanager
def translated(*, sending: bool = False, pictured: bool = False, private: bool = False) -> Iterator[None]:
    """Discord's errors as the live message knows them."""
    try:
        yield
    except TROUBLES as error:
        raise judge(error, sending=sending, pictured=pictured, private=private) from error
