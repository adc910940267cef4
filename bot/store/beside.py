"""What a store on Redis has beside the games."""

from functools import cached_property

from bot.store.leases import RedisLeases
from bot.store.link import Link
from bot.store.news import RedisNews
from bot.store.pacing import RedisPacing
from bot.store.servers import Server
from bot.store.workshop import Workshop


class Beside:
    """Parts of a store that share nothing with its games but the link."""

    _link: Link
    _server: Server | None

    @cached_property
    def workshop(self) -> Workshop:
        """Where damaged games are looked at and mended."""
        return Workshop(self._link)

    @cached_property
    def leases(self) -> RedisLeases:
        """What only one worker may have at a time. A server of our own has no other bot."""
        return RedisLeases(self._link, alone=self._server is not None)

    @cached_property
    def news(self) -> RedisNews:
        """What others do to places."""
        return RedisNews(self._link)

    @cached_property
    def pacing(self) -> RedisPacing:
        """How many calls all workers make together."""
        return RedisPacing(self._link)
