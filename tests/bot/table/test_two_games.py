"""Carcassonne and The Discoverers share their code, never their words: no text of one shows in the other."""

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.commands.looking.help import help_
from bot.games.asking import Asking, Chance
from bot.games.course import Course
from bot.games.game import Answered, Game
from bot.games.header import Header, Status
from bot.games.parser import parse
from bot.games.settle import settle
from bot.refusal import Refused
from bot.request import Request
from bot.scene import Phrase, Scene
from bot.scenes.compose import public
from bot.texts.catalogues import keys as keys_of
from bot.texts.catalogues import read_languages
from core import GameRecord, Phase
from render import board_text, closeup_text, tiles_text
from tests.bot.table.club import ANN, BO, CHANNEL, CID, served
from tests.bot.table.search import EVERYTHING
from tests.render.positions import offered

NOW: Final = datetime(2030, 1, 1, 12, tzinfo=UTC)
TEXTS: Final = {language: keys_of(catalogue) for language, catalogue in read_languages().items()}
CARCASSONNE: Final = {
    "en": r"monaster|field|shepherd|road|abbey|knight|\bmonk|farmer|flock|sheep|barn\b|wagon|mayor|\bhill|"
          r"vineyard|complete|majorit|pennant",
    "pl": r"klaszt|\bpol(e|a|u|ach)\b|pasterz|\bdrog|trakt|opactw|rycerz|mnich|chłop|stad[oa]|owiec|stodo|"
          r"\bw[óo]z|burmistrz|wzgórz|winnic|ukończ|przewag|chorągi",
    "cs": r"klášter|\blouk|pastýř|\bcest|opatstv|rytíř|mnich|sedlák|stád|ovec|\bstat(ek|k)|\bvůz|\bvoz|"
          r"starost|kop[ec]c|vinic|dokonč|převah|\berb",
}  # fmt: skip
DISCOVERERS: Final = {
    "en": r"\bplains?\b|mountain|\bseas?\b|explorer|seafarer|\blake|port cit|figures? (back|from)|"
          r"takes? one back|meeple back|figure to take back|\bclosed",
    "pl": r"równin|\bg[óo]r(y|ach|ami|)\b|\bmorz|odkrywc|żeglarz|jezior|portow|zamknięt|zabier\w* "
          r"(pion|jeden|podw)|pionka, który można zabrać",
    "cs": r"nížin|\bhor(y|ách|ami)\b|vodní ploch|objevitel|námořn|jezer|přístavn|uzavřen|Uzavřen|"
          r"figurku (z|zpět)|figurku, kterou by šlo vzít zpět",
}  # fmt: skip
"""What only this game has, or calls so, in the three languages."""
TYPED: Final = (
    "draw", "place", "place 99", "place 1 45", "deploy", "deploy q", "deploy a b", "pass", "turn", "undo",
    "score", "score 99", "score 1", "choose 9", "game", "tiles", "board whole", "board mine owners",
    "settings", "resign", "end", "start", "join",
)  # fmt: skip
"""Commands in the middle of anything: most are refused, and none names what only one game has."""


def only(words: Mapping[str, str]) -> frozenset[str]:
    """The keys whose text, in some language, is about what only one game has."""
    return frozenset(
        key
        for language, pattern in words.items()
        for key, said in TEXTS[language].items()
        if any(re.search(pattern, text, re.IGNORECASE) for text in said)
    )


ONLY_CARCASSONNE: Final = only(CARCASSONNE)
ONLY_DISCOVERERS: Final = only(DISCOVERERS)


def said_in(value: object) -> Iterator[str]:
    """The keys of a phrase and of all phrases in it."""
    match value:
        case Phrase(key, args):
            yield key
            for argument in args.values():
                yield from said_in(argument)
        case tuple() | list():
            for part in value:
                yield from said_in(part)
        case Scene():
            yield from said_in(value.lines)
            yield from (key for row in value.rows for choice in row for key in said_in(choice.label))
            yield from spoken(value)
        case Answered():
            yield from said_in(value.answer)


def spoken(scene: Scene) -> Iterator[str]:
    """The keys of what a scene's picture says in words."""
    picture, heard = scene.picture, list[str]()
    if picture is None or picture.position.over:
        return

    def say(key: str, **_args: object) -> str:
        heard.append(key)
        return key

    position = picture.position
    board_text(position, say, names=picture.names, spots=picture.spots, longest=100_000)
    tiles_text(position.unseen(), say, longest=100_000)
    if position.phase is Phase.DEPLOY:
        letters = picture.letters or offered(position)
        closeup_text(position, say, names=picture.names, letters=letters, longest=100_000)
    yield from heard


def shown(game: Game) -> Iterator[str]:
    """The keys of all that anybody gets to read of a game at this moment."""
    assert game.course is not None
    yield from said_in(public(game, NOW))
    for person in (game.header.people[game.course.position.seat], CID):
        for command in ("help", *TYPED):
            request = Request(CHANNEL, person, command, "once")
            asking = Asking(game, request, parse(command), NOW, Chance(lambda size: "0" * size))
            try:
                yield from said_in(help_(asking) if command == "help" else served(asking))
            except Refused as refused:
                yield from said_in(refused.phrase)


def played(record: GameRecord, seed: int) -> Iterator[Game]:
    """A game that two newcomers play at random, at some moments and at its end."""
    chance, course = random.Random(seed), Course(record.opening())
    header = Header(
        Status.RUNNING, (ANN, BO), ANN.key, record.game, record.sets, 2, NOW, record.options,
        record=record.to_json(), newcomers=(ANN.key, BO.key),
    )  # fmt: skip
    settle(course)
    while not course.position.over:
        if chance.random() < 0.06:
            yield Game(CHANNEL, "g", 1, header, course.copy())
        course.play(chance.choice(course.position.legal_actions()))
        settle(course)
    yield Game(CHANNEL, "g", 2, replace(header, status=Status.OVER), course)


@pytest.mark.parametrize(
    ("game", "sets", "foreign"),
    [
        ("discoverers", ("discoverers",), ONLY_CARCASSONNE),
        ("carcassonne", ("base",), ONLY_DISCOVERERS),
        ("carcassonne", EVERYTHING, ONLY_DISCOVERERS),
    ],
    ids=["discoverers", "base", "everything"],
)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10_000), hand=st.sampled_from([0, 2]))
def test_no_word_of_the_other_game_is_shown(
    game: str, sets: tuple[str, ...], foreign: frozenset[str], seed: int, hand: int
) -> None:
    """Neither in scenes, hints, help, answers and refusals nor in what pictures say."""
    record = GameRecord(("Ann", "Bo"), game, sets, {"hand": hand}, seed=f"{seed:04x}")
    wrong: set[str] = set()
    for moment in played(record, seed):
        wrong |= set(shown(moment)) & foreign
    assert wrong == set()


def test_the_words_are_known() -> None:
    """The lists are made from the texts, and hold what is plainly about one game alone."""
    assert {
        "hint.farmer",
        "hint.few",
        "story.meeple.city",
        "alt.closed",
        "help.turn.wagon",
    } <= ONLY_CARCASSONNE
    assert {"hint.few_discoverers", "story.meeple.sea", "alt.shut", "prompt.take_back"} <= ONLY_DISCOVERERS
