"""The connections to Discord: discord.py's client with Bastide's commands, buttons and desk."""

import sys
from collections.abc import Callable
from typing import Final

import discord
import structlog
from discord import app_commands
from yarl import URL

from bot.discord_app.activity import LaunchButton, Tree
from bot.discord_app.buttons import CommandButton, CommandSelect
from bot.discord_app.commands import CatalogueTranslator, entry_point, make_commands, sync
from bot.discord_app.complete import Prompter
from bot.discord_app.desk import Desk
from bot.discord_app.messenger import DiscordMessenger
from bot.discord_app.page import NOBODY, DiscordWriter
from bot.discord_app.places import DM
from bot.discord_app.ports import DiscordTable
from bot.discord_app.troubles import counted
from bot.doors.launches import LaunchBook
from bot.gate import alone
from bot.live.patience import PATIENCE, Patience
from bot.painter import Painter
from bot.people import Channel
from bot.shards import ALL, Shards
from bot.store.protocol import StoreUnavailable
from bot.texts import Texts

# Nobody speaks here, so nobody needs to hear that the libraries for it are missing.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

CONNECT_SECONDS: Final = 60.0
"""Seconds in which a shard has to be connected."""
LONGEST_LIMIT: Final = 30.0
"""Seconds that a call waits within discord.py when Discord limits it."""

log: Final = structlog.get_logger(__name__)


class BastideClient(discord.AutoShardedClient):
    """One connection for each shard of ``part``. It asks for no privileged intents.

    It keeps nothing of what people write. :meth:`serve` replaces the part before it is connected. ``workers``
    tells how many serve the same bot, ``board`` whether chats lead to the board that one touches; with
    ``launches`` it opens within Discord, too.
    """

    def __init__(
        self,
        *,
        table: DiscordTable,
        texts: Texts,
        painter: Painter,
        language: str,
        patience: Patience = PATIENCE,
        part: Shards = ALL,
        workers: Callable[[], int] = alone,
        board: bool = False,
        launches: LaunchBook | None = None,
    ) -> None:
        super().__init__(
            shard_ids=list(part.ids),
            shard_count=part.count,
            shard_connect_timeout=CONNECT_SECONDS,
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOBODY,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.5,
            # Longer limits are not slept through: others in the channel would wait behind them.
            max_ratelimit_timeout=LONGEST_LIMIT,
            http_trace=counted(),
        )
        self.part = part
        self._entered = False
        self._writer = writer = DiscordWriter(texts, painter, language, activity=launches is not None)
        messenger = DiscordMessenger(self, self._told, writer, workers)
        self.desk = Desk(messenger, table, writer, patience, launches)
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        for command in make_commands(texts, self.desk, Prompter(table, writer), board=board):
            self.tree.add_command(command)
        self._texts = texts
        self._entry = {} if launches is None else entry_point(texts)

    async def setup_hook(self) -> None:
        """Make buttons of earlier messages work, and let Discord know the commands."""
        self.add_dynamic_items(CommandButton, CommandSelect, LaunchButton)
        await self.tree.set_translator(CatalogueTranslator(self._texts))
        try:
            # One worker of all says what there is, and all learn which numbers the commands have.
            self._writer.learn(await sync(self.tree, self._entry, register=self.part.first == 0))
        except (discord.HTTPException, app_commands.AppCommandError):
            # The commands that were registered before still work, and so do all buttons.
            log.exception("commands not registered")

    def serve(self, part: Shards) -> None:
        """Connect these shards and no others."""
        self.part = part
        self.shard_ids, self.shard_count = list(part.ids), part.count

    def has(self, channel: Channel) -> bool:
        """Whether what happens in a channel is told to this worker. Private chats are told at shard 0."""
        guild = channel.place[0]
        return self.part.first == 0 if guild == DM else self.part.has(int(guild))

    def _told(self, guild: int) -> bool:
        # Asked each time: the part is replaced before the client is connected.
        return self.part.has(guild)

    async def login(self, token: str) -> None:
        """See discord.py."""
        self._entered = True
        await super().login(token)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected with all shards until one of them can no more. Its end closes everything."""
        try:
            await super().connect(reconnect=reconnect)
        finally:
            await self.close()

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard. What keeps it from that is raised, since whoever connects has pauses of their own.

        discord.py would try for ever: the second time it calls this while it handles what it could not do.
        """
        failure = sys.exc_info()[1]
        if failure is not None:
            raise failure
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def close(self) -> None:
        """See discord.py, which cannot close what was never opened."""
        if self._entered:
            await super().close()

    async def on_ready(self) -> None:
        """Show what was not shown when the bot stopped."""
        await self._catch_up()

    async def on_resumed(self) -> None:
        """Show what could not be shown while the connection was lost."""
        await self._catch_up()

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been opened."""
        self._again(payload.guild_id, payload.thread_id)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Rights in a channel, and in its threads, may have been given back."""
        self._again(after.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Rights in a whole guild may have been given back."""
        self._again(after.guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot may have been added again."""
        self._again(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A guild may have come back from an outage."""
        self._again(guild.id)

    def _again(self, guild: int, channel: int | None = None) -> None:
        place = (str(guild), str(channel))
        self.desk.displays.again(
            lambda other: other.place[0] == place[0] and (channel is None or other.place == place)
        )

    async def on_error(self, event_method: str, /, *_args: object, **_kwargs: object) -> None:
        """Log what no handler expected. Other channels are not affected."""
        log.error("event failed", event=event_method, exc_info=sys.exc_info())

    async def _catch_up(self) -> None:
        try:
            await self.desk.catch_up(self.has)
        except StoreUnavailable as error:
            log.warning("not caught up", error=str(error))
        except Exception:
            log.exception("not caught up")
