"""What people are told when something counts but cannot be shown now."""

from collections.abc import Sequence

from bot.live.trouble import Kind, Trouble
from bot.scene import Phrase


def not_shown(trouble: Trouble, lacking: Sequence[str] = ()) -> Phrase:
    """Why the asking person sees nothing of what they did, and when it will come.

    ``lacking`` are the text keys of the rights that we do not have here, where the platform tells.
    """
    rights = (trouble.right,) if trouble.right else tuple(lacking)
    match trouble.kind:
        case Kind.RIGHT if rights:
            return Phrase.of("live.no_right", right=tuple(Phrase(right) for right in rights))
        case Kind.RIGHT:
            return Phrase("live.no_rights")
        case Kind.CLOSED:
            return Phrase("live.closed")
        case _:
            return Phrase("live.later")
