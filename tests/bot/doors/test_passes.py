"""Tickets and passes: once, for a time, for whom they were made; and no longer than that person is known."""

import pytest

from bot.doors.guest import Guest
from bot.doors.passes import PassOffice
from bot.doors.reception import Reception
from bot.people import Channel, Person
from bot.refusal import Refused
from bot.store import keys
from bot.store.redis_store import RedisStore

ANN = Guest(Person("telegram", "17", "Zoë 🐑", "pl"), Channel("telegram", ("-100", "4")), language="cs")


@pytest.fixture
def office(store: RedisStore) -> PassOffice:
    """Where tickets and passes are made."""
    return PassOffice(store.passes)


async def test_a_ticket_lets_in_once(office: PassOffice) -> None:
    """Whoever comes second by it, or by one that nobody made, is turned away."""
    ticket = await office.ticket(ANN)
    assert await office.redeem(ticket[:-1] + ("0" if ticket[-1] != "0" else "1")) is None
    assert await office.redeem(ticket) == ANN
    assert await office.redeem(ticket) is None


async def test_a_pass_lets_in_again_and_again(office: PassOffice) -> None:
    """It is no ticket, and a ticket is no pass."""
    given, ticket = await office.give(ANN), await office.ticket(ANN)
    assert [await office.admit(given) for _ in range(3)] == [ANN] * 3
    assert await office.redeem(given) is None
    assert await office.admit(ticket) is None
    assert await office.redeem(ticket) == ANN


async def test_they_end(office: PassOffice, store: RedisStore) -> None:
    """A ticket after ten minutes, a pass after half a day, and both with the person."""
    given, ticket = await office.give(ANN), await office.ticket(ANN)
    names = await store._link.scan(f"{keys.PASSES}*")
    assert sorted([await store._link.ask("TTL", name) for name in names]) == [600, 12 * 3600]
    await store.forget(ANN.person.key)
    assert await office.admit(given) is None
    assert await office.redeem(ticket) is None


async def test_the_store_knows_no_proof(office: PassOffice, store: RedisStore) -> None:
    """Whoever can read the store, or a copy of it, comes in by nothing that is there."""
    random = (await office.give(ANN)).rpartition("_")[2]
    (name,) = await store._link.scan(f"{keys.PASSES}*")
    assert random.encode() not in name
    assert random.encode() not in await store._link.ask("GET", name)


@pytest.mark.parametrize(
    "proof", ["", "x", "telegram_17_", "telegram_17_" + "0" * 32, "a_b_c_d", "*_*_*", "é"]
)
@pytest.mark.parametrize("door", ["link", "pass", "window", ""])
async def test_nobody_comes_in_by_nothing(office: PassOffice, door: str, proof: str) -> None:
    """What is said then tells nothing of who plays where."""
    with pytest.raises(Refused) as refused:
        await Reception(office, {}).receive(door, proof)
    assert refused.value.phrase.key.startswith("door.")
    assert not refused.value.phrase.args


async def test_whoever_was_let_in_can_come_back(office: PassOffice) -> None:
    """The pass that a ticket brings stays the same."""
    reception = Reception(office, {})
    guest, given = await reception.receive("link", await office.ticket(ANN))
    assert guest == ANN
    assert await reception.receive("pass", given) == (ANN, given)
