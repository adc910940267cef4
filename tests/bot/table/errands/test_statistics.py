"""How people do, as they are told."""

from bot.people import Channel
from tests.bot.table.club import ANN, BO, CID, Club, keys
from tests.bot.table.playing import answered, finish
from tests.bot.table.weeks import Weeks

ELSEWHERE = Channel("web", ("elsewhere",))


async def one_game(club: Club, seed: int = 1) -> None:
    """A whole game of Ann and Bo, played at random."""
    await club.begin()
    await finish(club, seed=seed)


async def test_without_games_there_is_nothing_to_tell(club: Club) -> None:
    """Neither about the place nor about a person."""
    assert keys(await answered(club, ANN, "stats")) == ("stats.none_here",)
    assert keys(await answered(club, ANN, "stats me")) == ("stats.none_mine",)


async def test_a_place_lists_its_people_by_rating(club: Club) -> None:
    """Whoever has won is before whoever has lost, with games, wins and points."""
    await one_game(club)
    position = await club.position()
    shown = await answered(club, CID, "stats")
    assert club.text(shown.lines[0]) == "In this chat: 1 finished game."
    winner = position.winners[0]
    first, second = (line.args for line in shown.lines[1:])
    assert getattr(first["who"], "name", "") == ("Ann", "Bo")[winner]
    assert (first["place"], second["place"]) == (1, 2)
    assert isinstance(first["rating"], int)
    assert isinstance(second["rating"], int)
    assert first["rating"] > second["rating"]
    assert first["average"] == position.scores[winner]
    assert club.text(shown.lines[1]).endswith(f"1 game, 1 won; {position.scores[winner]} points a game.")


async def test_ones_own_are_told_with_what_points_came_from(club: Club) -> None:
    """The parts add up to the average; another place's games count everywhere, but not here."""
    await one_game(club)
    first = (await club.position()).scores[0]
    club.channel = ELSEWHERE
    await one_game(club, seed=2)
    second = (await club.position()).scores[0]
    shown = await answered(club, ANN, "stats me")
    lines = {line.key: line for line in shown.lines}
    assert lines["stats.mine_everywhere"].args["average"] == (first + second) / 2
    assert lines["stats.mine_here"].args["average"] == second
    assert lines["stats.mine_everywhere"].args["best"] == max(first, second)
    parts = next(line for line in shown.lines if line.key == "stats.parts").args["parts"]
    assert isinstance(parts, tuple)
    assert abs(sum(part.args["points"] for part in parts) - (first + second) / 2) < 1e-9
    assert keys(shown)[-1] == "stats.rating"


async def test_a_game_that_was_ended_early_does_not_count(club: Club) -> None:
    """Neither does one that runs."""
    await club.begin()
    assert keys(await answered(club, ANN, "stats")) == ("stats.none_here",)
    await club.play(ANN, "end yes")
    assert keys(await answered(club, ANN, "stats")) == ("stats.none_here",)


async def test_whoever_resigns_has_lost(club: Club) -> None:
    """Leaving counts as a game that was not won."""
    await club.begin()
    weeks = Weeks(club)
    await weeks.take_turn((ANN, BO))
    await weeks.take_turn((ANN, BO))
    await club.play(ANN, "resign yes")
    shown = await answered(club, BO, "stats")
    assert [club.text(line).split(":")[0] for line in shown.lines[1:]] == ["1. Bo", "2. Ann"]
