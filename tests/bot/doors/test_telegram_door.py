"""Who comes in by Telegram's Mini App, and where; and who does not, whatever they show."""

import base64
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, urlencode

import pytest
from structlog.testing import capture_logs

from bot.doors.guest import Guest
from bot.doors.places import PURPOSE, PlaceTokens
from bot.doors.telegram import TelegramDoor, Whereabouts
from bot.people import Channel, Person
from bot.refusal import Refused
from bot.store.redis_store import RedisStore
from tests.bot.doors.telegram import ANN, proof, sign, told
from tests.telegram_server import TOKEN

ZOE = Person("telegram", "17", "Zoë Kos 🐑", "pl")
GROUP = Channel("telegram", ("-1009", "0"))
TOPIC = Channel("telegram", ("-1009", "5"))
SMALL = Channel("telegram", ("-8", "0"))
GROWN = Channel("telegram", ("-1008", "0"))
PRIVATE = Channel("telegram", ("17", "0"))
THREAD = Channel("telegram", ("17", "9"))


@dataclass
class Telegram:
    """What Telegram says of groups, and who plays where; ``asked`` is what it was asked."""

    members: dict[Channel, bool] = field(default_factory=dict)
    moved: dict[Channel, Channel] = field(default_factory=dict)
    playing: tuple[Channel, ...] = ()
    silent: bool = False
    asked: list[Channel] = field(default_factory=list)

    async def games_of(self, person: str) -> tuple[Channel, ...]:
        """Where this person plays."""
        return self.playing if person == ZOE.key else ()

    async def member(self, channel: Channel, person: Person) -> Whereabouts | None:
        """Whether this person is there."""
        assert person.key == ZOE.key
        self.asked.append(channel)
        here = self.moved.get(channel, channel)
        return None if self.silent else Whereabouts(here, self.members.get(here, False))


@pytest.fixture
def telegram() -> Telegram:
    """Telegram, where Zoë is a member of one group."""
    return Telegram({GROUP: True, TOPIC: True})


@pytest.fixture
def places(store: RedisStore) -> PlaceTokens:
    """Tokens of this store."""
    return PlaceTokens(lambda: store.secret(PURPOSE))


@pytest.fixture
def door(telegram: Telegram, places: PlaceTokens) -> TelegramDoor:
    """The door."""
    return TelegramDoor(TOKEN, places, telegram, telegram.member, language="cs")


async def test_without_a_link_it_is_the_private_chat(door: TelegramDoor, telegram: Telegram) -> None:
    """Nobody else is there, so that it speaks the person's language, and Telegram need not be asked."""
    assert await door.admit(proof()) == Guest(ZOE, PRIVATE, alone=True, language="pl")
    assert telegram.asked == []


@pytest.mark.parametrize("place", [GROUP, TOPIC])
async def test_members_come_into_their_group(door: TelegramDoor, places: PlaceTokens, place: Channel) -> None:
    """And into the very topic that the link is from."""
    guest = await door.admit(proof(await places.write(place)))
    assert guest == Guest(ZOE, place, language="cs")


async def test_who_plays_comes_in_unasked(
    door: TelegramDoor, places: PlaceTokens, telegram: Telegram
) -> None:
    """Also where Telegram does not answer, as where the bot is no administrator."""
    telegram.silent, telegram.playing = True, (PRIVATE, SMALL)
    assert (await door.admit(proof(await places.write(SMALL)))).channel == SMALL
    assert telegram.asked == []


@pytest.mark.parametrize("member", [True, False])
async def test_an_old_link_leads_on_to_the_grown_group(
    door: TelegramDoor, places: PlaceTokens, telegram: Telegram, *, member: bool
) -> None:
    """For its members, and for those who play there where Telegram tells of no members."""
    telegram.moved = {SMALL: GROWN}
    telegram.members[GROWN] = member
    telegram.playing = () if member else (GROWN,)
    assert (await door.admit(proof(await places.write(SMALL)))).channel == GROWN


