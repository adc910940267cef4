"""Record files that people send."""

import asyncio
import json
import random
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.games.course import Course
from bot.games.header import Status
from bot.games.loading import Games
from bot.people import Channel, Person
from bot.request import LARGEST_FILE, Reply, Upload
from bot.scene import Phrase
from bot.usecases import records
from core import GameRecord, seed_hash
from core.editions import FIRST, NEWEST
from core.options import CHOICES
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.playing import answered, send

ZOE = Person("web", "7", "  zoë ", "pl")


def played(
    actions: int | None = None, *, seed: str = "import", names: tuple[str, ...] = ("Zoë", "Max")
) -> GameRecord:
    """A game of random moves: whole, or its first so many actions."""
    record, chance = GameRecord(names, seed=seed), random.Random(seed)
    position = record.opening()
    texts: list[str] = []
    while not position.over and (actions is None or len(texts) < actions):
        action = chance.choice(position.legal_actions())
        position.play(action)
        texts.append(str(action))
    return record.with_actions(texts)


async def test_a_finished_game_is_shown_and_replayed(club: Club) -> None:
    """The end, the points, the winner; its turns can be looked at; nothing is put on the table."""
    record = played()
    reply = await send(club, CID, "import", record.to_json())
    assert reply.refusal is None
    shown = reply.answer
    assert shown is not None
    assert keys(shown)[:2] == ("import.read", "viewer.heading")
    assert shown.lines[0].args["count"] == len(record.actions)
    assert shown.picture is not None
    assert shown.picture.position == record.replay()
    assert shown.picture.names == ("Zoë", "Max")
    back = next(c for c in commands(shown) if c.startswith("history") and "continue" not in c)
    turned = await answered(club, ANN, back)
    assert turned.picture is not None
    assert len(turned.picture.position.laid) < len(shown.picture.position.laid)
    assert await club.store.load(club.channel) is None
    assert keys(await answered(club, ANN, "history")) == ("history.none",)


async def test_an_unfinished_game_is_taken_up(club: Club) -> None:
    """Who sends it sits down by name; the other seats are for whoever presses their buttons."""
    record = played(31)
    shown = (await send(club, ZOE, "import", record.to_json())).answer
    assert shown is not None
    assert keys(shown)[0] == "import.unfinished"
    go_on = next(command for command in commands(shown) if command.endswith("continue"))
    scene = await club.play(ZOE, go_on)
    assert keys(scene).count("seats.free") == 1
    assert "join 2" in commands(scene)
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert game.course is not None
    assert game.header.keys == (ZOE.key, "free:2")
    assert [str(step.action) for step in game.course.steps][:31] == list(record.actions)
    assert game.header.seed_hash == seed_hash("import")

    joined = await club.press(BO, "join 2", scene=scene)
    assert joined.scene is not None
    assert "seats.free" not in keys(joined.scene)
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert game.header.names == ("Zoë", "Bo")
    assert GameRecord.from_json(game.header.record).players == ("Zoë", "Bo")
    assert await club.store.games_of(BO.key) == [club.channel]


async def test_a_free_seat_holds_nobody_up_who_has_one(club: Club) -> None:
    """Nobody plays for a free seat; whoever sits already takes no second one; a wrong number is refused."""
    shown = (await send(club, ANN, "import", played(1).to_json())).answer
    assert shown is not None
    scene = await club.play(ANN, next(c for c in commands(shown) if c.endswith("continue")))
    assert scene.actor == "free:1"
    assert commands(scene) == ("join 1", "join 2", "settings opponents=1"), "nobody moves for an empty seat"
    assert scene.notify == ()
    assert await club.refused(BO, "join 3") == "refusal.no_free_seat"
    await club.play(ANN, "join")
    assert await club.refused(ANN, "join 2") == "refusal.already_joined"
    assert await club.refused(BO, "place 1") == "refusal.not_a_player"
    await club.play(BO, "join")
    await club.play(ANN, "place 1")
    assert await club.refused(CID, "join") == "refusal.already_running"


