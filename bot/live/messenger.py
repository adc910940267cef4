"""What the live message asks of a platform: six calls."""

from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot.people import Channel, Person
from bot.scene import Scene
from bot.shown import Post

Page = TypeVar("Page")


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that stands there now.

    ``pictured`` tells whether the page has brought a picture; ``picture`` is the platform's own name for the
    one that the message has now, "" where it has none or the platform does not tell. ``found`` tells that
    it was there already: an earlier attempt had arrived although its answer was lost, so that it is not known
    what it shows. ``copies`` are messages before it that have no meaning any more.
    """

    message: str
    pictured: bool = True
    picture: str = ""
    found: bool = False
    copies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sending:
    """How a page is to be sent.

    ``about`` is the game and the turn; ``nonce`` is the same for each attempt at the same message. ``loud``:
    people are called by it. ``unsure``: an earlier attempt may have arrived, so look for it where that is
    possible, and tell of any other copy that is found. ``after`` is the newest message of ours that was
    there before, and ``reply_to`` the one that this answers, "" for none. ``others`` are messages that are
    known to be none of the attempts. ``mixed``: what arrived may be about an earlier turn as well, so only a
    platform that tells turns apart can take what it finds for this message: else its turn would call nobody.
    """

    about: tuple[str, int]
    nonce: str
    loud: bool = False
    unsure: bool = False
    after: str = ""
    reply_to: str = ""
    others: frozenset[str] = frozenset()
    mixed: bool = False


class Messenger(Protocol[Page]):
    """A platform, as the live message uses it. Every call may raise Trouble and nothing else of its own."""

    async def write(self, scene: Scene, *, call: bool = False, picture: bool = True) -> Page:
        """The scene as a page of the platform; drawing it may take a while.

        With ``call``, ``scene.notify`` are mentioned so that they are notified. Without ``picture`` the page
        says in text that pictures are not taken here.
        """

    async def send(self, channel: Channel, page: Page, how: Sending) -> Sent:
        """Post the page as a new message."""

    async def edit(self, channel: Channel, post: Post, page: Page) -> Sent:
        """Put the page in place of a message's content; a page without a picture leaves the one there.

        Changing nothing is no trouble: then the message has the picture that it had.
        """

    async def close(self, channel: Channel, post: Post, page: Page | None) -> None:
        """Take a message's buttons and put the page there as its last word; None leaves what it says."""

    async def delete(self, channel: Channel, message: str) -> None:
        """Remove a message of ours."""

    async def whisper(self, person: Person, page: Page, nonce: str) -> None:
        """Send a page to a person in private. Raises Trouble of the kind PRIVATE where they do not let us."""
