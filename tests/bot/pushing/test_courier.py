"""The way to a push service: what arrives there, and what is made of its answers."""

import asyncio

import pytest

from bot.finding import Grade
from bot.pushing.courier import LATEST, SOONEST, Courier, Delivery, Fate, check
from bot.pushing.devices import Device, read_device
from tests.bot.pushing.conftest import PUBLIC
from tests.bot.pushing.service import PushService


async def secret(name: str) -> str:
    """As the store gives it."""
    return f"{name} is random"


def subscribed(service: PushService, name: str) -> Device:
    """A device at this service."""
    told = read_device(service.subscribe(name).told(), (service.origin,), sound=False, now=0.0)
    assert told is not None
    return told


async def sent(service: PushService, name: str, *, patience: float = 30.0) -> Delivery:
    """What becomes of a message to a device of this name."""
    courier = Courier(secret, PUBLIC, services=(service.origin,), patience=patience)
    try:
        return await courier.send(subscribed(service, name), b'{"title": "x"}', "topic")
    finally:
        await courier.close()


async def test_a_message_arrives_sealed_and_signed(service: PushService) -> None:
    """With what the standards want, by the key that pages have subscribed with, and without a cookie."""
    courier = Courier(secret, PUBLIC, services=(service.origin,))
    service.answers["a"] = (201, {"Set-Cookie": "who=we"})
    for _ in range(2):
        delivery = await courier.send(subscribed(service, "a"), b'{"title": "x"}', "topic")
        assert delivery == Delivery(Fate.TAKEN)
    first, second = service.arrived
    assert first.message == {"title": "x"}
    wanted = {"Content-Encoding": "aes128gcm", "TTL": "86400", "Topic": "topic", "Urgency": "high"}
    assert wanted.items() <= first.headers.items()
    assert first.claims["aud"] == service.origin
    assert first.claims["sub"] == PUBLIC
    assert first.sender == await courier.key()
    assert "Cookie" not in second.headers
    await courier.close()


@pytest.mark.parametrize(
    ("status", "headers", "delivery"),
    [
        (200, {}, Delivery(Fate.TAKEN)),
        (204, {}, Delivery(Fate.TAKEN)),
        (404, {}, Delivery(Fate.GONE)),
        (410, {}, Delivery(Fate.GONE)),
        (400, {}, Delivery(Fate.REFUSED)),
        (403, {}, Delivery(Fate.REFUSED)),
        (413, {}, Delivery(Fate.REFUSED)),
        (429, {"Retry-After": "120"}, Delivery(Fate.LATER, 120.0)),
        (429, {"Retry-After": "1"}, Delivery(Fate.LATER, SOONEST)),
        (429, {"Retry-After": "999999999"}, Delivery(Fate.LATER, LATEST)),
        (429, {"Retry-After": "Fri, 31 Dec 2030 23:59:59 GMT"}, Delivery(Fate.LATER, SOONEST)),
        (503, {}, Delivery(Fate.LATER, SOONEST)),
    ],
)
async def test_what_a_service_answers(
    service: PushService, status: int, headers: dict[str, str], delivery: Delivery
) -> None:
    """It is taken, for nobody, refused, or to be tried again, never sooner or later than is sensible."""
    service.answers["a"] = (status, headers)
    assert await sent(service, "a") == delivery


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_nobody_is_followed_elsewhere(service: PushService, status: int) -> None:
    """Not even within the service."""
    service.answers["a"] = (status, {"Location": f"{service.origin}/inside"})
    assert await sent(service, "a") == Delivery(Fate.REFUSED)
    assert service.led_astray == 0


async def test_a_service_that_is_slow_or_away_is_tried_again(service: PushService) -> None:
    """Nobody waits longer for it."""
    service.gate.clear()
    assert await sent(service, "a", patience=0.2) == Delivery(Fate.LATER, SOONEST)
    device = Device("http://127.0.0.1:9/push/a", *subscribed_keys(service))
    courier = Courier(secret, PUBLIC, services=("http://127.0.0.1:9",))
    assert await courier.send(device, b"{}", "topic") == Delivery(Fate.LATER, SOONEST)
    await courier.close()


def subscribed_keys(service: PushService) -> tuple[str, str]:
    """The keys of some device."""
    device = subscribed(service, "keys")
    return device.p256dh, device.auth


async def test_what_was_stored_is_not_believed_either(service: PushService) -> None:
    """An address that is none of a service's is not called, whoever has put it there."""
    courier = Courier(secret, PUBLIC)
    device = Device(f"{service.origin}/push/a", *subscribed_keys(service))
    assert await courier.send(device, b"{}", "topic") == Delivery(Fate.GONE)
    wrong = Device("https://fcm.googleapis.com/x", "A" * 87, device.auth)
    assert await courier.send(wrong, b"{}", "topic") == Delivery(Fate.GONE)
    await courier.close()
    assert service.arrived == []


async def test_only_a_few_are_on_their_way_at_once(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others wait for their turn, and all arrive."""
    monkeypatch.setattr("bot.pushing.courier.AT_ONCE", 3)
    courier = Courier(secret, PUBLIC, services=(service.origin,))
    service.gate.clear()
    devices = [subscribed(service, f"d{number}") for number in range(9)]
    sending = [asyncio.create_task(courier.send(device, b"{}", "topic")) for device in devices]
    async with asyncio.timeout(30):
        while len(service.arrived) < 3:
            await asyncio.sleep(0.01)
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(service.arrived) == 3
    service.gate.set()
    assert {(await each).fate for each in sending} == {Fate.TAKEN}
    assert len(service.arrived) == 9
    await courier.close()


async def test_the_doctor_asks_the_services(service: PushService) -> None:
    """Whatever they answer, they are there; who is not is named."""
    (found,) = [each async for each in check(f"{PUBLIC}:8443/x", (service.origin,))]
    assert found.grade is Grade.OK
    assert PUBLIC in found.text
    (found,) = [each async for each in check(PUBLIC, (service.origin, "http://127.0.0.1:9"))]
    assert found.grade is Grade.NOTE
    assert "127.0.0.1:9" in found.text
    assert service.origin not in found.text
