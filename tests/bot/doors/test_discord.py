"""The door within Discord: whoever Discord knows to be in an instance of ours comes in, and nobody else."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
import structlog
from pydantic import SecretStr

from bot.doors.discord import Activity, DiscordDoor
from bot.doors.guest import Guest
from bot.doors.launches import Launch, LaunchBook
from bot.people import Channel, Person
from bot.refusal import Refused
from bot.store import keys
from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.discord_server import DiscordServer, Payload
from tests.discord_server.activities import CLIENT_KEY, TOKEN_PATH

NOT_KNOWN, AWAY = "door.discord", "door.discord_away"
INSTANCES = "/applications/4242/activity-instances/*"


@dataclass
class Scene:
    """A channel with an open board, and Ann who is in it."""

    server: DiscordServer
    door: DiscordDoor
    book: LaunchBook
    channel: Payload
    ann: Payload
    instance: Payload
    secrets: list[str] = field(default_factory=list)

    def proof(self, **changes: Any) -> str:
        """What Ann's page shows."""
        code = self.server.world.code_of(self.ann)
        self.secrets.append(code)
        return json.dumps({"code": code, "instance_id": self.instance["instance_id"]} | changes)

    @property
    def place(self) -> Channel:
        """The channel as the table knows it."""
        return Channel("discord", (self.channel["guild_id"], self.channel["id"]))


@pytest.fixture
async def scene(store: RedisStore, texts: Texts) -> AsyncIterator[Scene]:
    """An instance with Ann in it, and one elsewhere with somebody else."""
    async with DiscordServer() as server:
        world = server.world
        channel, ann = world.add_channel(world.add_guild()), world.add_user("Ann")
        world.enter_instance(world.add_channel(world.add_guild()), world.add_user("Eve"))
        book = LaunchBook(store.launches)
        activity = Activity("4242", SecretStr(CLIENT_KEY), SecretStr(server.token), server.api_base)
        door = DiscordDoor(activity, book, texts, pauses=(0, 0, 0), patience=30)
        yield Scene(server, door, book, channel, ann, world.enter_instance(channel, ann))
        assert not server.problems, "\n".join(server.problems)


async def test_whoever_is_in_an_instance_comes_in(scene: Scene) -> None:
    """To the place that Discord tells, by three questions: none has more in it than it needs."""
    scene.ann["locale"] = "pl"
    guest = await scene.door.admit(scene.proof())
    assert guest == Guest(Person("discord", scene.ann["id"], "Ann", "pl"), scene.place)
    asked = [(call.method, call.path) for call in scene.server.calls]
    instance = INSTANCES.replace("*", scene.instance["instance_id"])
    assert asked == [("POST", TOKEN_PATH), ("GET", "/users/@me"), ("GET", instance)]
    assert set(scene.server.calls[0].body) == {"client_id", "client_secret", "grant_type", "code"}


async def test_where_it_was_opened_is_remembered(scene: Scene, store: RedisStore) -> None:
    """A thread is a place of its own, and so is a private chat; a day long."""
    private = Launch(Channel("discord", ("dm", "77")), alone=True, language="cs")
    await scene.book.note(scene.instance["instance_id"], private)
    guest = await scene.door.admit(scene.proof())
    assert (guest.channel, guest.alone, guest.language) == (private.channel, True, "cs")
    kept = await store._link.scan(f"{keys.LAUNCHES}*")
    ends = sorted([await store._link.ask("TTL", name) for name in kept])
    assert [round(end / 600) for end in ends] == [1, 24 * 6]
    assert not any(scene.secrets[0].encode() in name for name in kept)


async def test_whoever_is_listed_a_moment_later_comes_in(scene: Scene) -> None:
    """The instance may not be there yet, either."""
    scene.server.fail("GET", INSTANCES, status=404, code=10103)
    scene.instance["users"].clear()
    looks = 0

    async def listed_at_the_third(call: Any) -> None:
        nonlocal looks
        looks += "activity-instances" in call.path
        if looks == 3:
            scene.instance["users"].append(scene.ann["id"])

    scene.server.before.append(listed_at_the_third)
    assert (await scene.door.admit(scene.proof())).person.name == "Ann"
    assert looks == 3


Hostile = Callable[[Scene], Awaitable[str] | str]


async def _shown_before(scene: Scene) -> str:
    proof = scene.proof()
    await scene.door.admit(proof)
    # Discord itself would let it in once more.
    scene.server.world.codes[json.loads(proof)["code"]] = scene.ann
    return proof


def _elsewhere(scene: Scene) -> str:
    return scene.proof(instance_id=next(iter(scene.server.world.instances)))


def _not_in_it(scene: Scene) -> str:
    scene.instance["users"].remove(scene.ann["id"])
    return scene.proof()


async def _not_in_it_though_remembered(scene: Scene) -> str:
    await scene.book.note(scene.instance["instance_id"], Launch(scene.place))
    return _not_in_it(scene)


async def _remembered_and_gone(scene: Scene) -> str:
    await scene.book.note(scene.instance["instance_id"], Launch(scene.place))
    scene.server.world.instances.clear()
    return scene.proof()


def _like_another(scene: Scene) -> str:
    scene.instance["users"] = [scene.ann["id"] + "1", scene.ann["id"][:-1]]
    return scene.proof()


def _changed(**changes: Any) -> Hostile:
    def hostile(scene: Scene) -> str:
        scene.instance.update(changes)
        return scene.proof()

    return hostile


def _located(**location: str) -> Hostile:
    def hostile(scene: Scene) -> str:
        scene.instance["location"] = location
        return scene.proof()

    return hostile


