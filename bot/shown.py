"""What stands in a place for its games, as far as we know: the live message, and those before it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, Self

from pydantic import TypeAdapter, ValidationError

FORMAT: Final = 1
"""The format of what is noted here. One that could not be read any more would be another's."""
MOST_PAST: Final = 40
"""So many messages whose buttons are still to be taken away are remembered; older ones are let go."""


class NewerShown(Exception):
    """What a place is shown was noted by a newer program, in a format that this one does not know."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours about a turn of a game.

    ``message`` is the platform's own id, "" for one that nobody can reach any more. ``version`` is what it
    shows, 0 when that is not known. ``pictured`` tells whether it has a picture, ``drawn`` what this shows
    (:class:`bot.scene.Scene` has it), "" when that is not known, and ``picture`` by which name the platform
    knows it; ``tries`` how often its buttons could not be taken away; ``pressed`` that somebody has pressed a
    button that no longer counts.
    """

    message: str
    game: str
    turn: int
    version: int = 0
    pictured: bool = True
    drawn: str = ""
    picture: str = ""
    tries: int = 0
    pressed: bool = False

    @property
    def about(self) -> tuple[str, int]:
        """The game and the turn that it is about."""
        return self.game, self.turn


@dataclass(frozen=True, slots=True)
class Shown:
    """What a place is shown.

    ``live`` is the message with the buttons that count; ``past`` are those whose buttons are still to be
    taken away, oldest first. ``notice`` stands beside the live message, ``stale`` are notices to be deleted.
    ``called`` is the game and the turn whose player was called last, ``noticed`` the game and the version of
    the last notice that was delivered. ``posts`` counts messages, so that a platform can recognise one that
    arrives twice; ``revision`` counts what was noted.
    """

    live: Post | None = None
    past: tuple[Post, ...] = ()
    notice: Post | None = None
    stale: tuple[str, ...] = ()
    called: tuple[str, int] = ("", -1)
    noticed: tuple[str, int] = ("", 0)
    posts: int = 0
    revision: int = 0

    @property
    def settled(self) -> bool:
        """Whether nothing of earlier turns is left to be done."""
        return not self.past and not self.stale

    def seen(self, game: str) -> int:
        """The version of this game that the live message shows; 0 for none."""
        return self.live.version if self.live is not None and self.live.game == game else 0

    def told(self, game: str) -> int:
        """The version of the last notice of this game that was delivered; 0 for none."""
        return self.noticed[1] if self.noticed[0] == game else 0

    def posted_in(self, game: str) -> tuple[int, ...]:
        """The turns of this game that have a message which is not yet closed, in order."""
        return tuple(sorted({post.turn for post in self.messages if post.game == game}))

    @property
    def messages(self) -> tuple[Post, ...]:
        """All messages that have buttons, oldest first."""
        return self.past if self.live is None else (*self.past, self.live)

    def leaving(self, *posts: Post) -> Self:
        """With these among the past ones, each message once; what is too much is let go."""
        past = {post.message or post.about: post for post in (*self.past, *posts)}
        return replace(self, past=tuple(past.values())[-MOST_PAST:])

    def without(self, message: str) -> Self:
        """Without this message among the past ones."""
        return replace(self, past=tuple(post for post in self.past if post.message != message))

    def merged(self, stored: "Shown") -> Self:
        """What both know together, when somebody else has noted something meanwhile."""
        live, other = self.live, stored.live
        if live is None or (other is not None and other.about == live.about and other.version > live.version):
            live, other = other, live
        known = {post.message for post in self.past}
        left = [post for post in stored.past if post.message not in known]
        if other is not None and (live is None or other.message != live.message):
            left.append(other)
        past = (post for post in self.leaving(*left).past if live is None or post.message != live.message)
        return replace(
            self,
            live=live,
            past=tuple(past),
            notice=self.notice or stored.notice,
            stale=tuple(dict.fromkeys((*self.stale, *stored.stale))),
            posts=max(self.posts, stored.posts),
            revision=stored.revision,
        )

    def to_text(self) -> str:
        """The value as the store keeps it."""
        return _SHOWN.dump_json(self, exclude_defaults=True).decode()

    @classmethod
    def from_text(cls, text: str) -> "Shown":
        """Read what :meth:`to_text` wrote. Raises ValueError, or NewerShown for a newer program's."""
        if is_newer(text):
            raise NewerShown
        try:
            return _SHOWN.validate_json(text)
        except ValidationError as error:
            raise ValueError(f"what a place is shown cannot be read: {error}") from error

    @classmethod
    def of_old(cls, platform: str, game: str, message: str, turn: int, version: int) -> Self:
        """What games have that were stored when one live message was all that was kept of a place.

        It was written as ``MESSAGE`` or ``MESSAGE/NOTICE``, where a message on Telegram is ``CHAT/NUMBER``.
        """
        if not message:
            return cls()
        parts = message.split("/")
        size = 2 if platform == "telegram" else 1
        live, rest = "/".join(parts[:size]), parts[size:]
        notice = Post("/".join((*parts[: size - 1], *rest)), game, turn, version) if rest else None
        return cls(
            live=Post(live, game, turn, version),
            notice=notice,
            called=(game, turn),
            noticed=(game, version),
            posts=turn + 1,
        )


def is_newer(text: str) -> bool:
    """Whether a newer program has written this; what has no format is of the first."""
    try:
        found = json.loads(text)
    except ValueError:
        return False
    written = found.get("format") if isinstance(found, dict) else None
    return isinstance(written, int) and written > FORMAT


NOTHING_SHOWN: Final = Shown()
_SHOWN: Final = TypeAdapter(Shown)


def spans(turns: Sequence[int], now: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """For each turn that has a message, from which turn to which its last word tells.

    The game is now at turn ``now``. Turns that have no message are told of by the one before them.
    """
    for turn, following in zip_longest(turns, turns[1:], fillvalue=now):
        yield turn, (turn, max(turn, min(following, now) - 1))
