"""What people are told when something counts but cannot be shown now."""

from bot.live.trouble import Kind, Trouble
from bot.scene import Phrase


def not_shown(trouble: Trouble) -> Phrase:
    """Why the asking person sees nothing of what they did, and when it will come."""
    match trouble.kind:
        case Kind.RIGHT if trouble.right:
            return Phrase.of("live.no_right", right=Phrase(trouble.right))
        case Kind.RIGHT:
            return Phrase("live.no_rights")
        case Kind.CLOSED:
            return Phrase("live.closed")
        case _:
            return Phrase("live.later")
