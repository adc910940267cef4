"""A picture with its words: :mod:`render` with sentences from the catalogues."""

from dataclasses import replace
from typing import Final

from bot.painter import Painted, Progress
from bot.painting.theme import theme_of
from bot.scene import FULL, NEAR, Phrase, Picture, PictureKind
from bot.texts import Texts
from core import GameRecord
from core.opponents.review import Review
from render import (
    SPRITES,
    Drawn,
    Plan,
    Say,
    bare_picture,
    board_picture,
    board_text,
    chart_text,
    closeup_picture,
    closeup_text,
    encode,
    film,
    film_mp4,
    film_text,
    hurried_profile,
    looks_picture,
    profile_named,
    review_picture,
    review_text,
    score_chart,
    summary_picture,
    summary_text,
    tiles_picture,
    tiles_text,
)

FILE: Final = "file"
"""The profile of the whole board as a file."""

BARE: Final = "bare"
"""The profile of a board upon which pages draw the rest."""

MP4: Final = "mp4"
"""The view of a film as MP4, where there is a program that makes them."""

DEPLOY: Final = "deploy"
"""The command for which the words of a bare board are about the tile laid last."""

TAKE_BACK: Final = "score"
"""The command that a tap on a figure stands for which can be taken back."""


class Drawing:
    """Draws one picture after the other, at once and in the caller's thread."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,
        *,
        hurried: bool = False,
    ) -> Painted:
        """The picture for a platform's profile. ``progress`` is told of each frame of a film.

        A ``hurried`` one takes half the time, where the platform has such a profile.
        """
        say = self._say(language)
        if picture.kind is PictureKind.FILM:
            return _film(picture, say, progress)
        if picture.view == FULL:
            picture, profile = replace(picture, view="whole"), FILE
        elif hurried:
            profile = hurried_profile(profile)
        drawn = _draw(picture, profile, say)
        encoded = encode(drawn.image, _profile_of(picture, drawn, profile), name=picture.kind.value)
        targets = tuple(
            (_command(picture, target.name), target.left, target.top, target.width, target.height)
            for target in drawn.targets
        )
        plan = None if drawn.plan is None else _written(drawn.plan)
        words = _words(picture, say) if profile_named(profile).described else ""
        return Painted(encoded.content, encoded.filename, encoded.mime, words, targets, plan)

    def _say(self, language: str) -> Say:
        def say(key: str, **args: object) -> str:
            return self._texts.say(Phrase(key, args), language)

        return say


def _profile_of(picture: Picture, drawn: Drawn, profile: str) -> str:
    """How a picture is written: what is seen through not with few colours, a bare board as such."""
    if drawn.image.mode == "RGBA":
        return FILE
    return BARE if picture.kind is PictureKind.BARE else profile


def _film(picture: Picture, say: Say, progress: Progress | None) -> Painted:
    theme = theme_of(picture)
    drawn = film(_record(picture), names=picture.names, say=say, theme=theme, progress=progress)
    if picture.view == MP4:
        drawn = film_mp4(drawn) or drawn
    return Painted(drawn.content, drawn.filename, drawn.mime, _words(picture, say))


def _draw(picture: Picture, profile: str, say: Say) -> Drawn:
    theme = theme_of(picture)
    match picture.kind:
        case PictureKind.BOARD:
            return board_picture(
                picture.position,
                names=picture.names,
                spots=picture.spots,
                view=picture.view,
                seat=picture.seat,
                theme=theme,
                profile=profile,
                tint=picture.tint,
                events=picture.events,
                before=picture.before,
                sprites=SPRITES.apart() if profile == FILE else SPRITES,
            )
        case PictureKind.CLOSE_UP:
            return closeup_picture(
                picture.position,
                names=picture.names,
                letters=picture.letters,
                figures=picture.figures,
                seat=picture.seat,
                theme=theme,
                events=picture.events,
            )
        case PictureKind.BARE:
            return bare_picture(
                picture.position,
                areas=picture.areas,
                events=picture.events,
                near=picture.view == NEAR,
                theme=theme,
            )
        case PictureKind.LOOKS:
            return looks_picture(
                picture.position,
                spots=picture.spots,
                tiles=picture.tiles,
                pieces=picture.pieces,
                seat=picture.seat,
                theme=theme,
            )
        case PictureKind.TILES:
            return tiles_picture(_left(picture), theme=theme)
        case PictureKind.CHART:
            return score_chart(_record(picture), names=picture.names, say=say, theme=theme)
        case PictureKind.SUMMARY:
            return summary_picture(_record(picture), names=picture.names, say=say, theme=theme)
        case PictureKind.REVIEW:
            return review_picture(
                _record(picture),
                _review(picture),
                names=picture.names,
                say=say,
                seats=picture.seats,
                theme=theme,
            )
        case PictureKind.FILM:
            raise ValueError("a film is more than one picture")


def _command(picture: Picture, name: str) -> str:
    """What a tap on a spot, a letter or a figure stands for; sprites keep their names."""
    if picture.kind is PictureKind.LOOKS:
        return name
    taken_back = {number for number, _, _ in picture.figures}
    return f"{TAKE_BACK if name in taken_back else picture.verb} {name}"


def _words(picture: Picture, say: Say) -> str:
    match picture.kind:
        case PictureKind.LOOKS:
            return ""
        case PictureKind.BOARD:
            return board_text(picture.position, say, names=picture.names, spots=picture.spots)
        case PictureKind.BARE if picture.verb != DEPLOY:
            return board_text(picture.position, say, names=picture.names, spots=picture.spots)
        case PictureKind.CLOSE_UP | PictureKind.BARE:
            return closeup_text(
                picture.position, say, names=picture.names, letters=picture.letters, figures=picture.figures
            )
        case PictureKind.TILES:
            return tiles_text(_left(picture), say, fields=picture.position.rules.uses_fields)
        case PictureKind.CHART:
            return chart_text(_record(picture), say, names=picture.names)
        case PictureKind.SUMMARY:
            return summary_text(_record(picture), say, names=picture.names)
        case PictureKind.REVIEW:
            return review_text(_record(picture), _review(picture), say, names=picture.names)
        case PictureKind.FILM:
            return film_text(_record(picture), say, names=picture.names)


def _written(plan: Plan) -> dict[str, object]:
    """A plan as pages get it: outlines are paths of SVG."""
    return {
        "grid": plan.grid,
        "ground": "#{:02x}{:02x}{:02x}".format(*plan.ground),
        "outlines": [
            {"at": [_short(part) for part in outline.at], "path": "".join(map(_path, outline.paths))}
            for outline in plan.outlines
        ],
        "won": [[seat, points, _short(x), _short(y)] for seat, points, (x, y) in plan.won],
    }


def _path(points: tuple[tuple[float, float], ...]) -> str:
    return f"M{' '.join(f'{_short(x)},{_short(y)}' for x, y in points)}Z"


def _short(part: float) -> float:
    return round(part, 3)


def _record(picture: Picture) -> GameRecord:
    if picture.record is None:
        raise ValueError(f"a {picture.kind} tells a record, and there is none")
    return picture.record


def _review(picture: Picture) -> Review:
    if picture.review is None:
        raise ValueError("nobody has looked back at the game")
    return picture.review


def _left(picture: Picture) -> dict[str, int]:
    """What nobody has seen yet, in the order of the tiles' names."""
    return dict(sorted(picture.position.unseen().items()))
