"""The tile of the day, as it is tapped."""

from datetime import date

import pytest

from bot.people import Channel, Person
from bot.request import Request
from bot.scene import PictureKind, Scene, Who
from bot.store.redis_store import RedisStore
from bot.usecases.riddle import PURPOSE, Riddle, riddle
from core import Deploy
from core.forecast import Move, moves
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.playing import answered

# Which tile a day has follows from a secret of each store; here it is the same for every run.


@pytest.fixture(autouse=True)
async def known_secret(club: Club) -> None:
    """The club's store has a secret that the test knows."""
    assert isinstance(club.store, RedisStore)
    await club.store._link.ask("SET", f"bastide:secret:{PURPOSE}", "a secret for tests")


ELSEWHERE = Channel("web", ("elsewhere",))


async def posed(club: Club, day: date | None = None) -> Riddle:
    """The tile of a day, by default today's."""
    return riddle(day or club.clock.now().date(), await club.store.secret(PURPOSE))


def typed(today: Riddle, move: Move) -> str:
    """A move as one types it."""
    x, y = move.place.cell
    where = move.then.where if isinstance(move.then, Deploy) else "pass"
    return f"tile {x},{y} {move.place.turn * 90} {where}"


def another(today: Riddle) -> Move:
    """A move that is not the best."""
    return next(move for move, value in moves(today.position) if value < today.best)


async def tap(club: Club, scene: Scene, number: int = 0) -> Scene:
    """Press one of an answer's buttons."""
    return await answered(club, ANN, commands(scene)[number])


async def test_a_move_is_made_with_two_taps(club: Club) -> None:
    """A spot, then a letter or pass; each step shows its picture, and no game is needed."""
    shown = await answered(club, ANN, "tile")
    today = await posed(club)
    assert keys(shown) == ("tile.heading", "tile.explained")
    assert shown.picture is not None
    assert len(shown.picture.spots) == len(today.position.legal_spots())
    assert commands(shown)[0] == "tile day=0101 1"
    assert shown.picture.verb + " 1" == commands(shown)[0], "a tap on the picture is the same command"

    laid = await tap(club, shown)
    assert laid.picture is not None
    assert laid.picture.kind is PictureKind.CLOSE_UP
    assert len(laid.picture.position.laid) == len(today.position.laid) + 1
    done = await answered(club, ANN, next(c for c in commands(laid) if c.endswith(" pass")))
    assert keys(done) == ("tile.noted", "tile.streak")
    assert await club.store.load(club.channel) is None


async def test_the_tile_can_be_turned(club: Club) -> None:
    """Where it fits in several ways, a button shows the next, and after all of them the first again."""
    shown = await answered(club, ANN, "tile")
    today = await posed(club)
    spots = list(today.position.legal_spots().items())
    number, (_, turns) = next(
        (number, spot) for number, spot in enumerate(sorted(spots, key=_reading), 1) if len(spot[1]) > 1
    )
    command = f"tile day=0101 {number}"
    assert command in commands(shown)
    seen = []
    for _ in turns:
        laid = await answered(club, ANN, command)
        assert laid.picture is not None
        seen.append(laid.picture.position.laid[-1].tile.turn)
        command = next(c for c in commands(laid) if c.split()[-1] in {"0", "90", "180", "270"})
    assert sorted(seen) == sorted(turns)


def _reading(spot: tuple[tuple[int, int], tuple[int, ...]]) -> tuple[int, int]:
    (x, y), _ = spot
    return y, x


async def test_until_midnight_a_move_can_be_changed(club: Club) -> None:
    """The last move counts, and nobody hears before the next day what it was worth."""
    today = await posed(club)
    poor, best = another(today), today.moves[0]
    assert keys(await answered(club, ANN, typed(today, poor))) == ("tile.noted", "tile.streak")
    assert "tile.answered" in keys(await answered(club, ANN, "tile"))
    shown = await answered(club, ANN, typed(today, best))
    assert not any("value" in line.args for line in shown.lines)
    club.clock.pass_by(days=1)
    told = await answered(club, ANN, "tile yesterday")
    mine = next(line for line in told.lines if line.key == "tile.mine")
    assert getattr(mine.args["value"], "args", {}) == {"count": today.best}


async def test_the_next_day_tells_the_best_move_and_the_ranking(club: Club) -> None:
    """Everyone of this place by value, one's rank among all, and the board of the best move."""
    today = await posed(club)
    poor, best = another(today), today.moves[0]
    await answered(club, ANN, typed(today, poor))
    await answered(club, BO, typed(today, best))
    club.channel = ELSEWHERE
    await answered(club, CID, typed(today, best))
    club.clock.pass_by(days=1)
    club.channel = Channel("web", ("club",))
    told = await answered(club, ANN, "tile yesterday")
    said = [club.text(line) for line in told.lines]
    assert said[0].startswith(f"Tile of the day, Jan 1, 2030: the best move was worth {today.best} points: ")
    assert "Your rank: 3 of 3." in said
    assert [line.split(":")[0] for line in said if ". Ann" in line or ". Bo" in line] == ["1. Bo", "2. Ann"]
    assert not any("Cid" in line for line in said)
    assert told.picture is not None
    assert told.picture.position.laid[-1].cell in {move.place.cell for move in today.moves}