async def test_a_thread_of_the_private_chat(door: TelegramDoor, places: PlaceTokens) -> None:
    """Its link names it, and is of use to the chat's owner alone."""
    assert await door.admit(proof(await places.write(THREAD))) == Guest(ZOE, THREAD, True, "pl")


async def test_a_token_fits_into_a_link(places: PlaceTokens) -> None:
    """However large the numbers are; it is read as it was written, by all workers alike."""
    for place in (GROUP, TOPIC, PRIVATE, Channel("telegram", ("-1009999999999999", str(2**31 - 1)))):
        token = await places.write(place)
        assert len(token) <= 64
        assert set(token) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        assert await places.read(token) == place


def doubled(text: str, name: str) -> str:
    """The same query with one name in it twice."""
    return f"{text}&{urlencode([(n, v) for n, v in parse_qsl(text) if n == name])}"


def again(text: str, **other: str) -> str:
    """The same query with other values, and the hash of the first."""
    return urlencode(dict(parse_qsl(text)) | other)


def without(text: str, name: str) -> str:
    """The same query without one name, and the hash of the first."""
    return urlencode([(n, v) for n, v in parse_qsl(text) if n != name])


def merged() -> str:
    """Two signed lines that are told as one, so that a link's parameter would be no parameter any more."""
    fields = told("x" * 39)
    digest = sign(fields)
    fields["signature"] += f"\nstart_param={fields.pop('start_param')}"
    last = {**fields, "user": fields["user"]}
    return urlencode(last | {"hash": digest})


NOW = int(time.time())
MALLORY = json.dumps({"id": 18, "first_name": "Mallory"})

FORGED: dict[str, Callable[[], str]] = {
    "nothing": lambda: "",
    "no query": lambda: "let me in",
    "no hash": lambda: urlencode(told()),
    "blank hash": lambda: again(proof(), hash=""),
    "another hash": lambda: again(proof(), hash="0" * 64),
    "upper case": lambda: again(proof(), hash=dict(parse_qsl(proof()))["hash"].upper()),
    "foreign figures": lambda: again(proof(), hash="٣" * 64),
    "another bot": lambda: proof(token="4343:another"),
    "no key": lambda: proof(token=""),
    "another user": lambda: again(proof(), user=MALLORY),
    "another date": lambda: again(proof(), auth_date=str(NOW - 7)),
    "a name more": lambda: again(proof(), can_send_after="1"),
    "without signature": lambda: without(proof(), "signature"),
    "without start": lambda: without(proof("a" * 39), "start_param"),
    "doubled user": lambda: doubled(proof(), "user"),
    "doubled hash": lambda: doubled(proof(), "hash"),
    "a second user": lambda: f"user={quote(MALLORY)}&{proof()}",
    "a user behind": lambda: f"{proof()}&user={quote(MALLORY)}",
    "decoded twice": lambda: quote(proof()),
    "merged lines": merged,
    "half a query": lambda: f"{proof()}&x",
    "not UTF-8": lambda: f"{proof()}&x=%ff",
    "no text": lambda: f"{proof()}&x=\udc80",
    "endless": lambda: f"{proof()}&x={'x' * 5000}",
    "many names": lambda: f"{proof()}&{'&'.join(f'x{n}=' for n in range(40))}",
    "old": lambda: proof(auth_date=NOW - 3601),
    "of the future": lambda: proof(auth_date=NOW + 3600),
    "without a date": lambda: proof(auth_date=""),
    "a date before all": lambda: proof(auth_date=-NOW),
    "no date": lambda: proof(auth_date="soon"),
    "foreign date": lambda: proof(auth_date="".join(chr(0x660 + int(n)) for n in str(NOW))),
    "blank user": lambda: proof(user=""),
    "no JSON": lambda: proof(user="{id: 17}"),
    "deep JSON": lambda: proof(user="[" * 3000),
    "a list": lambda: proof(user=[ANN]),
    "no number": lambda: proof(user=ANN | {"id": "17"}),
    "yes for a number": lambda: proof(user=ANN | {"id": True}),
    "a chat for a user": lambda: proof(user=ANN | {"id": -1009}),
    "a bot": lambda: proof(user=ANN | {"is_bot": True}),
}