def _troubled(method: str, path: str, status: int) -> Hostile:
    def hostile(scene: Scene) -> str:
        scene.server.fail(method, path, status=status, times=9)
        return scene.proof()

    return hostile


def _broken(method: str, path: str) -> Hostile:
    def hostile(scene: Scene) -> str:
        scene.server.cut(method, path, times=9)
        return scene.proof()

    return hostile


async def _secret_of_another(scene: Scene) -> str:
    activity = replace(scene.door._activity, secret=SecretStr("another-client-key"))
    scene.door._activity = activity
    return scene.proof()


async def _application_of_another(scene: Scene) -> str:
    scene.door._activity = replace(scene.door._activity, application="4243")
    return scene.proof()


async def _too_slow(scene: Scene) -> str:
    scene.door._patience = 0.01
    scene.server.delay("POST", TOKEN_PATH, seconds=1)
    return scene.proof()


HOSTILE: dict[str, tuple[str, Hostile]] = {
    "a code shown before": (NOT_KNOWN, _shown_before),
    "a code of nobody's": (NOT_KNOWN, lambda scene: scene.proof(code="made-up")),
    "an instance of others": (NOT_KNOWN, _elsewhere),
    "an instance that never was": (NOT_KNOWN, lambda scene: scene.proof(instance_id="i-1-gc-2-3")),
    "not in the instance": (NOT_KNOWN, _not_in_it),
    "not in one that we started": (NOT_KNOWN, _not_in_it_though_remembered),
    "one that we started and is over": (NOT_KNOWN, _remembered_and_gone),
    "people with like numbers in it": (NOT_KNOWN, _like_another),
    "another application's instance": (NOT_KNOWN, _changed(application_id="4243")),
    "another instance than asked for": (NOT_KNOWN, _changed(instance_id="i-1-gc-2-3")),
    "a chat of people": (NOT_KNOWN, _located(id="pc-5", kind="pc", channel_id="5")),
    "a party": (NOT_KNOWN, _located(id="party-5", kind="party")),
    "a channel without a server": (NOT_KNOWN, _located(id="gc-5", kind="gc", channel_id="5")),
    "a channel that is no number": (NOT_KNOWN, _located(kind="gc", channel_id="5:6", guild_id="7")),
    "an answer without people": (NOT_KNOWN, _changed(users=None)),
    "another application's secret": (NOT_KNOWN, _secret_of_another),
    "another application": (NOT_KNOWN, _application_of_another),
    "nothing": (NOT_KNOWN, lambda _: "{}"),
    "no JSON": (NOT_KNOWN, lambda _: "code"),
    "a list": (NOT_KNOWN, lambda scene: f"[{scene.proof()}]"),
    "no text": (NOT_KNOWN, lambda scene: scene.proof(code=7)),
    "an empty code": (NOT_KNOWN, lambda scene: scene.proof(code="")),
    "a code of two lines": (NOT_KNOWN, lambda scene: scene.proof(code="a\nb")),
    "no instance": (NOT_KNOWN, lambda scene: scene.proof(instance_id=None)),
    "a way out of the address": (NOT_KNOWN, lambda scene: scene.proof(instance_id="../../users/@me")),
    "a question in the address": (NOT_KNOWN, lambda scene: scene.proof(instance_id="i?x=1#")),
    "a person of its own": (NOT_KNOWN, lambda scene: scene.proof(user_id="1")),
    "too long": (NOT_KNOWN, lambda scene: scene.proof() + " " * 1000),
    "no user behind the token": (NOT_KNOWN, _troubled("GET", "/users/@me", 401)),
    "elsewhere by an answer": (NOT_KNOWN, _troubled("GET", INSTANCES, 302)),
    "a Discord that is down": (AWAY, _troubled("POST", TOKEN_PATH, 503)),
    "a Discord that breaks later": (AWAY, _troubled("GET", INSTANCES, 500)),
    "a Discord that wants us to wait": (AWAY, _troubled("GET", "/users/@me", 429)),
    "a Discord that hangs up": (AWAY, _broken("GET", "/users/@me")),
    "a Discord that is too slow": (AWAY, _too_slow),
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_nobody_else_comes_in(scene: Scene, name: str) -> None:
    """All read the same, whatever was wrong, and the log has nothing by which somebody could come in."""
    expected, hostile = HOSTILE[name]
    made = hostile(scene)
    proof = made if isinstance(made, str) else await made
    with structlog.testing.capture_logs() as logs, pytest.raises(Refused) as refused:
        await scene.door.admit(proof)
    assert refused.value.phrase.key == expected
    assert not refused.value.phrase.args
    written = repr([logs, refused.value, refused.value.__cause__])
    assert not [secret for secret in (*scene.secrets, CLIENT_KEY, scene.server.token) if secret in written]


async def test_whoever_leaves_a_server_does_not_stay(scene: Scene) -> None:
    """Nor does a page that a link has opened. Everybody does while Discord does not tell, and in private."""
    guest = Guest(Person("discord", scene.ann["id"], "Ann"), scene.place)
    guild = scene.server.world.guilds[int(scene.channel["guild_id"])]
    guild["members"].append(scene.server.world.member(scene.ann))
    await scene.door.stays(guest)
    guild["members"].pop()
    await scene.door.stays(Guest(guest.person, Channel("discord", ("dm", "77")), alone=True))
    with pytest.raises(Refused) as refused:
        await scene.door.stays(guest)
    assert refused.value.phrase.key == "door.discord"
    # The last is what Discord says where the bot itself is no member.
    for status, code in ((503, 0), (403, 50001), (404, 10004)):
        scene.server.fail("GET", "/guilds/*/members/*", status=status, code=code)
        await scene.door.stays(guest)
