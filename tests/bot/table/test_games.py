"""Whole games, as people would play them."""

import random
from collections.abc import Callable

import pytest

from bot import spots
from bot.people import Person
from bot.scene import PictureKind, Scene
from core import GameRecord, Phase, Position
from core.sets.abbey_mayor.actions import ABBEY_DUE, WAGON_DUE
from core.sets.hills_sheep.actions import FLOCK_DUE
from tests.bot.table.club import ANN, BO, CID, Club, choices, commands, keys

PEOPLE = {person.key: person for person in (ANN, BO, CID)}


def typed(position: Position, chance: random.Random) -> str:
    """A legal decision in words: numbers, letters, or the notation of records."""
    match position.phase:
        case Phase.PLACE:
            cells = spots.places(position)
            number = chance.randrange(len(cells))
            turn = chance.choice(spots.looks(position, cells[number])) * 90
            x, y = cells[number]
            return chance.choice(
                [f"place {number + 1} {turn}", f"place {x},{y} {turn}", f"place {number + 1}"]
            )
        case Phase.DEPLOY:
            offers = [f"deploy {letter} {figure}" for letter, where in spots.letters(position)
                      for figure in spots.figures(position, where)]  # fmt: skip
            offers += [f"score {number + 1}" for number in range(len(spots.take_backs(position)))]
            return chance.choice([*offers, "pass"])
        case phase if phase is FLOCK_DUE:
            return chance.choice(["grow", "score"])
        case _:
            return str(chance.choice(position.legal_actions()))


@pytest.mark.parametrize(
    ("words", "seed"),
    [("", 1), ("winter fields=off", 2), ("abbey", 3), ("hills", 4), ("all", 5), ("discoverers", 6),
     ("discoverers hand=2 even_turns=printed", 7), ("all wagon_move=adjacent hills_tie=count", 8),
     ("traders", 11), ("river inns traders fields=off", 12)],
)  # fmt: skip
async def test_two_people_play_to_the_end_by_typing(club: Club, words: str, seed: int) -> None:
    """From /new to the final scores by text alone; the stored record replays to the same end."""
    chance = random.Random(seed)
    scene = await club.begin(*words.split())
    while scene.actor:
        scene = await club.play(PEOPLE[scene.actor], typed(await club.position(), chance))
        while scene.actor and "turn" in commands(scene) and chance.random() < 0.2:
            scene = await club.play(PEOPLE[scene.actor], "turn")
    assert {"over.heading", "standings"} <= set(keys(scene))
    assert {"over.won", "over.shared"} & set(keys(scene))
    reply = await club.say(BO, "export")
    assert reply.answer is not None
    assert reply.answer.file is not None
    record = GameRecord.from_json(reply.answer.file.content.decode())
    position = await club.position()
    assert record.replay() == position
    assert position.over
    assert list(await club.store.games_of(ANN.key)) == []


@pytest.mark.parametrize(("words", "seed"), [("", 11), ("all", 12), ("discoverers hand=2", 13)])
async def test_three_people_play_to_the_end_by_tapping(club: Club, words: str, seed: int) -> None:
    """Every button that a scene offers is accepted, from the first to the last."""
    chance = random.Random(seed)
    scene = await club.begin(*words.split(), people=(ANN, BO, CID))
    while scene.actor:
        offers = [choice.command for choice in choices(scene) if not choice.actor]
        weights = [{"undo": 1, "turn": 1, "advice": 0.2}.get(command, 8) for command in offers]
        command = chance.choices(offers, weights)[0]
        reply = await club.press(PEOPLE[scene.actor], command)
        assert reply.refusal is None, command
        assert reply.scene is not None
        scene = reply.scene
        agrees(scene, await club.position())


def agrees(scene: Scene, position: Position) -> None:
    """The scene offers what the rules allow, neither more nor less."""
    offered = [command for command in commands(scene) if command not in {"undo", "turn", "advice"}]
    assert len(offered) == len(set(offered))
    if position.over:
        assert offered == [
            "new again",
            "new",
            "export",
            "replay film",
            "replay chart",
            "replay review",
            "board",
            "score",
        ]
        return
    picture = scene.picture
    assert picture is not None
    legal = position.legal_actions()
    match position.phase:
        case Phase.PLACE:
            cells = position.legal_spots()
            assert list(picture.spots) == sorted(cells, key=lambda cell: (cell[1], cell[0]))
            assert offered == [f"place {number}" for number in range(1, len(cells) + 1)]
        case Phase.DEPLOY:
            assert picture.kind is PictureKind.CLOSE_UP
            assert len(offered) == len(legal)
            assert len(picture.letters) <= 12
        case phase if phase is WAGON_DUE:
            assert picture.verb == "wagon"
            assert len(offered) == len(legal)
        case _:
            assert len(offered) == len(legal)


def sheep_or_wagons(position: Position) -> bool:
    """Whether a decision is due that is not simply laying or deploying."""
    return position.phase in {FLOCK_DUE, WAGON_DUE, Phase.DRAW, ABBEY_DUE}


async def test_all_expansions_ask_for_all_their_decisions(club: Club) -> None:
    """In a few games with everything, each kind of decision comes up, some of them for another seat."""
    seen: set[Phase] = set()
    elsewhere = 0
    chance = random.Random(3)
    while seen < {Phase.PLACE, Phase.DEPLOY, FLOCK_DUE, WAGON_DUE, Phase.DRAW, ABBEY_DUE} or not elsewhere:
        scene = await club.begin("all", people=(ANN, BO, CID))
        while scene.actor:
            position = await club.position()
            seen.add(position.phase)
            if position.seat != position.active:
                elsewhere += 1
                assert keys(scene)[0] == "turn.asked"
                assert scene.notify == (await seated(club, position.seat),)
            scene = await club.play(PEOPLE[scene.actor], leaning(position, chance))
    assert elsewhere


async def seated(club: Club, seat: int) -> Person:
    """Who sits there."""
    return (ANN, BO, CID)[seat]


def leaning(position: Position, chance: random.Random) -> str:
    """A decision that likes wagons and shepherds and keeps the abbey for the end."""
    preferences: list[Callable[[str], bool]] = [
        lambda text: text.startswith("deploy wagon"),
        lambda text: text.startswith("deploy shepherd"),
        lambda text: text == "draw",
    ]
    legal = [str(action) for action in position.legal_actions()]
    for prefers in preferences:
        chosen = [text for text in legal if prefers(text)]
        if chosen:
            text = chance.choice(chosen)
            break
    else:
        text = chance.choice(legal)
    return {"flock grow": "grow", "flock herd": "score"}.get(text, " ".join(_flipped(text)))


def _flipped(text: str) -> list[str]:
    words = text.split()
    return [words[0], *reversed(words[1:])] if words[0] == "deploy" else words
