"""``replay``: whole games as films, charts and summaries."""

import pytest

from bot.request import Request
from bot.scene import PictureKind, Scene
from tests.bot.table.club import ANN, BO, CID, Club, commands
from tests.bot.table.playing import answered, short_game

KINDS = {
    "replay": PictureKind.SUMMARY,
    "replay summary": PictureKind.SUMMARY,
    "replay film": PictureKind.FILM,
    "replay FILM": PictureKind.FILM,
    "replay chart": PictureKind.CHART,
    "replay mp4": PictureKind.FILM,
}


def told(scene: Scene) -> tuple[PictureKind, int]:
    """Which picture is shown, and how many actions of the game it tells."""
    picture = scene.picture
    assert picture is not None
    assert picture.record is not None
    assert picture.record.replay().scores == picture.position.scores
    return picture.kind, len(picture.record.actions)


@pytest.mark.parametrize("command", KINDS)
async def test_a_running_game_is_told_so_far(club: Club, command: str) -> None:
    """At any time anybody can see the game up to now; of one's own accord the summary is shown."""
    await club.begin()
    shown = await answered(club, CID, command)
    assert told(shown) == (KINDS[command], 1)


async def test_each_kind_leads_to_the_others(club: Club) -> None:
    """The buttons offer what is not shown, and work."""
    await short_game(club)
    assert commands(await answered(club, ANN, "replay")) == ("replay film", "replay chart", "replay review")
    assert commands(await answered(club, ANN, "replay film")) == (
        "replay summary",
        "replay chart",
        "replay review",
    )
    assert commands(await answered(club, ANN, "replay mp4")) == (
        "replay summary",
        "replay chart",
        "replay review",
    )
    assert commands(await answered(club, ANN, "replay chart")) == (
        "replay summary",
        "replay film",
        "replay review",
    )
    assert commands(await answered(club, ANN, "replay review")) == (
        "replay summary",
        "replay film",
        "replay chart",
    )


async def test_only_what_is_over_is_looked_back_at(club: Club) -> None:
    """Of a running game it would be advice: it is refused, and not offered."""
    await club.begin()
    assert await club.refused(ANN, "replay review") == "refusal.review_running"
    assert "replay review" not in commands(await answered(club, ANN, "replay"))


async def test_a_look_back_shows_the_turns_of_people(club: Club) -> None:
    """Anybody can ask for it, and is told that it takes long."""
    await short_game(club)
    shown = await answered(club, CID, "replay review")
    assert told(shown)[0] is PictureKind.REVIEW
    assert shown.picture is not None
    assert shown.picture.slow
    assert shown.picture.seats == (0, 1)


async def test_the_last_game_is_told_while_people_gather(club: Club) -> None:
    """Before the next game begins, and after one that was called off, the last that was played is meant."""
    await short_game(club)
    actions = told(await answered(club, BO, "replay film"))[1]
    assert actions > 6
    await club.play(ANN, "new")
    shown = await answered(club, BO, "replay film")
    assert told(shown) == (PictureKind.FILM, actions)
    for command in commands(shown):
        assert told(await answered(club, BO, command))[1] == actions
    await club.play(ANN, "leave")
    assert told(await answered(club, BO, "replay film")) == (PictureKind.FILM, actions)


async def test_earlier_games_are_told_by_number_or_id(club: Club) -> None:
    """A number from the history and a game's id both mean that game, before or after the word."""
    end = await short_game(club)
    actions = told(await answered(club, ANN, "replay"))[1]
    await club.begin()
    for command in ("replay 1 chart", "replay chart 1", f"replay {end.game} chart"):
        assert told(await answered(club, CID, command)) == (PictureKind.CHART, actions)
    assert told(await answered(club, CID, "replay chart")) == (PictureKind.CHART, 1)


async def test_the_buttons_of_an_old_end_mean_the_old_game(club: Club) -> None:
    """Whoever presses Film under a game that ended sees that game, whatever is played there now."""
    end = await short_game(club)
    actions = told(await answered(club, ANN, "replay"))[1]
    await club.begin()
    request = Request(club.channel, CID, "replay film", "late", end.game, end.version)
    reply = await club.send(request)
    assert reply.answer is not None
    assert told(reply.answer) == (PictureKind.FILM, actions)


async def test_the_history_leads_to_the_film(club: Club) -> None:
    """Whoever looks at a game of the past can see it as a film."""
    end = await short_game(club)
    command = f"replay {end.game} film"
    assert command in commands(await answered(club, CID, "history 1"))
    assert told(await answered(club, CID, command))[0] is PictureKind.FILM


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        ("replay backwards", "refusal.unknown_game"),
        ("replay 7", "history.none"),
        ("replay film chart", "usage.replay"),
        ("replay 1 2", "usage.replay"),
    ],
)
async def test_what_cannot_be_told_is_refused(club: Club, command: str, refusal: str) -> None:
    """No game has ended here yet, or more than one thing was asked for."""
    await club.begin()
    assert await club.refused(ANN, command) == refusal


async def test_where_nothing_was_played_there_is_nothing_to_tell(club: Club) -> None:
    """Neither in an empty place nor while people gather for the first game."""
    assert (await club.say(ANN, "replay")).refusal is not None
    await club.play(ANN, "new")
    assert await club.refused(ANN, "replay") == "refusal.not_begun"
