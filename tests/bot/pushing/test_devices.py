"""Which devices are taken, how many of a person are kept, and that nothing is left of who is forgotten."""

from typing import Any

import pytest

from bot.clocks.preferences import NOTICES
from bot.people import Channel
from bot.pushing.devices import (
    KEPT,
    LONGEST,
    MOST,
    MOST_PLACES,
    SERVICES,
    Device,
    DeviceBook,
    Notified,
    Seen,
    is_known,
    read_device,
)
from bot.store import keys
from bot.store.copies.file import is_copied
from bot.store.redis_store import RedisStore
from tests.bot.pushing.service import Browser

FCM = "https://fcm.googleapis.com/fcm/send/fv3jabydF5c:APA91b_e-c%2Fx?y=1"
ROOM = Channel("web", ("friday",))
on_every_store = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    "endpoint",
    [
        FCM,
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk",
        "https://web.push.apple.com/QGuQyavXutnMH",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2b",
        "https://FCM.googleapis.com/wp/x",
    ],
)
def test_addresses_of_browsers_are_taken(endpoint: str) -> None:
    """As each of them gives them."""
    assert is_known(endpoint, SERVICES)


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://fcm.googleapis.com/fcm/send/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.0.0.7/x",
        "https://169.254.169.254/latest/meta-data",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:443/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://user:word@fcm.googleapis.com/x",
        "https://evil.example/#https://fcm.googleapis.com/x",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://fcm.googleapis.com\\.evil.example/x",
        "https://fcm.googleapis.com/x y",
        "https://fcm.googleapis.com/x\r\nHost: evil.example",
        "https://fcm.googleapis.com/x#y",
        "https://fcm.googleapis.com/\\x",
        "https://fcm.googleapis.com/é",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com/",
        "https://fcm.googleapis.com./x",
        "https://push.apple.com.evil.example/x",
        "https://evilpush.apple.com/x",
        "https://.push.apple.com/x",
        "https://a..push.apple.com/x",
        "https://push.apple.com/x",
        "https://notify.windows.com/x",
        "ftp://fcm.googleapis.com/x",
        "//fcm.googleapis.com/x",
        " https://fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x\n",
        "https://fcm.googleapis.com/" + "x" * LONGEST,
        "https://fcm․googleapis․com/x",
        "https://ⓕcm.googleapis.com/x",
    ],
)
def test_no_stranger_makes_us_call_anybody_else(endpoint: str) -> None:
    """Whatever is odd about an address: no scheme, host, port or name in it but those of the services."""
    assert not is_known(endpoint, SERVICES)
    assert read_device(Browser(endpoint).told(), SERVICES, sound=False, now=0.0) is None


def with_keys(**changed: object) -> dict[str, Any]:
    """A subscription that is well but for these keys."""
    told = Browser(FCM).told()
    told["keys"] |= changed
    return told


@pytest.mark.parametrize(
    "told",
    [
        None,
        "x",
        [],
        {},
        {"endpoint": FCM},
        {"endpoint": FCM, "keys": []},
        {"endpoint": 1, "keys": {"p256dh": "x", "auth": "y"}},
        with_keys(auth="short"),
        with_keys(auth=7),
        with_keys(auth="A" * 40),
        with_keys(p256dh="A" * 40),
        with_keys(p256dh="!" * 87),
        with_keys(p256dh="ł" * 87),
    ],
)
def test_what_is_no_device_is_not_read(told: object) -> None:
    """Whatever a page may send in its place."""
    assert read_device(told, SERVICES, sound=False, now=0.0) is None


def device(number: int, *, heard: float) -> Device:
    """One of several devices."""
    found = read_device(Browser(f"{FCM}{number}").told(), SERVICES, sound=False, now=heard)
    assert found is not None
    return found


@on_every_store
async def test_few_devices_of_one_person_are_kept(store: RedisStore, person: str) -> None:
    """The one that was heard of least lately makes way; those of others stay; all of them end."""
    book = DeviceBook(store.devices, store)
    await book.add(f"{person}-2", device(0, heard=0))
    for number in range(MOST):
        await book.add(person, device(number, heard=number))
    await book.heard(person, device(0, heard=0), 100)
    await book.add(person, device(MOST, heard=50))
    found = (await book.open(person)).devices
    assert set(found) == {device(number, heard=0).name for number in (0, 2, 3, 4, 5)}
    assert set((await book.open(f"{person}-2")).devices) == {device(0, heard=0).name}
    assert 0 < await store._link.ask("TTL", keys.devices(person)) <= KEPT
    assert (await store.person_get(person))[NOTICES] == "on"


@on_every_store
async def test_without_devices_nothing_is_kept(store: RedisStore, person: str) -> None:
    """Nor is anything written about somebody who has none, and other settings stay."""
    book = DeviceBook(store.devices, store)
    await store.person_set(person, {"language": "pl"})
    await book.note_seen(person, ROOM, Seen("g", 1))
    assert not await store._link.ask("EXISTS", keys.devices(person))
    await book.add(person, device(1, heard=1))
    await book.note_told(person, ROOM, Notified("g/1/0"))
    await book.remove(person, ["another"])
    assert (await book.open(person)).told[str(ROOM)] == Notified("g/1/0")
    await book.remove(person, [device(1, heard=1).name])
    assert not await store._link.ask("EXISTS", keys.devices(person))
    assert dict(await store.person_get(person)) == {"language": "pl"}


@on_every_store
async def test_whoever_is_forgotten_has_no_devices(store: RedisStore, person: str) -> None:
    """And what comes too late leaves no trace of them."""
    book = DeviceBook(store.devices, store)
    await book.add(person, device(1, heard=1))
    await store.forget(person)
    await book.note_told(person, ROOM, Notified("g/1/0"))
    await book.heard(f"{person}-2", device(1, heard=1), 2)
    assert await store._link.scan(f"*{keys.devices(person)}*") == set()


async def test_devices_are_in_no_copy() -> None:
    """Whoever puts one back elsewhere tells nobody's devices, and learns none of their addresses."""
    assert not is_copied(keys.devices("web:1").encode())
    assert is_copied(keys.person("web:1").encode())


@on_every_store
async def test_what_is_known_of_places_is_bounded(store: RedisStore, person: str) -> None:
    """The latest stay; what cannot be read does no harm."""
    book = DeviceBook(store.devices, store)
    await book.add(person, device(1, heard=1))
    for number in range(MOST_PLACES + 3):
        await book.note_told(person, Channel("web", (f"r{number}",)), Notified("g/1/0", when=number))
    await store.devices.write(person, {"device x": "{", "told y": "[]", "later": "x"}, 100)
    await book.tidy(person, await book.open(person), 10)
    left = await book.open(person)
    assert len(left.told) == MOST_PLACES
    assert "web:r2" not in left.told
    assert "web:r3" in left.told
    assert len(left.devices) == 1
