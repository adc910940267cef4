"""A club whose people have devices, and a push service for them."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from bot.people import Person
from bot.pushing.courier import Courier
from bot.pushing.devices import Device, DeviceBook, read_device
from bot.pushing.nudger import Nudger
from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.bot.pushing.service import PushService, push_service
from tests.bot.store.conftest import channel, cluster, person, shared_server, store
from tests.bot.table.club import ANN, BO, Club
from tests.bot.table.conftest import club, texts

__all__ = ["channel", "club", "cluster", "person", "shared_server", "store", "texts"]

PUBLIC = "https://table.example.org"


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    """A push service on this machine."""
    async with push_service() as running:
        yield running


@dataclass
class Post:
    """What tells a club's people of their turns, by hand."""

    club: Club
    service: PushService
    texts: Texts
    book: DeviceBook
    couriers: list[Courier] = field(default_factory=list)

    def nudger(self) -> Nudger:
        """One more worker."""
        store = self.club.store
        self.couriers.append(Courier(store.secret, PUBLIC, services=(self.service.origin,)))
        return Nudger(store, self.book, self.couriers[-1], self.texts, self.club.clock)

    async def subscribe(self, who: Person, name: str, *, sound: bool = False) -> Device:
        """Have somebody told on a device."""
        told = self.service.subscribe(name).told()
        now = self.club.clock.now().timestamp()
        device = read_device(told, (self.service.origin,), sound=sound, now=now)
        assert device is not None
        await self.book.add(who.key, device)
        return device

    async def work(self, nudger: Nudger | None = None) -> list[tuple[str, str]]:
        """Tell everybody who is to be told now: the devices and titles."""
        nudger = nudger or self.nudger()
        await nudger.work()
        await asyncio.gather(*nudger._serving)
        return sorted(self.service.messages())

    async def pass_on(self, *words: str) -> None:
        """Ann's turn, until it is Bo's; five seconds after that."""
        await self.club.begin(*words)
        await self.club.play(ANN, "place 1")
        await self.club.play(ANN, "pass")
        self.club.clock.pass_by(seconds=6)


@pytest.fixture
async def mail(club: Club, service: PushService, texts: Texts) -> AsyncIterator[Post]:
    """Bo has a phone, and Ann nothing."""
    assert isinstance(club.store, RedisStore)
    post = Post(club, service, texts, DeviceBook(club.store.devices, club.store))
    await post.subscribe(BO, "phone")
    yield post
    for courier in post.couriers:
        await courier.close()
