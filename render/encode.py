"""From a picture to the bytes that a platform gets."""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from core.errors import NotationError


@dataclass(frozen=True, slots=True)
class Profile:
    """What a platform shows best: ``longest`` is the long side in pixels."""

    name: str
    longest: int
    format: str
    mime: str
    suffix: str


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture as a file."""

    content: bytes
    filename: str
    mime: str


PROFILES = {
    profile.name: profile
    for profile in (
        Profile("telegram", 1280, "JPEG", "image/jpeg", "jpg"),
        Profile("discord", 1600, "WEBP", "image/webp", "webp"),
        Profile("web", 1280, "WEBP", "image/webp", "webp"),
        Profile("file", 4096, "PNG", "image/png", "png"),
    )
}


def profile_named(name: str) -> Profile:
    """The profile of that name. Raises NotationError when there is none."""
    profile = PROFILES.get(name)
    if profile is None:
        raise NotationError(f"there is no picture profile {name!r}; there are {', '.join(PROFILES)}")
    return profile


def encode(image: Image.Image, profile: str, *, name: str = "bastide") -> Encoded:
    """The picture as a file for a platform (``telegram``, ``discord``, ``web``, ``file``)."""
    into = profile_named(profile)
    content = BytesIO()
    match into.format:
        case "JPEG":
            # 4:4:4: thin coloured lines on other colours would smear with halved colour
            image.save(content, "JPEG", quality=92, subsampling=0)
        case "WEBP":
            image.save(content, "WEBP", quality=88, method=0)
        case _:
            image.save(content, "PNG", compress_level=4)
    return Encoded(content.getvalue(), f"{name}.{into.suffix}", into.mime)
