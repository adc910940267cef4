"""Answers that change nothing."""

import json

import pytest

from bot.people import Channel, Person
from bot.request import Request
from bot.scene import At, PictureKind, Scene
from core import GameRecord, Phase, TileDrawn
from core.sets.hills_sheep.actions import FLOCK_DUE
from tests.bot.table.club import ANN, BO, CHANNEL, CID, Club, commands, keys, last_word
from tests.bot.table.search import EVERYTHING, at, reach

HELD = GameRecord(
    ("Ann", "Bo"),
    bag=("base/U", "base/U", "base/U"),
    actions=("draw", "place 1,0 0", "deploy meeple road@W", "draw", "place 2,0 0"),
)


async def answer(club: Club, command: str, who: Person = ANN) -> Scene:
    """What a command answers."""
    reply = await club.say(who, command)
    assert reply.refusal is None
    assert reply.scene is None
    assert reply.answer is not None
    return reply.answer


async def test_tiles_are_what_nobody_has_seen(club: Club) -> None:
    """The list counts the tiles in the bag and those under hills, and agrees with the heading."""
    await club.set_up(
        reach(lambda p: p.phase is Phase.PLACE and p.unseen().total() != p.bag_left, EVERYTHING)
    )
    position = await club.position()
    shown = await answer(club, "tiles")
    assert shown.picture is not None
    assert shown.picture.kind is PictureKind.TILES
    heading, listed = shown.lines
    assert heading.args == {"count": position.unseen().total(), "bag": position.bag_left}
    entries = listed.args["entries"]
    assert isinstance(entries, tuple)
    assert sum(entry.args["count"] for entry in entries) == position.unseen().total()


async def test_at_the_end_of_the_bag_there_is_no_list(club: Club) -> None:
    """With nothing unseen, only the heading remains."""
    await club.set_up(GameRecord(("Ann", "Bo"), bag=("base/U",), actions=("draw",)))
    assert keys(await answer(club, "tiles")) == ("tiles.heading",)


async def test_the_score_says_what_open_features_are_worth_to_whom(club: Club) -> None:
    """Standings first, then each feature with figures: its parts, its worth, its owners."""
    await club.set_up(HELD)
    said = [club.text(line) for line in (await answer(club, "score", CID)).lines]
    assert said == [
        "Points: Ann 0 and Bo 0.",
        "road 1,0 (3 tiles): 3 points for Ann.",
    ]


async def test_the_score_tells_what_surrounds_a_monastery(club: Club) -> None:
    """It counts the tiles around it, so it is no feature of a single tile."""
    actions = ("draw", "place 0,1 0", "deploy meeple monastery", "draw")
    await club.set_up(GameRecord(("Ann", "Bo"), bag=("base/B", "base/U", "base/U"), actions=actions))
    said = [club.text(line) for line in (await answer(club, "score", CID)).lines]
    assert said[1:] == ["monastery 0,1 (2 of 9 tiles): 2 points for Ann."]


async def test_the_score_tells_flocks_and_those_without_strength(club: Club) -> None:
    """A flock is listed with its sheep, and a mayor without pennants as one who would get nothing."""
    record = GameRecord(
        ("Ann", "Bo"),
        sets=("base", "abbey-mayor", "hills-sheep"),
        bag=("base/E", "base/U", "base/U", "base/U"),
        tokens=(3, 2),
        actions=("draw",),
    )
    elsewhere = [str(a) for a in record.replay().legal_actions() if not str(a).startswith("place 0,-1")]
    await club.set_up(record.with_actions(("draw", elsewhere[0])))
    where = next(name for name in (await club.position()).laid[-1].tile.names if name.startswith("city"))
    await club.play(ANN, f"deploy {where} mayor")
    await club.play(BO, "place 1,0 0")
    field = next(name for name in (await club.position()).laid[-1].tile.names if name.startswith("field"))
    await club.play(BO, f"deploy {field} shepherd")
    said = {line.key: club.text(line) for line in (await answer(club, "score")).lines}
    assert "held by Ann: nobody would score" in said["worth.nobody"]
    assert said["worth.flock"] == "Bo: a flock of 3 sheep at 1,0."


async def test_the_state_says_whose_turn_it_is_and_since_when(club: Club) -> None:
    """Who is due, for how long, in which turn, and what is published of the shuffle."""
    await club.begin()
    club.clock.pass_by(hours=5, minutes=59)
    shown = await answer(club, "game", CID)
    said = [club.text(line) for line in shown.lines]
    assert said[0] == "Carcassonne: Ann and Bo."
    assert said[1] == "Now: Ann lays the tile (for 5 hours)."
    assert keys(shown)[2:] == ("standings", "state.tiles", "seed_hash", "state.host")