async def test_no_promise_is_confirmed_about_a_game_that_was_sent(club: Club) -> None:
    """Its hash was shown nowhere at its start: whoever forged the file would be called honest."""
    shown = (await send(club, CID, "import", played().to_json())).answer
    assert shown is not None
    checked = await answered(club, CID, next(c for c in commands(shown) if c.startswith("verify")))
    assert keys(checked) == ("verify.legal", "verify.order", "verify.compare")


async def test_nobody_is_offered_to_undo_for_a_free_seat(club: Club) -> None:
    """The last move of the file was nobody's own here, until somebody has that seat."""
    shown = (await send(club, ZOE, "import", played(31).to_json())).answer
    assert shown is not None
    scene = await club.play(ZOE, next(c for c in commands(shown) if c.endswith("continue")))
    assert scene.actor == ZOE.key
    assert "undo" not in commands(scene)
    assert "undo" in commands(await club.play(BO, "join 2"))


async def test_an_imported_game_counts_in_no_statistics(club: Club) -> None:
    """Otherwise everybody could send themselves victories."""
    shown = (await send(club, ANN, "import", played(2, names=("Ann", "Bo")).to_json())).answer
    assert shown is not None
    await club.play(ANN, next(c for c in commands(shown) if c.endswith("continue")))
    await club.play(BO, "join")
    await club.play(BO, "resign yes")
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert game.header.status is Status.OVER
    assert await club.store.results.of_channel(club.channel) == []


GOOD = json.loads(played(20).to_json())


@pytest.mark.parametrize(
    ("content", "key"),
    [(b"", "json"), (b"garbage", "json"), (b"\xff\xfe\x00", "json"), (b"[1, 2]", "format"),
     (b'{"format": "bastide/2"}', "format"), (b'{"format": "bastide/1 running"}', "running"),
     (b"[" * 50_000, "json")],
)  # fmt: skip
async def test_garbage_is_refused_politely(club: Club, content: bytes, key: str) -> None:
    """What is no record at all is called so in one sentence."""
    reply = await send(club, ANN, "import", content)
    assert reply.refusal is not None
    assert reply.refusal.key == f"refusal.record.{key}"
    assert reply.answer is None


async def test_a_record_of_newer_tiles_is_refused_by_its_edition(club: Club) -> None:
    """Its sentence names the edition, in every language, and what helps."""
    reply = await send(club, ANN, "import", json.dumps(GOOD | {"edition": NEWEST + 1}))
    assert reply.refusal == Phrase.of("refusal.record.edition", edition=NEWEST + 1)
    for language in club.texts.languages:
        assert str(NEWEST + 1) in club.text(reply.refusal, language)


async def test_a_record_goes_on_with_its_edition(club: Club) -> None:
    """Imported, taken up again, played on and exported, a game keeps the tiles with which it was begun."""
    begun = GameRecord(("Ann", "Bo"), "discoverers", ("discoverers",), seed="5eed", edition=FIRST)
    shown = (await send(club, ANN, "import", begun.with_actions(("draw",)).to_json())).answer
    assert shown is not None
    await club.play(ANN, next(c for c in commands(shown) if c.endswith("continue")))
    await club.play(BO, "join")
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert game.course is not None
    assert game.course.position.edition == FIRST
    expected = [kind.id for kind in begun.opening().setup.bag]
    assert [kind.id for kind in game.course.position.setup.bag] == expected
    assert (await club.say(ANN, "tiles")).answer is not None
    await club.play(BO, "resign yes")
    exported = (await club.say(ANN, "export")).answer
    assert exported is not None
    assert exported.file is not None
    assert "edition" not in json.loads(exported.file.content)
    assert GameRecord.from_json(exported.file.content.decode()).replay().over


