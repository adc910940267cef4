"""What happened, in sentences."""

from datetime import UTC, datetime

import pytest

from bot.games.course import Course, Step
from bot.games.describe import feature_name
from bot.games.game import Game
from bot.games.header import Header, Status
from bot.scenes import narration
from bot.texts import Texts
from core import FeatureCompleted, Figure, FigureDeployed, FigureReturned, GameRecord, Phase, PointsAwarded
from core.actions import PASS
from core.rulesets import FIGURES
from tests.bot.table.club import ANN, BO, CHANNEL, CID


def game(record: GameRecord) -> tuple[Game, Course]:
    """A game with this record, played to its last action."""
    course = Course.replay(record.opening(), record.actions)
    people = (ANN, BO, CID)[: len(record.players)]
    header = Header(Status.RUNNING, people, ANN.key, record.game, record.sets, 6, datetime.now(UTC))
    return Game(CHANNEL, "g", 1, header, course), course


def told(texts: Texts, record: GameRecord, first: int = 0, language: str = "en") -> list[str]:
    """The story of all steps from the one with this number."""
    table, course = game(record)
    return [texts.say(phrase, language) for phrase in narration.story(table, course.steps[first:])]


CITY = GameRecord(
    ("Ann", "Bo"), bag=("base/E", "base/U"), actions=("draw", "place 0,-1 180", "deploy meeple city@S")
)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Ann lays a tile at 0,-1.", "Ann puts a knight in the city.",
                "Ann scores 4 points for a city (2 tiles)."]),
        ("pl", ["Ann kładzie płytkę na 0,-1.", "Ann ustawia rycerza w mieście.",
                "Ann dostaje 4 punkty za miasto (2 płytki)."]),
        ("cs", ["Ann přikládá kartičku na 0,-1.", "Ann umisťuje rytíře do města.",
                "Ann získává 4 body za město (2 kartičky)."]),
    ],
)  # fmt: skip
def test_points_are_told_with_their_reason(texts: Texts, language: str, said: list[str]) -> None:
    """Who laid, who deployed, who scored, for which feature and how large, in every language."""
    assert told(texts, CITY, language=language) == said


def test_points_are_told_longest_where_there_is_no_room() -> None:
    """Where a tile lies is in the picture: that goes first, then what stands where."""
    table, course = game(CITY)
    assert [said.spare for said in narration.story(table, course.steps)] == [1, 2, 3]


def test_a_completed_feature_without_figures_is_told(texts: Texts) -> None:
    """Nobody scores, and the story says so."""
    record = CITY.with_actions((*CITY.actions[:2], "pass"))
    assert told(texts, record)[-1] == "A city is complete (2 tiles), and nobody scores."


def award(seat: int, **more: object) -> PointsAwarded:
    """Points for a city of four tiles with a pennant."""
    values: dict[str, object] = {
        "points": 10,
        "reason": "city",
        "tiles": 4,
        "pennants": 1,
        "at": (0, 0),
        "where": "city@N",
    }
    return PointsAwarded(seat=seat, **{**values, **more})  # type: ignore[arg-type]  # the values fit their fields


def said_of(texts: Texts, *awards: PointsAwarded, language: str = "en") -> list[str]:
    """The sentences about the points of one feature."""
    table, _ = game(GameRecord(("Ann", "Bo", "Cid"), bag=("base/U",)))
    return [texts.say(phrase, language) for phrase in narration.points(table, list(awards))]


def test_a_tie_is_told_as_full_points_for_each(texts: Texts) -> None:
    """Those who share are named together, with what each of them gets."""
    assert said_of(texts, award(0), award(1)) == [
        "Ann and Bo score 10 points each for a city (4 tiles and 1 pennant)."
    ]
    assert said_of(texts, award(0), award(1), language="pl") == [
        "Ann i Bo dostają po 10 punktów za miasto (4 płytki i 1 proporzec)."
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Ann and Bo score 1 point each for a field (1 tile)."),
     ("pl", "Ann i Bo dostają po 1 punkcie za pole (1 płytka)."),
     ("cs", "Ann a\u00a0Bo získávají shodně 1 bod za louku (1 kartička).")],
)  # fmt: skip
def test_a_single_point_for_each_has_its_own_form(texts: Texts, language: str, said: str) -> None:
    """The number after "po" is in another case in Polish, and only one point shows it."""
    shared = {"reason": "field", "tiles": 1, "pennants": 0, "points": 1}
    assert said_of(texts, award(0, **shared), award(1, **shared), language=language) == [said]


def test_who_is_beaten_is_told_why(texts: Texts) -> None:
    """Those who had figures there and got nothing are named with the reason."""
    assert (
        said_of(texts, award(2, beaten=(0, 1)))[1]
        == "Nothing for Ann and Bo: others have the majority there."
    )


def test_a_lost_tie_is_told_with_the_hill(texts: Texts) -> None:
    """Who was as strong and lost to a figure on a hill is told so, apart from those who were outnumbered."""
    assert said_of(texts, award(2, beaten=(0, 1), tied=(1,)))[1:] == [
        "Nothing for Ann: others have the majority there.",
        "Nothing for Bo: a tie, and the hill decides.",
    ]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"reason": "road", "tiles": 1, "pennants": 0, "points": 1},
         "Ann scores 1 point for a road (1 tile)."),
        ({"reason": "monastery", "tiles": 1, "pennants": 0, "points": 9},
         "Ann scores 9 points for a monastery."),
        ({"reason": "monastery", "tiles": 1, "pennants": 0, "points": 15, "bonus": 6},
         "Ann scores 15 points for a monastery, 6 of them for vineyards."),
        ({"reason": "field", "pennants": 0, "cities": 2, "points": 6},
         "Ann scores 6 points for a field (4 tiles and 2 cities)."),
        ({"reason": "flock", "points": 7}, "Ann scores 7 points for the flock."),
        ({"reason": "mountain", "pennants": 0, "cities": 1, "points": 2},
         "Ann scores 2 points for mountains (4 tiles and 1 city)."),
        ({"reason": "sea", "pennants": 0, "points": 5}, "Ann scores 5 points for a sea (4 tiles)."),
        ({"reason": "plain", "pennants": 0, "points": 4}, "Ann scores 4 points for a plain (4 tiles)."),
    ],
)  # fmt: skip
def test_every_kind_of_points_has_its_sentence(texts: Texts, more: dict[str, object], said: str) -> None:
    """Each reason names its feature and what it counted."""
    assert said_of(texts, award(0, **more)) == [said]


