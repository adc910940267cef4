"""What can wait passes a gate only when it holds up no others, and does pass then."""

import asyncio

import pytest

from bot.gate import Gate


async def passing(gate: Gate) -> None:
    """A call."""
    async with gate:
        pass


async def settle() -> None:
    """Let everybody go as far as they can."""
    for _ in range(100):
        await asyncio.sleep(0)


@pytest.fixture
def _long_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.gate.SECOND", 1000.0)


@pytest.mark.usefixtures("_long_seconds")
async def test_what_can_wait_leaves_a_tenth_free() -> None:
    """Of thirty calls that have passed or wait to, it makes none that would leave less than three."""
    gate = Gate(30)
    for made in range(27):
        assert not gate.crowded, made
        await passing(gate)
    assert gate.crowded
    waiting = asyncio.create_task(gate.leisure())
    await settle()
    assert not waiting.done()
    waiting.cancel()


async def test_those_who_wait_at_the_gate_count_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until they give up."""
    monkeypatch.setattr("bot.gate.SECOND", 0.05)
    gate = Gate(1)
    await passing(gate)
    waiting = asyncio.create_task(passing(gate))
    await settle()
    assert not waiting.done()
    assert gate.crowded
    waiting.cancel()
    async with asyncio.timeout(30):
        await gate.leisure()
    assert not gate.crowded


async def test_a_gate_for_one_call_has_leisure_too() -> None:
    """Where hundreds of workers share what there is, each still does what is left to be done."""
    gate = Gate(30, lambda: 1000)
    async with asyncio.timeout(30):
        await gate.leisure()
        await passing(gate)


async def test_leisure_comes_when_others_have_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    """To one after the other, with time between them for a call; who gives up holds up nobody."""
    monkeypatch.setattr("bot.gate.SECOND", 0.2)
    gate, at = Gate(4), asyncio.get_running_loop().time
    for _ in range(4):
        await passing(gate)
    gone, *waiting = [asyncio.create_task(gate.leisure()) for _ in range(3)]
    await settle()
    assert not any(task.done() for task in (gone, *waiting))
    gone.cancel()
    moments = []
    async with asyncio.timeout(30):
        for task in waiting:
            await task
            moments.append(at())
    assert moments[1] - moments[0] >= 0.2 / 4 - 0.01
    assert not gate.crowded


async def test_no_more_calls_than_allowed_pass_in_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever waits for leisure, calls that cannot wait pass before it, and both together keep the limit."""
    monkeypatch.setattr("bot.gate.SECOND", 0.2)
    gate, order = Gate(10), list[tuple[float, str]]()

    async def call(kind: str) -> None:
        if kind == "past":
            await gate.leisure()
        async with gate:
            order.append((asyncio.get_running_loop().time(), kind))

    async with asyncio.timeout(30):
        await asyncio.gather(*(call("past" if number % 2 else "live") for number in range(40)))
    times = [time for time, _ in order]
    assert min(later - earlier for earlier, later in zip(times, times[10:], strict=False)) >= 0.2 - 0.01
    assert [kind for _, kind in order[:20]].count("live") >= 18