async def test_days_in_a_row_are_counted(club: Club) -> None:
    """An answer a day makes a streak; a day without one ends it."""
    for days, run in ((0, 1), (1, 2), (1, 3), (2, 1)):
        club.clock.pass_by(days=days)
        today = await posed(club)
        shown = await answered(club, ANN, typed(today, today.moves[0]))
        assert shown.lines[-1].args == {"count": run}
        again = keys(await answered(club, ANN, "tile"))
        assert ("tile.streak" in again) == (run > 1)


async def test_a_button_of_another_day_is_recognised(club: Club) -> None:
    """Pressed after midnight it does not become a move in a position that nobody meant."""
    shown = await answered(club, ANN, "tile")
    club.clock.pass_by(days=1)
    assert await club.refused(ANN, commands(shown)[0]) == "refusal.another_day"
    assert await club.store.answers.on("2030-01-02") == {}


async def test_everyone_has_the_same_tile_and_each_day_another(club: Club) -> None:
    """Two people in two places see one position; the next day shows another."""
    first = await answered(club, ANN, "tile")
    club.channel = ELSEWHERE
    second = await answered(club, BO, "tile")
    assert first.picture is not None
    assert second.picture is not None
    assert first.picture.position == second.picture.position
    club.clock.pass_by(days=1)
    third = await answered(club, BO, "tile")
    assert third.picture is not None
    assert third.picture.position != first.picture.position


async def test_what_cannot_be_is_refused(club: Club) -> None:
    """Unknown spots, letters and words are answered with a reason, and nothing is noted."""
    for command, key in (
        ("tile 999", "refusal.unknown_spot"),
        ("tile x", "usage.tile"),
        ("tile 1 2 3 4", "usage.tile"),
        ("tile 0,0 0 pass", "refusal.illegal.taken"),
        ("tile 1 z", "refusal.unknown_letter"),
    ):
        assert await club.refused(ANN, command) == key
    assert await club.store.answers.on("2030-01-01") == {}


async def test_without_answers_the_best_move_is_told_all_the_same(club: Club) -> None:
    """Also for a day on which nobody here took part."""
    assert keys(await answered(club, ANN, "tile yesterday")) == (
        "tile.best", "tile.explained", "tile.nobody_here",
    )  # fmt: skip


def among_others(club: Club, who: Person, words: str) -> Request:
    """What somebody says where everyone reads the answer."""
    return Request(club.channel, who, words, f"{who.name} {words}", overheard=True)


async def test_where_others_read_along_the_tile_is_only_shown(club: Club) -> None:
    """Nobody's move is tried or told there; a button leads each person aside."""
    today = await posed(club)
    await answered(club, ANN, typed(today, today.moves[0]))
    shown = (await club.send(among_others(club, ANN, "tile"))).answer
    assert shown is not None
    assert keys(shown) == ("tile.heading", "tile.explained")
    assert commands(shown) == ("tile private", "tile yesterday")
    led = (await club.send(among_others(club, ANN, "tile private"))).answer
    assert led is not None
    assert (keys(led), led.picture, led.aside) == (("tile.aside",), None, "tile")
    for words in (typed(today, today.moves[0]), "tile day=0101 1"):
        refusal = (await club.send(among_others(club, BO, words))).refusal
        assert refusal is not None
        assert refusal.key == "refusal.tile_overheard"
    assert "tile.mine" in keys(await answered_tomorrow(club, ANN))


async def answered_tomorrow(club: Club, who: Person) -> Scene:
    """What the next day tells somebody."""
    club.clock.pass_by(days=1)
    return await answered(club, who, "tile yesterday")


async def test_who_is_led_aside_is_ranked_where_they_came_from(club: Club) -> None:
    """Before they have answered as well as after; whoever only looks is ranked nowhere."""
    today = await posed(club)
    for who in (ANN, BO):
        await club.send(among_others(club, who, "tile private"))
    club.channel = ELSEWHERE
    assert "tile.answered" not in keys(await answered(club, ANN, "tile private"))
    for move in (another(today), today.moves[0]):
        await answered(club, ANN, typed(today, move))
    club.channel = Channel("web", ("club",))
    shown = await answered_tomorrow(club, CID)
    entries = [line.args["who"] for line in shown.lines if line.key == "tile.entry"]
    assert entries == [Who("Ann", ANN.key)]


async def test_namesakes_in_the_ranking_are_told_apart(club: Club) -> None:
    """Two people called Ann, and one without a visible name, are three people in the list."""
    today = await posed(club)
    cyrillic, nameless = Person("web", "21", "Аnn"), Person("web", "22", "\u3164")
    for who in (ANN, cyrillic, nameless):
        await answered(club, who, typed(today, today.moves[0]))
    shown = await answered_tomorrow(club, CID)
    entries = [club.text(line) for line in shown.lines if line.key == "tile.entry"]
    assert len(entries) == 3
    assert sum("Ann 2" in entry or "Аnn 2" in entry for entry in entries) == 1
    assert any("Player 1" in entry for entry in entries)


async def test_who_answered_elsewhere_is_ranked_where_they_look(club: Club) -> None:
    """In private first, and then in the group: one move, one streak, and a place in both rankings."""
    today = await posed(club)
    move = next(move for move, _ in moves(today.position))
    club.channel = ELSEWHERE
    await answered(club, ANN, typed(today, move))
    club.channel = Channel("web", ("club",))
    await answered(club, ANN, "tile")
    club.clock.pass_by(days=1)
    shown = await answered(club, BO, "tile yesterday")
    assert "tile.entry" in keys(shown)
    assert "tile.nobody_here" not in keys(shown)
