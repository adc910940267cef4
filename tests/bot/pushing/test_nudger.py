"""Who is told of a turn on their devices, when, and how often: once for each turn, and by each reminder."""

import asyncio

import pytest

from bot import metrics
from bot.clocks.preferences import NOTICES
from bot.people import Channel, Person
from bot.pushing.courier import Fate
from bot.pushing.devices import Seen
from bot.pushing.nudger import MOST_AN_HOUR, TRIES, topic_of
from bot.store.redis_store import RedisStore
from bot.timing.nudging import PUSH, nudged, nudging
from tests.bot.pushing.conftest import Post
from tests.bot.table.club import ANN, BO, CHANNEL, CID
from tests.bot.table.weeks import Weeks
from tests.bot.test_metrics import figures

PHONE = [("phone", "Twoja kolej")]


async def deadlines(mail: Post) -> list[Channel]:
    """The places of which somebody is still to be told, now or later."""
    assert isinstance(mail.club.store, RedisStore)
    found = await mail.club.store._link.ask("ZRANGE", "bastide:deadlines", 0, -1)
    names = [Channel.parse(name.decode()) for name in found]
    return [nudged(name) for name in names if name.platform == PUSH]


def test_a_place_has_a_name_among_deadlines() -> None:
    """Which is read back as it was, wherever the place is."""
    for place in (CHANNEL, Channel("telegram", ("-100", "7")), Channel("discord", ("1", "2"))):
        name = nudging(place)
        assert Channel.parse(str(name)) == name
        assert nudged(name) == place


async def test_a_turn_is_told_once(mail: Post) -> None:
    """In the person's language, without sound, to the room; whatever else looks at the game meanwhile."""
    await mail.pass_on()
    nudger = mail.nudger()
    await nudger.work()
    await asyncio.gather(*nudger._serving)
    (arrived,) = mail.service.arrived
    assert arrived.message == {
        "title": "Twoja kolej",
        "body": "Pokój club. Ann gra z tobą.",
        "lang": "pl",
        "tag": topic_of(CHANNEL),
        "url": "/r/club",
        "silent": True,
    }
    assert arrived.headers["Topic"] == arrived.message["tag"]
    assert mail.service.messages() == PHONE
    assert await deadlines(mail) == []
    await mail.club.say(ANN, "pause")
    await mail.club.table.wind_all("web")
    await Weeks(mail.club).live(minutes=1)
    assert await mail.work() == []


async def test_whoever_has_no_device_is_told_nothing(mail: Post) -> None:
    """Nothing is even looked at for them."""
    await mail.club.begin()
    assert await deadlines(mail) == []
    mail.club.clock.pass_by(hours=1)
    assert await mail.work() == []


async def test_whoever_looks_at_the_page_is_not_told(mail: Post) -> None:
    """Their page says what it has shown to them; what it showed before does not count."""
    await mail.pass_on()
    game, version = await mail.club.store.version(CHANNEL) or ("", 0)
    await mail.book.note_seen(BO.key, CHANNEL, Seen(game, version))
    assert await mail.work() == []
    assert await deadlines(mail) == []
    await mail.club.play(BO, "place 1")
    await mail.club.play(BO, "pass")
    await mail.club.play(ANN, "place 1")
    await mail.club.play(ANN, "pass")
    mail.club.clock.pass_by(seconds=6)
    assert await mail.work() == PHONE


async def test_nobody_is_told_before_a_page_can_have_shown_it(mail: Post) -> None:
    """Some seconds pass, and the deadline stays."""
    await mail.club.begin()
    await mail.club.play(ANN, "place 1")
    await mail.club.play(ANN, "pass")
    assert await mail.work() == []
    assert await deadlines(mail) == [CHANNEL]
    mail.club.clock.pass_by(seconds=61)
    assert await mail.work() == PHONE


async def test_whoever_is_playing_is_not_told(mail: Post) -> None:
    """Wherever they do it: in a chat there is no page to say so."""
    await mail.club.begin()
    await mail.club.play(ANN, "place 1")
    await mail.club.play(ANN, "pass")
    mail.club.clock.pass_by(seconds=2)
    await mail.club.play(BO, "place 1")
    mail.club.clock.pass_by(seconds=6)
    assert await mail.work() == []


async def test_a_turn_taken_back_is_not_told_anew(mail: Post) -> None:
    """Bo's turn is the same after Ann has undone her step and taken it again."""
    await mail.pass_on("undo=free")
    assert await mail.work() == PHONE
    await mail.club.play(ANN, "undo")
    mail.club.clock.pass_by(seconds=6)
    assert await mail.work() == []
    await mail.club.play(ANN, "pass")
    mail.club.clock.pass_by(seconds=6)
    assert await mail.work() == []


