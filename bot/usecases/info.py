"""Answers to the asking person that change nothing: the board, the tiles, the standings, the state."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.families import Family
from bot.games import describe, describe_time
from bot.games.access import begun, due, host_name, player, present, running
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Status
from bot.games.talk import remarks, talks_of
from bot.refusal import Refused
from bot.scene import AUTO, THEMES, Choice, Phrase, Picture, PictureKind, Row, Scene
from bot.scenes.compose import public
from bot.scenes.face import themed
from bot.scenes.final import explained
from bot.scenes.lobby import agreed
from core import FeatureView, Phase, Position, Standing, tile_kind


def answer(
    asking: Asking, game: Game, *lines: Phrase, picture: Picture | None = None, rows: tuple[Row, ...] = ()
) -> Scene:
    """An answer about a game, in the asking person's language."""
    return Scene(
        lines=lines,
        picture=themed(game, picture),
        rows=rows,
        game=game.id,
        version=game.version,
        turn=game.turn,
        actor=asking.person.key,
        language=asking.person.language,
    )


def tiles(asking: Asking) -> Scene:
    """``tiles``: what nobody has seen yet, by kind, as a picture and as text."""
    game, course = begun(asking)
    unseen = course.position.unseen()
    entries = tuple(
        Phrase.of("tiles.entry", count=count, tile=describe.tile_in(course.position, tile_kind(tile)))
        for tile, count in sorted(unseen.items())
    )
    lines = [Phrase.of("tiles.heading", count=unseen.total(), bag=course.position.bag_left)]
    if entries:
        lines.append(Phrase.of("tiles.list", entries=entries))
    picture = Picture(PictureKind.TILES, course.position, game.header.names)
    return answer(asking, game, *lines, picture=picture)


def show_tile(asking: Asking) -> Scene:
    """``draw`` when the tile has been drawn already: it is shown again."""
    game, course = running(asking)
    seat = player(asking, game)
    if seat != course.position.seat:
        raise Refused("refusal.not_your_turn", due=due(game))
    if course.position.phase not in {Phase.PLACE, Phase.CHOOSE}:
        raise Refused("refusal.wrong_phase", due=due(game, asking.person))
    return replace(public(game, asking.now), language=asking.person.language)


def score(asking: Asking) -> Scene:
    """``score``: the standings, and what each open feature is worth to whom; or how the game was scored."""
    game, course = begun(asking)
    lines = [describe.standings(game, course.position.scores)]
    if game.header.status is Status.RUNNING:
        lines.extend(_open_features(game, course))
        for talk in talks_of(course.position):
            lines.extend(talk.standings(game, course))
    else:
        lines.extend(explained(game, course))
    return answer(asking, game, *lines)


def _open_features(game: Game, course: Course) -> Iterator[Phrase]:
    apart = {figure for talk in talks_of(course.position) for figure in talk.apart}
    claimed = [
        (view, standing)
        for view in course.position.features()
        if (standing := next((f for f in view.figures if f.figure not in apart), None)) is not None
    ]
    for view, standing in sorted(claimed, key=lambda entry: -entry[0].final):
        yield _feature(game, course.position, view, standing)


def _feature(game: Game, position: Position, view: FeatureView, standing: Standing) -> Phrase:
    x, y = standing.cell
    parts = describe.view_counts(position, view)
    for remark in remarks(position, view):
        parts = Phrase.of("count.remarked", parts=parts, remark=remark)
    present_there = tuple(sorted({figure.seat for figure in view.figures}))
    key = "worth.nobody"
    if view.owners:
        key = "worth.alike" if view.now == view.final else "worth.owned"
    return Phrase.of(
        key,
        feature=describe.feature_name(view.kind),
        x=x,
        y=y,
        parts=parts,
        now=describe.points(view.now),
        final=describe.points(view.final),
        who=game.everyone(view.owners or present_there),
    )


def state(asking: Asking) -> Scene:
    """``game``: what is played, whose turn it is since when, the standings."""
    game = present(asking)
    return answer(asking, game, *_state(asking, game))


def _state(asking: Asking, game: Game) -> Iterator[Phrase]:
    header = game.header
    yield Phrase.of("state.title", title=describe.title(game), who=game.players)
    if header.status is Status.OVER:
        yield Phrase("state.over")
    else:
        yield Phrase.of(
            "state.due", due=due(game, asking.person), time=describe.since(asking.now - header.since)
        )
        yield from _time_left(asking, game)
    if game.course is not None:
        position = game.course.position
        yield describe.standings(game, position.scores)
        if header.status is not Status.OVER:
            tiles = Phrase.of("count.tiles_left", count=position.bag_left)
            yield Phrase.of("state.tiles", turn=game.turn, tiles=tiles)
        yield from describe.published(game)
        yield from describe.known_bag(game)
    if header.status is not Status.OVER:
        yield Phrase.of("state.host", who=host_name(game))


def _time_left(asking: Asking, game: Game) -> Iterator[Phrase]:
    timer = game.header.tempo.timer
    if timer is not None and timer.paused:
        yield Phrase("clock.paused")
    elif timer is not None and timer.until is not None:
        left = describe_time.span(timer.until - asking.now)
        own = asking.known.of(asking.person).zone
        yield Phrase.of("clock.until", left=left, when=describe_time.moment(game, timer.until, own))


def settings(asking: Asking) -> Scene:
    """``settings``: what is agreed."""
    game = present(asking)
    lines = (
        Phrase.of("state.title", title=describe.title(game), who=game.players),
        *agreed(game.header),
        Phrase.of("state.host", who=host_name(game)),
    )
    rows: tuple[Row, ...] = ((Choice(Phrase("choice.my_settings"), "settings me"),),)
    if game.header.status is not Status.OVER:
        rows += (_themes(game),)
    return answer(asking, game, *lines, rows=rows)


THEME: Final = Family("choice.theme.{}", of=(AUTO, *THEMES))


def _themes(game: Game) -> Row:
    return tuple(
        Choice(Phrase(THEME(theme)), f"settings theme={theme}")
        for theme in (AUTO, *THEMES)
        if theme != game.header.theme
    )
