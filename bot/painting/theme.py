"""In which theme a picture is drawn."""

from bot.scene import AUTO, Picture


def theme_of(picture: Picture) -> str:
    """The theme in which a picture is drawn."""
    if picture.theme != AUTO:
        return picture.theme
    return "winter" if "winter" in picture.position.sets else "day"
