"""What can go wrong between us and a place, whatever the platform calls it.

Each platform has one table that turns its errors into these; all that follows from them is decided here.
"""

from enum import StrEnum
from typing import Final


class TroubleKind(StrEnum):
    """What an error means for what is shown.

    ========== ==================================================================================
    AGAIN      it may pass: the same again after a while; it did not arrive
    LOST       there was no answer: it may have arrived, or not
    UNEDITABLE this message cannot be edited: another is posted, this one is closed if that can be done
    GONE       this message is not there any more
    PICTURE    the picture is refused: the same is said in text
    RIGHT      we lack a right here
    ARCHIVED   the thread sleeps: only a new message wakes it
    CLOSED     the thread is locked or the topic closed: nothing can be shown until somebody opens it
    NO_PLACE   the place is gone, or we are not in it any more
    PRIVATE    this person takes no private messages from us
    ========== ==================================================================================
    """

    AGAIN = "again"
    LOST = "lost"
    UNEDITABLE = "uneditable"
    GONE = "gone"
    PICTURE = "picture"
    RIGHT = "right"
    ARCHIVED = "archived"
    CLOSED = "closed"
    NO_PLACE = "no place"
    PRIVATE = "private"


WAITED_FOR: Final = frozenset(
    {TroubleKind.AGAIN, TroubleKind.LOST, TroubleKind.RIGHT, TroubleKind.CLOSED, TroubleKind.NO_PLACE}
)
"""After these nothing else helps than to try again later."""


class Trouble(Exception):
    """A call to a platform that did not do what it should.

    ``after`` are the seconds that the platform wants us to wait; ``right`` is the text key of the right that
    is missing, where it is known; ``detail`` is the platform's own word, for the log.
    """

    def __init__(self, kind: TroubleKind, detail: str = "", *, after: float = 0.0, right: str = "") -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self.after = after
        self.right = right