@pytest.mark.parametrize("shown", FORGED.values(), ids=FORGED)
async def test_nobody_comes_in_whom_telegram_does_not_name(
    door: TelegramDoor, telegram: Telegram, shown: Callable[[], str]
) -> None:
    """Whatever is wrong, the same is said; and Telegram is not asked for it."""
    with pytest.raises(Refused) as refused, capture_logs() as logged:
        await door.admit(shown())
    assert (refused.value.phrase.key, refused.value.phrase.args) == ("door.telegram", {})
    assert telegram.asked == []
    assert logged == []


async def _altered(places: PlaceTokens) -> str:
    token = await places.write(GROUP)
    return token[:6] + ("A" if token[6] != "A" else "B") + token[7:]


async def _same_bytes(places: PlaceTokens) -> str:
    """Other letters that mean the same bytes."""
    token = await places.write(GROUP)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    other = token[:-1] + alphabet[alphabet.index(token[-1]) + 1]
    assert base64.urlsafe_b64decode(other + "=") == base64.urlsafe_b64decode(token + "=")
    return other


async def _another_topic(places: PlaceTokens) -> str:
    """The beginning of one token and the end of another."""
    return (await places.write(TOPIC))[:17] + (await places.write(GROUP))[17:]


async def _of_another_store(_: PlaceTokens) -> str:
    async def secret() -> str:
        return "another"

    return await PlaceTokens(secret).write(GROUP)


@pytest.mark.parametrize("token", [_altered, _same_bytes, _another_topic, _of_another_store])
async def test_no_token_of_ours(
    door: TelegramDoor,
    telegram: Telegram,
    places: PlaceTokens,
    token: Callable[[PlaceTokens], Awaitable[str]],
) -> None:
    """It is not asked about, and leads to no other place instead."""
    shown = proof(await token(places))
    with pytest.raises(Refused) as refused:
        await door.admit(shown)
    assert refused.value.phrase.key == "door.not_there"
    assert telegram.asked == []


@pytest.mark.parametrize("start", ["x", "-", "é" * 39, "A" * 39, "A" * 64, " "])
async def test_no_token_at_all(door: TelegramDoor, start: str) -> None:
    """Anything can stand in a link, as somebody may write one by hand."""
    with pytest.raises(Refused) as refused:
        await door.admit(proof(start))
    assert refused.value.phrase.key == "door.not_there"


@pytest.mark.parametrize(
    "place",
    [
        SMALL,
        Channel("telegram", ("-1009", "6")),
        Channel("telegram", ("18", "0")),
        Channel("telegram", ("18", "9")),
    ],
    ids=["left or refused", "where nobody plays", "another's chat", "another's thread"],
)
async def test_a_token_lets_nobody_in(door: TelegramDoor, places: PlaceTokens, place: Channel) -> None:
    """It can be handed on; whoever is no member reads the same, whether there is such a place or not."""
    with pytest.raises(Refused) as refused, capture_logs() as logged:
        await door.admit(proof(await places.write(place)))
    assert (refused.value.phrase.key, refused.value.phrase.args) == ("door.not_there", {})
    assert logged == []


async def test_silence_is_no_yes(door: TelegramDoor, places: PlaceTokens, telegram: Telegram) -> None:
    """Whoever does not play there is asked to come again."""
    telegram.silent = True
    with pytest.raises(Refused) as refused:
        await door.admit(proof(await places.write(GROUP)))
    assert refused.value.phrase.key == "door.later"


async def test_whoever_leaves_does_not_stay(door: TelegramDoor, telegram: Telegram) -> None:
    """Nor does a page that a link has opened; players do, and everybody while Telegram does not tell."""
    await door.stays(Guest(ZOE, GROUP))
    await door.stays(Guest(ZOE, Channel("telegram", (ZOE.id, "0")), alone=True))
    with pytest.raises(Refused) as refused:
        await door.stays(Guest(ZOE, SMALL))
    assert refused.value.phrase.key == "door.not_there"
    telegram.silent = True
    await door.stays(Guest(ZOE, SMALL))