@pytest.mark.parametrize(
    ("span", "said"),
    [({"seconds": 59}, "for less than a minute"), ({"minutes": 1}, "for 1 minute"),
     ({"minutes": 119}, "for 119 minutes"), ({"hours": 2}, "for 2 hours"),
     ({"days": 2}, "for 2 days"), ({"days": 30}, "for 30 days")],
)  # fmt: skip
async def test_time_is_told_in_its_largest_unit(club: Club, span: dict[str, float], said: str) -> None:
    """A span is told in minutes, hours or days."""
    await club.begin()
    club.clock.pass_by(**span)
    assert said in club.text((await answer(club, "game")).lines[1])


async def test_the_state_of_a_lobby_and_of_an_old_game(club: Club) -> None:
    """Before the start it says who waits, after the end that it is over."""
    await club.play(ANN, "new")
    assert "1 player is waiting" in club.text((await answer(club, "game")).lines[1])
    await club.play(BO, "join")
    await club.play(ANN, "start")
    await club.say(ANN, "end yes")
    assert keys(await answer(club, "game")) == ("state.title", "state.over", "standings", "seed_hash")


async def test_my_games_are_found_everywhere(club: Club) -> None:
    """Each running game of mine with its place, whose turn it is, and mine first marked as such."""
    await club.begin()
    other = Channel("discord", ("7", "8"))
    for person, command in ((BO, "new order=joined"), (ANN, "join"), (BO, "start")):
        reply = await club.table.handle(Request(other, person, command, f"{person.id}{command}"))
        assert reply.refusal is None
    lines = (await answer(club, "games")).lines
    assert {(line.key, line.args["place"]) for line in lines} == {
        ("mine.your_turn", At(CHANNEL, "message of 0000000001 for turn 1")),
        ("mine.entry", At(other)),
    }
    assert keys(await answer(club, "games", CID)) == ("mine.none",)


async def test_the_export_of_a_running_game_has_only_what_was_seen(club: Club) -> None:
    """Neither the seed nor a tile or token that nobody has seen is in it."""
    scene = await club.begin("all")
    for command in ("place 1", "pass"):
        scene = await club.play(ANN, command)
    shown = await answer(club, "export", CID)
    assert shown.file is not None
    assert shown.file.name == f"bastide-{scene.game}.json"
    data = json.loads(shown.file.content)
    stored = await club.store.load(CHANNEL)
    assert stored is not None
    record = GameRecord.from_json(stored.header["record"])
    assert record.seed is not None
    assert record.seed not in shown.file.content.decode()
    assert data["seed_hash"] == stored.header["seed_hash"]
    assert data["actions"] == list(stored.actions)
    _, events = record.with_actions(stored.actions).replay_events()
    assert data["drawn"] == [event.tile for _, event in events if isinstance(event, TileDrawn)]
    assert set(data) == {
        "format",
        "edition",
        "game",
        "sets",
        "options",
        "players",
        "seed_hash",
        "drawn",
        "tokens",
        "actions",
    }


async def test_a_tile_under_a_hill_is_never_exported(club: Club) -> None:
    """Hidden tiles are missing from the export of a running game."""
    await club.set_up(at(FLOCK_DUE, lambda position: len(position.extra.get("hidden", ())) > 1))
    position = await club.position()
    shown = await answer(club, "export")
    assert shown.file is not None
    drawn = json.loads(shown.file.content)["drawn"]
    assert len(drawn) + len(position.extra["hidden"]) == position.drawn


@pytest.mark.parametrize(("command", "yes"), [("resign", "resign yes"), ("end", "end yes")])
async def test_what_cannot_be_undone_is_asked_again(club: Club, command: str, yes: str) -> None:
    """Resigning and ending ask first; the button that answers does it."""
    await club.begin()
    shown = await answer(club, command)
    assert commands(shown) == (yes,)
    reply = await club.press(ANN, yes, scene=shown)
    assert reply.scene is not None
    assert keys(reply.scene)[0] == "over.heading"


async def test_who_resigns_leaves_the_others_playing(club: Club) -> None:
    """The figures of who leaves go home, the turn passes on, and the last one left wins."""
    await club.begin(people=(ANN, BO, CID))
    reply = await club.say(ANN, "resign yes")
    assert reply.scene is not None
    assert reply.scene.actor == BO.key
    assert keys(last_word(reply)) == ("story.resigned", "standings")
    reply = await club.say(CID, "resign yes")
    assert reply.scene is not None
    assert "Bo wins!" in [club.text(line) for line in reply.scene.lines]


async def test_an_early_end_has_no_winner(club: Club) -> None:
    """A game that was ended tells by whom and the standings, and its record is whole.

    Nothing was scored at its end, so nothing of that is offered.
    """
    await club.begin()
    await club.play(ANN, "place 1")
    await club.play(ANN, "deploy a")
    reply = await club.say(ANN, "end yes")
    assert reply.scene is not None
    assert keys(reply.scene) == ("over.heading", "over.ended", "over.uncounted", "standings")
    assert "replay chart" in commands(reply.scene)
    assert "score" not in commands(reply.scene)
    shown = await answer(club, "export")
    assert shown.file is not None
    assert len(GameRecord.from_json(shown.file.content.decode()).replay().standing()) == 1