@pytest.mark.parametrize(
    ("change", "part"),
    [({"players": ["one"]}, "players"), ({"sets": ["base", "moon"]}, "sets"), ({"mood": 1}, "mood"),
     ({"bag": ["base/V"] * 501, "seed": None}, "bag"), ({"start": ["base/D", 10**9, 0, 0]}, "start"),
     ({"actions": ["draw"] * 2001}, "actions"), ({"options": {"fields": "maybe"}}, "options.fields")],
)  # fmt: skip
async def test_a_wrong_entry_is_named(club: Club, change: dict[str, object], part: str) -> None:
    """The entry of the record that cannot be used is named, also when it is merely out of all proportion."""
    reply = await send(club, ANN, "import", json.dumps(GOOD | change))
    assert reply.refusal is not None
    assert (reply.refusal.key, reply.refusal.args["part"]) == ("refusal.record.part", part)


async def test_a_set_that_is_not_offered_is_refused(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """There would be no words for its moves, and no pictures."""
    monkeypatch.setattr("bot.usecases.records.SET_NAMES", ("base",))
    reply = await send(club, ANN, "import", json.dumps(GOOD | {"sets": ["base", "winter"]}))
    assert reply.refusal is not None
    assert (reply.refusal.key, reply.refusal.args["part"]) == ("refusal.record.part", "sets")


# Nothing of this is what an entry may be, wherever it stands.
NEVER = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False), st.text("xyz", min_size=1, max_size=200),
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=3),
    st.dictionaries(st.text("xyz", min_size=1), st.integers(), min_size=1, max_size=2),
)  # fmt: skip
ENTRIES = dict.fromkeys(
    ("format", "game", "sets", "players", "bag", "tokens", "start", "actions", "edition"), NEVER
)
ENTRIES |= {f"options.{name}": NEVER for name in CHOICES}
ENTRIES |= {
    "options": NEVER.filter(lambda value: not isinstance(value, dict)),
    "seed": st.one_of(st.integers(), st.text("a", min_size=129), st.lists(st.text())),
}


@pytest.mark.parametrize("entry", sorted(ENTRIES))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
async def test_whatever_entry_is_wrong_is_the_one_that_is_named(
    club: Club, entry: str, data: st.DataObject
) -> None:
    """Break one entry of a good record, in any way: the sentence has its name."""
    value = data.draw(ENTRIES[entry])
    name, _, option = entry.partition(".")
    broken = GOOD | {name: {option: value} if option else value}
    if name == "bag":
        del broken["seed"]
    reply = await send(club, ANN, "import", json.dumps(broken))
    assert reply.refusal is not None
    assert entry in club.text(reply.refusal)


async def test_a_wrong_name_of_an_entry_is_quoted_short(club: Club) -> None:
    """An entry that no record has may be called anything."""
    reply = await send(club, ANN, "import", json.dumps(GOOD | {"x" * 100_000: 1}))
    assert reply.refusal is not None
    assert f"entry {'x' * 60}… is wrong" in club.text(reply.refusal)


@pytest.mark.parametrize(
    ("number", "text", "reason"),
    [(0, "place 0,1 0", "refusal.record.wrong_phase"), (1, "place 0,0 0", "refusal.illegal.taken"),
     (3, "dance", "refusal.record.notation"), (4, "resign 7", "refusal.record.not_playing"),
     (2, "deploy wagon road@N", "refusal.illegal.no_such_figure")],
)  # fmt: skip
async def test_a_broken_rule_is_told_with_its_number(club: Club, number: int, text: str, reason: str) -> None:
    """The first action that the rules forbid is named, and why, in a language that its reader reads."""
    actions = [*GOOD["actions"]]
    actions[number] = text
    reply = await send(club, ANN, "import", json.dumps(GOOD | {"actions": actions}))
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.record.action"
    assert reply.refusal.args["number"] == number
    assert getattr(reply.refusal.args["reason"], "key", "") == reason
    assert f"action {number} " in club.text(reply.refusal)


async def test_actions_after_the_end_are_refused(club: Club) -> None:
    """A record cannot go on after its game is over."""
    record = played()
    longer = record.with_actions((*record.actions, "draw"))
    reply = await send(club, ANN, "import", longer.to_json())
    assert reply.refusal is not None
    assert getattr(reply.refusal.args["reason"], "key", "") == "refusal.record.over"