async def test_what_nobody_tells_any_more_is_forgotten(mail: Post) -> None:
    """Where no worker has the page any more: after a day. One that comes back learns it from the games."""
    await mail.pass_on()
    await mail.club.table.tidy()
    mail.club.clock.pass_by(hours=23)
    await mail.club.table.tidy()
    assert await deadlines(mail) == [CHANNEL]
    mail.club.clock.pass_by(hours=2)
    await mail.club.table.tidy()
    assert await deadlines(mail) == []
    await mail.club.table.wind_all("web")
    await Weeks(mail.club).live(minutes=1)
    assert await mail.work() == [("phone", "To wciąż twoja kolej")]


async def test_reminders_come_too(mail: Post) -> None:
    """As they do in the chat: by the same clock, each once, and not to whoever wants none."""
    weeks = Weeks(mail.club)
    await mail.club.begin("clock=1h")
    await mail.club.play(ANN, "place 1")
    await mail.club.play(ANN, "pass")
    await weeks.live(minutes=1)
    assert await mail.work() == PHONE
    await weeks.live(minutes=28)
    assert await mail.work() == []
    await weeks.live(minutes=2)
    assert await mail.work() == [("phone", "To wciąż twoja kolej")]
    assert await mail.work() == []
    await mail.club.say(BO, "settings me remind=off")
    await weeks.live(minutes=28)
    assert await mail.work() == []


async def test_a_page_that_has_shown_a_reminder_is_enough(mail: Post) -> None:
    """Whoever looks is not told elsewhere."""
    weeks = Weeks(mail.club)
    await mail.club.begin("clock=1h")
    await mail.club.play(ANN, "place 1")
    await mail.club.play(ANN, "pass")
    await weeks.live(minutes=1)
    assert await mail.work() == PHONE
    await weeks.live(minutes=30)
    game, version = await mail.club.store.version(CHANNEL) or ("", 0)
    await mail.book.note_seen(BO.key, CHANNEL, Seen(game, version))
    assert await mail.work() == []


async def test_nobody_is_woken(mail: Post) -> None:
    """In quiet hours nothing is sent; it comes when they are over, once."""
    weeks = Weeks(mail.club)
    await mail.club.say(BO, "settings me quiet=22:00-07:00 zone=UTC")
    await mail.club.begin()
    await weeks.live(until="2030-01-01 22:30")
    await mail.club.play(ANN, "place 1")
    await mail.club.play(ANN, "pass")
    await weeks.live(until="2030-01-02 06:59")
    assert await mail.work() == []
    await weeks.live(until="2030-01-02 07:01")
    assert await mail.work() == PHONE
    await weeks.live(until="2030-01-02 07:10")
    assert await mail.work() == []


async def test_a_notice_that_comes_late_waits_for_the_morning(mail: Post) -> None:
    """Nobody served for hours, and it is night by now."""
    await mail.club.say(BO, "settings me quiet=22:00-07:00 zone=UTC")
    await mail.club.begin()
    await mail.club.play(ANN, "place 1")
    await mail.club.play(ANN, "pass")
    mail.club.clock.pass_by(hours=11)
    assert await mail.work() == []
    assert await deadlines(mail) == [CHANNEL]
    mail.club.clock.pass_by(hours=9)
    assert await mail.work() == PHONE


async def test_who_is_muted_is_told_nothing(mail: Post) -> None:
    """Muted before or after the turn began."""
    await mail.club.say(BO, "settings me mute=on")
    await mail.pass_on()
    assert await mail.work() == []
    await mail.club.say(BO, "settings me mute=off")
    await mail.club.play(BO, "place 1")
    await mail.club.play(BO, "pass")
    await mail.club.play(ANN, "place 1")
    await mail.club.play(ANN, "pass")
    await mail.club.say(BO, "settings me mute=on")
    mail.club.clock.pass_by(seconds=6)
    assert await mail.work() == []


async def test_all_devices_are_told_as_each_wants_it(mail: Post) -> None:
    """And those of others are not."""
    await mail.subscribe(BO, "laptop", sound=True)
    await mail.subscribe(CID, "other")
    await mail.pass_on()
    nudger = mail.nudger()
    await nudger.work()
    await asyncio.gather(*nudger._serving)
    silent = {each.device: each.message["silent"] for each in mail.service.arrived}
    assert silent == {"phone": True, "laptop": False}


