"""Choices say what each is worth now, for every kind of decision; the lobby says what each set adds."""

import pytest

from bot.lessons.screens import screens
from bot.scene import Phrase, Scene
from bot.scenes.worth import worth
from core import Deploy, GameRecord, Phase, Position
from core.rulesets import EXPANSIONS, GAMES
from core.sets.abbey_mayor.actions import ABBEY_DUE, WAGON_DUE
from core.sets.hills_sheep.actions import FLOCK_DUE
from tests.bot.table.club import ANN, BO, Club, choices
from tests.bot.table.search import at, reach

WORTH = {"points", "wolves"}


def labelled(club: Club, scene: Scene, command: str) -> str:
    """The label of the button with this command."""
    (found,) = [choice for choice in choices(scene) if choice.command == command]
    return club.text(found.label)


def takes_back(position: Position) -> bool:
    """Whether a figure can be taken back."""
    return any(str(action).startswith("score") for action in position.legal_actions())


@pytest.mark.parametrize(
    ("record", "verbs"),
    [
        (at(Phase.DRAW), {"abbey"}),
        (at(ABBEY_DUE), {"abbey"}),
        (at(Phase.CHOOSE), {"choose"}),
        (at(Phase.DEPLOY), {"deploy"}),
        (at(FLOCK_DUE), {"grow", "score"}),
        (at(WAGON_DUE), {"wagon"}),
        (reach(takes_back, ("discoverers",)), {"score", "deploy"}),
    ],
    ids=["draw", "abbey", "choose", "deploy", "flock", "wagon", "take back"],
)
async def test_every_choice_of_a_decision_has_its_worth(
    club: Club, record: GameRecord, verbs: set[str]
) -> None:
    """No button that leads to points is without them; a wagon's way home leads to none."""
    scene = await club.set_up(record)
    offered = [choice for choice in choices(scene) if choice.command.split()[0] in verbs]
    assert {choice.command.split()[0] for choice in offered} == verbs
    without = [choice.command for choice in offered if not WORTH & set(choice.label.args)]
    assert without in ([], ["wagon home"])


async def test_an_abbey_counts_what_lies_around_its_best_hole(club: Club) -> None:
    """Seven tiles around the hole and the abbey itself: 8 points."""
    cells = ("1,0", "1,1", "1,2", "0,2", "-1,2", "-1,1")
    record = GameRecord(
        ("Ann", "Bo"),
        sets=("base", "abbey-mayor"),
        bag=("base/B",) * 9,
        start=("base/B", 0, 0, 0),
        actions=tuple(action for cell in cells for action in ("draw", f"place {cell} 0", "pass")),
    )
    scene = await club.set_up(record)
    assert labelled(club, scene, "abbey") == "Abbey · 8"


async def test_a_flock_tells_its_points_and_its_risk(club: Club) -> None:
    """Three sheep lie on one token, so two of the seventeen in the bag are wolves."""
    record = GameRecord(
        ("Ann", "Bo"),
        sets=("base", "hills-sheep"),
        bag=("base/U", "base/E", "base/B"),
        tokens=(3, 2),
        actions=("draw", "place 1,0 0", "deploy shepherd field@ER", "skip", "draw", "place 1,1 180", "pass"),
    )
    assert screens("hills-sheep")[1].picture.position.scores == record.replay().scores
    scene = await club.set_up(record)
    assert labelled(club, scene, "score") == "To the stable · 3"
    assert labelled(club, scene, "grow") == "Grow · wolf 2/17"


async def test_an_open_hand_tells_where_its_tiles_fit_and_what_they_count(club: Club) -> None:
    """The spots are those that are offered once a tile is chosen, and the points those of its best claim."""
    scene = await club.set_up(at(Phase.CHOOSE))
    who = ANN if scene.actor == ANN.key else BO
    hand = [line for line in scene.lines if line.key == "prompt.hand"]
    assert len(hand) == len(choices(scene))
    first = hand[0]
    placing = await club.play(who, "choose 1")
    spots = [choice for choice in choices(placing) if choice.command.startswith("place ")]
    assert len(spots) == first.args["count"]
    position = await club.position()
    best = 0
    for place in position.legal_actions():
        laid = position.copy()
        laid.play(place)
        for claim in laid.legal_actions():
            if isinstance(claim, Deploy):
                best = max(best, worth(laid, claim))
    assert first.args["points"] == best > 0


@pytest.mark.parametrize("words", ["", "winter", "abbey sheep", "discoverers"])
async def test_the_lobby_has_a_line_on_what_each_set_adds(club: Club, words: str) -> None:
    """Chosen or not, each set and each game is explained in a line, in every language."""
    await club.play(ANN, f"new {words}")
    scene = await club.play(ANN, "settings view=game")
    lines = [(line, line.args["adds"]) for line in scene.lines if "adds" in line.args]
    said = {adds.key: line.key for line, adds in lines if isinstance(adds, Phrase)}
    agreed = words.split()
    wanted = {f"adds.{game}": "lobby.instead" for game in GAMES}
    wanted |= {f"adds.{name}": "lobby.offer" for name in EXPANSIONS if words != "discoverers"}
    chosen = {"winter": "winter", "abbey": "abbey-mayor", "sheep": "hills-sheep"}
    playing = "discoverers" if words == "discoverers" else "carcassonne"
    for name in (playing, *(chosen[word] for word in agreed if word in chosen)):
        wanted[f"adds.{name}"] = "lobby.chosen"
    assert said == wanted
    for language in club.texts.languages:
        assert all(len(club.text(line, language)) <= 130 for line in scene.lines)
