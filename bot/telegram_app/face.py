"""What one channel shows and should show."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.people import Channel
from bot.request import Notice, Reply
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
    shown last, ``shown`` the scene and the number of its message. ``notice`` is to be sent; ``told`` is the
    one that stands there, with its turn; ``noticed`` the version of the last; ``stale`` are to be removed.
    """

    channel: Channel
    game: str = ""
    posted: dict[Turn, Posted] = field(default_factory=dict)
    wanted: Scene | None = None
    closings: dict[Turn, Scene] = field(default_factory=dict)
    current: Turn | None = None
    shown: tuple[Scene, int] | None = None
    notice: Notice | None = None
    told: tuple[Turn, int] | None = None
    noticed: int = 0
    stale: list[int] = field(default_factory=list)
    busy: bool = False

    def take(self, reply: Reply) -> None:
        """Want what the reply wants, unless it is old; a scene that still waits is replaced."""
        if reply.scene and self._is_old(reply.scene):
            return
        latest = reply.scene or reply.closing
        if latest and latest.game != self.game:
            # Shown before this process began, or the first of its game.
            self.game, self.noticed = latest.game, 0
            if reply.live and (number := live_message(reply.live.message, self.channel)):
                self.posted.setdefault((latest.game, reply.live.turn), Posted(number))
                if notice := live_notice(reply.live.message):
                    self.told = ((latest.game, reply.live.turn), notice)
        if reply.closing:
            self.closings[turn_of(reply.closing)] = replace(reply.closing, rows=(), notify=())
        if reply.scene:
            self.wanted = self._notifying(reply.scene)
            self._leave_behind(turn_of(reply.scene))
            if reply.scene.done:
                self.notice = None
                self._withdraw()
            self._call_for(reply.notice, turn_of(reply.scene))

    def _is_old(self, scene: Scene) -> bool:
        """Whether a newer scene is shown or wanted: this one was decided before and handed in after."""
        known = (self.wanted, self.shown[0] if self.shown else None)
        return any(other and other.game == scene.game and other.version > scene.version for other in known)

    def _leave_behind(self, turn: Turn) -> None:
        """Notices of other turns have no meaning any more."""
        if self.notice and turn_of(self.notice.scene) != turn:
            self.notice = None
        if self.told and self.told[0] != turn:
            self._withdraw()

    def _withdraw(self) -> None:
        """Take away the notice that stands there."""
        if self.told:
            self.stale.append(self.told[1])
            self.told = None

    def _call_for(self, notice: Notice | None, turn: Turn) -> None:
        """Want a notice, if it is of this turn and newer than the last."""
        if notice and turn_of(notice.scene) == turn and notice.scene.version > self.noticed:
            self.notice = notice

    def notified(self, notice: Notice, number: int) -> None:
        """A notice was sent as this message, or with 0 as none that stands here; the one before goes."""
        self.noticed = notice.scene.version
        if self.notice is notice:
            self.notice = None
        if self.told:
            self.stale.append(self.told[1])
        self.told = (turn_of(notice.scene), number) if number else None

    def _notifying(self, scene: Scene) -> Scene:
        """The scene, notifying also whom the scene of the same turn that still waits would have notified."""
        if self.wanted is None or turn_of(self.wanted) != turn_of(scene):
            return scene
        return replace(scene, notify=tuple(dict.fromkeys((*self.wanted.notify, *scene.notify))))

    def give_up(self, scene: Scene | None) -> None:
        """Nothing can be said here: neither this scene nor any ending. What comes later is tried anew."""
        self.forget()
        self.closings.clear()
        if self.wanted is scene:
            self.wanted = None

    def forget(self) -> None:
        """Nothing of what was shown here can be changed any more."""
        self.posted.clear()
        self.stale.clear()
        self.current = self.shown = self.notice = self.told = None

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


def write_message(channel: Channel, number: int, notice: int = 0) -> str:
    """A message as the store keeps it: with its chat, because numbers begin anew when a chat moves.

    The number of a notice beside it comes after it.
    """
    message = f"{chat_of(channel)}/{number}"
    return f"{message}/{notice}" if notice else message


def live_notice(text: str) -> int:
    """The number of the notice beside a live message as the store keeps it; 0 without one."""
    number = text.rpartition("/")[2] if text.count("/") == 2 else ""
    return int(number) if number.isdecimal() else 0