async def test_a_device_that_is_gone_is_forgotten(mail: Post) -> None:
    """The others are told; with the last one goes the note that there are any."""
    await mail.subscribe(BO, "laptop")
    mail.service.answers["phone"] = (410, {})
    await mail.pass_on()
    assert await mail.work() == [("laptop", "Twoja kolej"), *PHONE]
    assert [device.endpoint for device in (await mail.book.open(BO.key)).devices.values()] == [
        mail.service.browsers["laptop"].endpoint
    ]
    mail.service.answers["laptop"] = (404, {})
    for _ in range(2):
        await mail.club.play(BO, "place 1")
        await mail.club.play(BO, "pass")
        await mail.club.play(ANN, "place 1")
        await mail.club.play(ANN, "pass")
        mail.club.clock.pass_by(seconds=6)
        if NOTICES in await mail.club.store.person_get(BO.key):
            assert await mail.work() == [("laptop", "Twoja kolej")]
    assert NOTICES not in await mail.club.store.person_get(BO.key)
    assert await mail.work() == []
    assert await deadlines(mail) == []


async def test_a_device_that_was_not_heard_of_for_long_is_told_nothing(mail: Post) -> None:
    """It may be somebody else's by now: its page has not been opened there for a season."""
    await mail.pass_on()
    assert await mail.work() == PHONE
    mail.club.clock.pass_by(days=91)
    await mail.subscribe(BO, "laptop")
    await mail.club.play(BO, "place 1")
    await mail.club.play(BO, "pass")
    await mail.club.play(ANN, "place 1")
    await mail.club.play(ANN, "pass")
    mail.club.clock.pass_by(seconds=6)
    assert await mail.work() == [("laptop", "Twoja kolej")]
    assert len((await mail.book.open(BO.key)).devices) == 1


async def test_a_service_that_is_busy_is_tried_again_for_a_while(mail: Post) -> None:
    """Later each time, for that device alone, and then no more."""
    await mail.subscribe(BO, "laptop")
    mail.service.answers["phone"] = (429, {"Retry-After": "90"})
    await mail.pass_on()
    assert await mail.work() == [("laptop", "Twoja kolej"), *PHONE]
    mail.club.clock.pass_by(seconds=80)
    assert await mail.work() == []
    mail.club.clock.pass_by(seconds=15)
    assert await mail.work() == PHONE
    for _ in range(TRIES - 2):
        mail.club.clock.pass_by(hours=1)
        assert await mail.work() == PHONE
    mail.club.clock.pass_by(hours=8)
    assert await mail.work() == []
    assert await deadlines(mail) == []


async def test_notices_are_counted_by_what_became_of_them(mail: Post) -> None:
    """Each attempt once."""
    for name in ("laptop", "tablet", "watch"):
        await mail.subscribe(BO, name)
    mail.service.answers |= {"phone": (503, {}), "laptop": (410, {}), "watch": (403, {})}
    await mail.pass_on()
    with metrics.exposed(("127.0.0.1", 0)) as port:
        await mail.work()
        told = await figures(port)
    fates = {fate: told.get(f'bastide_notices_total{{outcome="{fate}"}}') for fate in Fate}
    assert fates == dict.fromkeys(Fate, 1)


async def test_whoever_has_looked_meanwhile_is_not_tried_again(mail: Post) -> None:
    """The service was busy, and they have found the page by themselves."""
    mail.service.answers["phone"] = (503, {})
    await mail.pass_on()
    assert await mail.work() == PHONE
    game, version = await mail.club.store.version(CHANNEL) or ("", 0)
    await mail.book.note_seen(BO.key, CHANNEL, Seen(game, version))
    mail.club.clock.pass_by(hours=1)
    assert await mail.work() == []
    assert await deadlines(mail) == []


async def test_what_is_on_its_way_is_waited_for_at_the_end(mail: Post) -> None:
    """A bot that is told to stop knows whether the message has arrived, so that the next one sends none."""
    await mail.pass_on()
    mail.service.gate.clear()
    nudger = mail.nudger()
    await nudger.work()
    await asyncio.wait_for(mail.service.came.wait(), 30)
    stopping = asyncio.create_task(nudger.stop(60))
    await asyncio.sleep(0)
    mail.service.gate.set()
    await stopping
    assert mail.service.messages() == PHONE
    mail.club.clock.pass_by(seconds=61)
    assert await mail.work() == []
    assert await deadlines(mail) == []