async def test_a_large_file_is_not_even_read(club: Club) -> None:
    """Its size alone is told to us, and that is enough."""
    reply = await send(club, ANN, "import", Upload(LARGEST_FILE + 1))
    assert reply.refusal is not None
    assert club.text(reply.refusal) == "This file is too large for a game record: 128 KiB are allowed."


async def test_without_a_file_one_is_asked_for(club: Club) -> None:
    """``import`` alone says what is needed."""
    assert await club.refused(ANN, "import") == "usage.import"


async def test_names_are_cleaned(club: Club) -> None:
    """Names from files are shown like all others: short, without control characters, and different."""
    record = GameRecord(("A\u202en\nn" * 20, "A\u202en\nn" * 20), seed="names")
    shown = (await send(club, ANN, "import", record.to_json())).answer
    assert shown is not None
    assert shown.picture is not None
    first, second = shown.picture.names
    assert first != second
    assert max(len(first), len(second)) <= 26
    assert "\u202e" not in first
    assert "\n" not in first


async def test_a_full_import_of_every_set_fits(club: Club) -> None:
    """The largest game there is, with everything, is well within the size that is accepted."""
    everything = ("base", "winter", "abbey-mayor", "hills-sheep")
    record = GameRecord(("A", "B", "C", "D", "E"), sets=everything, seed="large")
    position, chance = record.opening(), random.Random(1)
    texts: list[str] = []
    while not position.over:
        action = chance.choice(position.legal_actions())
        position.play(action)
        texts.append(str(action))
    content = record.with_actions(texts).to_json().encode()
    assert len(content) < LARGEST_FILE / 4
    assert (await send(club, ANN, "import", content)).answer is not None


async def test_imports_have_quotas(club: Club) -> None:
    """One person has twenty a day, one place sixty, whoever asks; what cannot be read counts for nothing."""
    text = played(1).to_json()
    people = [Person("web", str(number), f"P{number}") for number in range(4)]
    for person in people[:3]:
        assert (await send(club, person, "import", "garbage")).refusal is not None
        for _ in range(20):
            assert (await send(club, person, "import", text)).refusal is None
        assert refused_by(await send(club, person, "import", text)) == "refusal.quota.person"
    assert refused_by(await send(club, people[3], "import", text)) == "refusal.quota.place"
    club.channel = Channel("web", ("elsewhere",))
    assert (await send(club, people[3], "import", text)).refusal is None


async def test_new_games_have_quotas(club: Club) -> None:
    """Games that are opened and called off again and again stay as few as anybody could want."""
    for number in range(100):
        person = (ANN, BO)[number % 2]
        await club.play(person, "new")
        await club.play(person, "leave")
    assert await club.refused(ANN, "new") == "refusal.quota.place"
    for number in range(10):
        club.channel = Channel("web", (f"room-{number}",))
        await club.play(ANN, "new")
    club.channel = Channel("web", ("another",))
    assert await club.refused(ANN, "new") == "refusal.quota.person"
    await club.play(CID, "new")


def refused_by(reply: Reply) -> str:
    """The key of a refusal."""
    assert reply.refusal is not None
    return reply.refusal.key


@pytest.mark.parametrize("command", ["import", "verify"])
async def test_a_long_record_holds_up_nobody(
    club: Club, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one file is replayed, others play: the replay here ends only after somebody else was answered."""
    begun, answered_meanwhile = threading.Event(), threading.Event()
    replayed = records._played

    def slowly(record: GameRecord) -> Course:
        begun.set()
        assert answered_meanwhile.wait(60)
        return replayed(record)

    monkeypatch.setattr(records, "_played", slowly)
    sending = asyncio.create_task(send(club, ANN, command, played(3).to_json()))
    while not begun.is_set():
        await asyncio.sleep(0.01)
    await club.play(BO, "new")
    answered_meanwhile.set()
    assert (await sending).answer is not None


async def test_a_game_that_was_sent_is_replayed_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turning its pages afterwards needs no replay, which would hold up everybody else."""
    shown = (await send(club, ANN, "import", played(9).to_json())).answer
    assert shown is not None
    monkeypatch.setattr(Course, "replay", None)
    await answered(club, ANN, next(c for c in commands(shown) if c.startswith("history")))
