"""What one channel shows and should show."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.people import Channel
from bot.request import Reply
from bot.scene import Scene
from bot.telegram_app.places import chat_of, live_message

Turn = tuple[str, int]
"""A game's id and the number of a turn: each has a message of its own."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A message of a turn. ``pictured`` tells whether it has a picture."""

    number: int
    pictured: bool = True


@dataclass(slots=True)
class Face:
    """One channel's live message.

    ``posted`` are the messages with buttons, ``closings`` what is to replace them; ``current`` is the turn
    shown last.
    """

    channel: Channel
    game: str = ""
    posted: dict[Turn, Posted] = field(default_factory=dict)
    wanted: Scene | None = None
    closings: dict[Turn, Scene] = field(default_factory=dict)
    current: Turn | None = None
    busy: bool = False

    def take(self, reply: Reply) -> None:
        """Want what the reply wants; a scene that still waits is replaced."""
        latest = reply.scene or reply.closing
        if latest and latest.game != self.game:
            # Shown before this process began, or the first of its game.
            self.game = latest.game
            if reply.live and (number := live_message(reply.live.message, self.channel)):
                self.posted.setdefault((latest.game, reply.live.turn), Posted(number))
        if reply.closing:
            self.closings[turn_of(reply.closing)] = replace(reply.closing, rows=(), notify=())
        if reply.scene:
            self.wanted = self._notifying(reply.scene)

    def _notifying(self, scene: Scene) -> Scene:
        """The scene, notifying also whom the scene of the same turn that still waits would have notified."""
        if self.wanted is None or turn_of(self.wanted) != turn_of(scene):
            return scene
        return replace(scene, notify=tuple(dict.fromkeys((*self.wanted.notify, *scene.notify))))

    def give_up(self, scene: Scene | None) -> None:
        """Nothing can be said here: neither this scene nor any ending. What comes later is tried anew."""
        self.closings.clear()
        self.posted.clear()
        self.current = None
        if self.wanted is scene:
            self.wanted = None

    def unseen(self, scene: Scene) -> Mapping[Turn, Scene]:
        """Endings of turns that have no message any more, or never had one because the next came too fast."""
        return {
            turn: closing
            for turn, closing in self.closings.items()
            if turn not in self.posted and turn != turn_of(scene)
        }

    def orphan(self) -> Turn | None:
        """A turn that has passed without an ending, whose buttons are still there."""
        if self.current is None:
            return None
        return next((turn for turn in self.posted if turn != self.current), None)


def turn_of(scene: Scene) -> Turn:
    """Which message a scene belongs in."""
    return scene.game, scene.turn


def write_message(channel: Channel, number: int) -> str:
    """A message as the store keeps it: with its chat, because numbers begin anew when a chat moves."""
    return f"{chat_of(channel)}/{number}"