async def test_a_turn_that_is_over_is_not_told_any_more(mail: Post) -> None:
    """Not even where a service was busy before."""
    mail.service.answers["phone"] = (503, {})
    await mail.pass_on()
    assert await mail.work() == PHONE
    await mail.club.play(BO, "place 1")
    await mail.club.play(BO, "pass")
    mail.club.clock.pass_by(hours=1)
    assert await mail.work() == []
    assert await deadlines(mail) == []


async def test_two_workers_tell_once(mail: Post) -> None:
    """Who claims it tells; the other finds nothing."""
    await mail.pass_on()
    one, two = mail.nudger(), mail.nudger()
    await asyncio.gather(one.work(), two.work())
    await asyncio.gather(*one._serving, *two._serving)
    assert mail.service.messages() == PHONE


async def test_nothing_is_told_twice_over_a_restart(mail: Post) -> None:
    """What was told before is known to whoever comes after, even where the deadline was not taken away."""
    await mail.pass_on()
    assert await mail.work() == PHONE
    await mail.club.store.deadline_set(nudging(CHANNEL), mail.club.clock.now().timestamp())
    assert await mail.work() == []


async def test_what_was_begun_is_finished_by_another(mail: Post) -> None:
    """A worker is gone with one device told and one under way: that one alone is told after the claim."""
    await mail.subscribe(BO, "laptop")
    await mail.pass_on()
    nudger = mail.nudger()
    mail.service.held.add("laptop")
    await nudger.work()
    async with asyncio.timeout(30):
        while len(mail.service.arrived) < 2 or not await one_is_left(mail):
            await asyncio.sleep(0.01)
    await nudger.stop(0)
    mail.service.messages()
    assert await mail.work() == []
    mail.club.clock.pass_by(seconds=61)
    mail.service.held.clear()
    assert await mail.work() == [("laptop", "Twoja kolej")]
    mail.club.clock.pass_by(hours=1)
    assert await mail.work() == []


async def one_is_left(mail: Post) -> bool:
    """Whether it is noted that all devices but one have been told."""
    told = (await mail.book.open(BO.key)).told.get(str(CHANNEL))
    return told is not None and len(told.left) == 1


async def test_there_are_not_too_many_in_an_hour(mail: Post) -> None:
    """Whoever plays as fast as that is told of no more, in all games together."""
    await mail.club.store.spend("notice", {BO.key: MOST_AN_HOUR}, 3600)
    for _ in range(MOST_AN_HOUR - 1):
        await mail.club.store.spend("notice", {BO.key: MOST_AN_HOUR}, 3600)
    await mail.pass_on()
    assert await mail.work() == []
    assert await deadlines(mail) == []


async def test_a_change_meanwhile_is_looked_at(mail: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written while somebody is told is not cleared away with it."""
    await mail.pass_on()
    nudger = mail.nudger()
    mail.service.gate.clear()
    await nudger.work()
    await asyncio.wait_for(mail.service.came.wait(), 30)
    await mail.club.play(BO, "place 1")
    await mail.club.play(BO, "pass")
    await mail.club.play(ANN, "place 1")
    await mail.club.play(ANN, "pass")
    mail.service.gate.set()
    await asyncio.gather(*nudger._serving)
    assert mail.service.messages() == PHONE
    assert await deadlines(mail) == [CHANNEL]
    mail.club.clock.pass_by(seconds=61)
    assert await mail.work() == PHONE


async def test_whoever_is_forgotten_is_told_no_more(mail: Post) -> None:
    """Even where the turn that was theirs is not."""
    await mail.pass_on()
    await mail.club.store.forget(BO.key)
    assert await mail.work() == []
    assert await deadlines(mail) == []


async def test_nothing_names_a_private_chat_that_is_forgotten(mail: Post) -> None:
    """The moment at which its person would have been told goes with all else."""
    bo = Person("telegram", "5", "Bo")
    mail.club.channel = Channel("telegram", ("5", "0"))
    await mail.subscribe(bo, "tablet")
    await mail.club.begin("opponents=1", people=(bo,))
    assert await deadlines(mail) == [mail.club.channel]
    await mail.club.store.forget(bo.key)
    assert await deadlines(mail) == []


async def test_a_notice_of_a_chat_leads_to_the_board(mail: Post) -> None:
    """It names no number of the chat, which is nobody's business."""
    mail.club.channel = Channel("telegram", ("-1001", "7"))
    await mail.pass_on()
    nudger = mail.nudger()
    await nudger.work()
    await asyncio.gather(*nudger._serving)
    (arrived,) = mail.service.arrived
    assert arrived.message["url"] == "/board/"
    assert arrived.message["body"] == "Gra z twojego czatu. Ann gra z tobą."
    assert "1001" not in str(arrived.message)
