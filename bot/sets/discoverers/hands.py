"""Open hands: which tile is laid, shown and read."""

from typing import NamedTuple

from bot.games import describe
from bot.games.course import Course
from bot.games.game import Game
from bot.games.moves import checked
from bot.games.parser import read_number
from bot.games.talk import Words
from bot.refusal import Refused
from bot.scene import Face, Offer, Phrase
from bot.scenes.face import board, choice
from bot.scenes.worth import counts
from bot.spots import legal
from core import Action, Choose, Deploy, Place, Position


class Tile(NamedTuple):
    """What a tile of an open hand offers: where it fits, and the most that it could be claimed for now."""

    spots: int
    points: int


def hand(position: Position) -> tuple[Choose, ...]:
    """The tiles that can be chosen; the first is number 1."""
    return legal(position, Choose)


def choose(game: Game, course: Course) -> Face:
    """Choose a tile from an open hand."""
    position = course.position
    kinds = {kind.id: kind for kind in position.hands[position.seat]}
    lines, row, held = [Phrase("prompt.choose")], [], []
    for number, action in enumerate(hand(position), 1):
        kind, offer = kinds[action.tile], _offered(position, action)
        tile = describe.tile(kind)
        lines.append(
            Phrase.of("prompt.hand", number=number, tile=tile, count=offer.spots, points=offer.points)
        )
        label = Phrase.of("choice.tile", number=number, points=offer.points)
        row.append(choice(f"choose {number}", label))
        held.append((action.tile, f"choose {number}"))
    return Face(tuple(lines), board(game, course), (tuple(row),), Offer(held=tuple(held)))


def _offered(position: Position, action: Choose) -> Tile:
    trial = position.copy()
    trial.play(action)
    fitting = trial.legal_spots()
    best = 0
    for cell, turns in fitting.items():
        for turn in turns:
            trial.play(Place(cell, turn))
            claims = {deploy.where for deploy in trial.legal_actions() if isinstance(deploy, Deploy)}
            best = max((best, *(counts(trial, cell, where) for where in claims)))
            trial.undo()
    return Tile(len(fitting), best)


def read_choose(position: Position, words: Words) -> Action:
    """``choose NUMBER`` or ``choose TILE``."""
    if len(words) != 1:
        raise Refused("usage.choose")
    offered = hand(position)
    number = read_number(words[0])
    if number is None:
        return checked(position, Choose(words[0]))
    if not 1 <= number <= len(offered):
        raise Refused("refusal.unknown_tile", number=number, count=len(offered))
    return offered[number - 1]
