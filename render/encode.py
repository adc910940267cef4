"""From a picture to the bytes that a platform gets."""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from core.errors import NotationError


@dataclass(frozen=True, slots=True)
class Profile:
    """What a platform shows best: ``longest`` is the long side in pixels, ``few`` means 255 colours.

    The more ``effort`` (0 to 9), the smaller a PNG is, and the longer it takes to be written.
    ``described``: it takes words that say what a picture shows, for those who do not see it.
    """

    name: str
    longest: int
    format: str
    mime: str
    suffix: str
    few: bool = False
    effort: int = 1
    described: bool = True


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture as a file."""

    content: bytes
    filename: str
    mime: str


PROFILES = {
    profile.name: profile
    for profile in (
        Profile("telegram", 1280, "JPEG", "image/jpeg", "jpg", described=False),
        Profile("discord", 1600, "PNG", "image/png", "png", few=True),
        # Pages fetch them over slow lines as well: level 6 takes off a seventh.
        Profile("web", 1280, "PNG", "image/png", "png", few=True, effort=6),
        # Boards without words, whose thin lines the page draws: a third smaller than a PNG in the same time.
        Profile("bare", 1280, "WEBP", "image/webp", "webp"),
        Profile("file", 4096, "PNG", "image/png", "png", effort=4),
        # As sharp as most phones are, in half the time.
        Profile("telegram-hurried", 1024, "JPEG", "image/jpeg", "jpg", described=False),
        Profile("discord-hurried", 1024, "JPEG", "image/jpeg", "jpg"),
    )
}


def profile_named(name: str) -> Profile:
    """The profile of that name. Raises NotationError when there is none."""
    profile = PROFILES.get(name)
    if profile is None:
        raise NotationError(f"there is no picture profile {name!r}; there are {', '.join(PROFILES)}")
    return profile


def hurried_profile(name: str) -> str:
    """A platform's profile while more waits than can be drawn; its usual one where it has no other."""
    hurried = f"{name}-hurried"
    return hurried if hurried in PROFILES else name


def encode(image: Image.Image, profile: str, *, name: str = "bastide") -> Encoded:
    """The picture as a file of one of :data:`PROFILES`, which is named. Raises NotationError for another."""
    into = profile_named(profile)
    content = BytesIO()
    if into.format == "JPEG":
        # 4:4:4: thin coloured lines on other colours would smear with halved colour
        image.save(content, "JPEG", quality=92, subsampling=0)
    elif into.format == "WEBP":
        # Other methods take two to four times as long for a seventh less.
        image.save(content, "WEBP", quality=80, method=0)
    else:
        image = few_colours(image) if into.few else image
        image.save(content, "PNG", compress_level=into.effort)
    return Encoded(content.getvalue(), f"{name}.{into.suffix}", into.mime)


def few_colours(image: Image.Image) -> Image.Image:
    """The picture with 255 colours of its own choice.

    Our colours are flat: nothing is lost that one could see, and the file is a third as large and written
    in a fifth of the time. Every ninth pixel is enough to choose the colours.
    """
    few = (max(image.width // 3, 1), max(image.height // 3, 1))
    sample = image.resize(few, Image.Resampling.NEAREST)
    palette = sample.quantize(255, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
