"""What is kept of a finished game."""

from datetime import UTC, datetime

import pytest

from bot.games.loading import Games
from bot.games.results import NEWCOMER, Rating, Result, counts, result_of
from tests.bot.table.club import ANN, BO, CID, Club
from tests.bot.table.playing import finish

RESULT = Result(
    when=datetime(2030, 1, 1, tzinfo=UTC),
    game="carcassonne",
    people=("web:1", "", "web:3"),
    names=("Ann", "#2", "Cid"),
    points=(50, 40, 30),
    ranks=(1, 2, 3),
    parts=({"road": 50}, {"city": 40}, {"field": 30}),
)


def test_a_result_survives_the_store() -> None:
    """What is written is read back, with ratings and without."""
    for result in (RESULT, RESULT.rate({})):
        assert Result.from_text(result.to_text()) == result


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"when": "today"}'])
def test_a_damaged_result_is_refused(text: str) -> None:
    """A value that is none raises one kind of error."""
    with pytest.raises(ValueError, match="cannot be read"):
        Result.from_text(text)


def test_only_known_people_are_rated() -> None:
    """Who is not known neither gains nor gives; alone among strangers nobody is measured."""
    after = RESULT.rate({"web:1": Rating(30, 4)})
    assert after.ratings[1] == NEWCOMER
    assert after.ratings[0].mu > 30
    assert after.ratings[2].mu < NEWCOMER.mu
    alone = RESULT.without("web:3").rate({"web:1": Rating(30, 4)})
    assert alone.ratings[0] == Rating(30, 4)


def test_a_forgotten_person_becomes_a_number() -> None:
    """Key and name go; points and ranks stay."""
    after = RESULT.without("web:3")
    assert (after.people, after.names) == (("web:1", "", ""), ("Ann", "#2", "#3"))
    assert (after.points, after.ranks) == (RESULT.points, RESULT.ranks)


async def test_the_parts_of_a_game_add_up_to_its_points(club: Club) -> None:
    """Every point is in one of the parts, for every seat."""
    await club.begin(people=(ANN, BO, CID))
    await finish(club, (ANN, BO, CID))
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert game.course is not None
    assert counts(game)
    result = result_of(game, game.course)
    assert result.points == tuple(game.course.position.scores)
    assert tuple(sum(part.values()) for part in result.parts) == result.points
    assert [rank == 1 for rank in result.ranks] == [seat in game.course.position.winners for seat in range(3)]


async def test_whoever_leaves_is_behind_everyone_who_stays(club: Club) -> None:
    """Also with more points, and in the order of points among those who left."""
    await club.begin(people=(ANN, BO, CID))
    await club.play(ANN, "resign yes")
    await club.play(BO, "resign yes")
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert game.course is not None
    assert result_of(game, game.course).ranks == (2, 2, 1)