@pytest.mark.parametrize("reason", ["road", "city", "monastery", "field", "flock"])
@pytest.mark.parametrize("bonus", [0, 3])
def test_every_kind_of_shared_points_has_its_sentence(texts: Texts, reason: str, bonus: int) -> None:
    """What can be shared can be told, in every language."""
    for language in texts.languages:
        assert "Ann" in said_of(texts, award(0, reason=reason, bonus=bonus), award(1), language=language)[0]


def test_two_features_completed_at_once_are_told_apart(texts: Texts) -> None:
    """Equal points for two features of one tile are two sentences, and the third feature's none is told."""
    table, _ = game(CITY)
    events = (
        FeatureCompleted("road", 3, 0, (0, 0), "road@E"),
        award(0, reason="road", tiles=3, pennants=0, points=3),
        FigureReturned(0, Figure.MEEPLE, (0, 0), "road@E"),
        FeatureCompleted("road", 3, 0, (0, 0), "road@W"),
        award(1, reason="road", tiles=3, pennants=0, points=3),
        FigureReturned(1, Figure.MEEPLE, (0, 0), "road@W"),
        FeatureCompleted("road", 1, 0, (0, 0), "road@S"),
        award(1, reason="city", tiles=9, final=True),
    )
    step = Step(0, Phase.DEPLOY, 1, PASS, events)
    assert [texts.say(phrase, "en") for phrase in narration.story(table, [step])] == [
        "Ann scores 3 points for a road (3 tiles).",
        "Bo scores 3 points for a road (3 tiles).",
        "A road is complete (1 tile), and nobody scores.",
    ]


def test_points_that_follow_each_other_are_shared_only_for_one_feature(texts: Texts) -> None:
    """A wagon's road and a barn's field, scored one after the other, are not one shared feature."""
    table, _ = game(CITY)
    events = (award(0, reason="road", pennants=0), award(1, reason="field", pennants=0, cities=3))
    told_of = [
        texts.say(line, "en") for line in narration.story(table, [Step(0, Phase.DEPLOY, 1, PASS, events)])
    ]
    assert told_of == [
        "Ann scores 10 points for a road (4 tiles).",
        "Bo scores 10 points for a field (4 tiles and 3 cities).",
    ]


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize(
    "where", ["road@N", "city@N", "field@NL", "monastery", "plain@N", "mountain@N", "sea@inside"]
)
def test_every_figure_on_every_feature_has_a_sentence(texts: Texts, figure: Figure, where: str) -> None:
    """Deploying anything anywhere can be told in every language; where one had not guessed it, it is said."""
    table, _ = game(CITY)
    step = Step(0, Phase.DEPLOY, 1, PASS, (FigureDeployed(0, figure, (0, 0), where),))
    (told,) = narration.story(table, [step])
    for language in texts.languages:
        said = texts.say(told, language)
        assert "Ann" in said
        assert "{" not in said
        anywhere = figure in {Figure.named("big"), Figure.named("wagon"), Figure.named("builder")}
        feature = texts.say(feature_name(where.partition("@")[0]), language)
        assert (f"({feature})" in said) == anywhere


@pytest.mark.parametrize(
    ("token", "said"),
    [(1, "Ann draws 1 sheep."), (4, "Ann draws 4 sheep."), ("wolf", "A wolf! Ann loses the flock.")],
)
def test_tokens_are_told(texts: Texts, token: int | str, said: str) -> None:
    """Sheep are counted, and a wolf is told with what it costs."""
    record = GameRecord(
        ("Ann", "Bo"),
        sets=("base", "hills-sheep"),
        bag=("base/U", "base/U"),
        tokens=(token,),
        actions=("draw", "place 1,0 0"),
    )
    field = next(name for name in record.replay().laid[-1].tile.names if name.startswith("field"))
    record = record.with_actions((*record.actions, f"deploy shepherd {field}"))
    assert told(texts, record, 2) == ["Ann puts the shepherd in the field.", said]


def test_a_discarded_tile_is_told(texts: Texts) -> None:
    """A tile that fits nowhere is named by what is on it."""
    # A monastery with a road, beside a start tile whose ends are closed by cities, cannot be drawn to fit.
    record = GameRecord(
        ("Ann", "Bo"), start=("base/C", 0, 0, 0), bag=("base/B", "base/C", "base/U"), actions=("draw",)
    )
    assert told(texts, record) == ["A tile fits nowhere and leaves the game: monastery."]


def test_a_resignation_and_a_lost_turn_are_told(texts: Texts) -> None:
    """Leaving and skipping have their sentences."""
    record = GameRecord(("Ann", "Bo", "Cid"), bag=("base/U", "base/U"), actions=("draw", "skip", "resign 2"))
    assert told(texts, record, 1) == ["Ann's turn is skipped.", "Cid resigns."]
