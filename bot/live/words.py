"""What people are told of what cannot be shown now, and what the messages of earlier turns say last."""

from collections.abc import Sequence
from dataclasses import replace

from bot.live.trouble import Trouble, TroubleKind
from bot.people import Channel
from bot.scene import At, Phrase, Scene


def not_shown(trouble: Trouble, lacking: Sequence[str] = ()) -> Phrase:
    """Why the asking person sees nothing of what they did, and when it will come.

    ``lacking`` are the text keys of the rights that we do not have here, where the platform tells.
    """
    rights = (trouble.right,) if trouble.right else tuple(lacking)
    match trouble.kind:
        case TroubleKind.RIGHT if rights:
            return Phrase.of("live.no_right", right=tuple(Phrase(right) for right in rights))
        case TroubleKind.RIGHT:
            return Phrase("live.no_rights")
        case TroubleKind.CLOSED:
            return Phrase("live.closed")
        case _:
            return Phrase("live.later")


def last_word(scene: Scene, channel: Channel, live: str = "") -> Scene:
    """The last word of a message of an earlier turn. It leads to the message ``live``, if one is given."""
    lines = (*scene.lines, Phrase.of("live.goes_on", place=At(channel, live))) if live else scene.lines
    return replace(scene, lines=lines, rows=(), notify=())
