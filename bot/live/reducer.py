"""What to do next so that a place shows what it should: a pure function, and what is known after each step.

Every message with buttons is either the live one or remembered among the past ones until its buttons are
gone; nothing is forgotten before that. So whatever was interrupted is gone on with from what was noted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, TypeAlias

from bot.live.messenger import Sent
from bot.live.trouble import TroubleKind
from bot.request import Notice
from bot.scene import Scene, hushed
from bot.shown import MOST_PAST, Post, Shown

_TRIES: Final = {TroubleKind.GONE: 12, TroubleKind.UNEDITABLE: 20}
"""So often more it is tried to take a past message's buttons after the platform has said this."""

_LEFT: Final = frozenset({TroubleKind.GONE, TroubleKind.UNEDITABLE, TroubleKind.ARCHIVED})
"""After these another message takes the place of the live one."""

_UNANSWERED: Final = frozenset({TroubleKind.AGAIN, TroubleKind.LOST})
"""After these nobody knows what has come of an edit."""

_PUT_OFF: Final = MOST_PAST // 2
"""So many messages are left as they are at most while there is hardly time for what is live."""

_LET_GO: Final = frozenset({TroubleKind.GONE, TroubleKind.UNEDITABLE, TroubleKind.RIGHT})
"""After these a notice whose time has passed is left where it is."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a place should show: the scene, the last words of past turns by turn, a notice beside it."""

    scene: Scene
    closings: Mapping[int, Scene] = field(default_factory=dict)
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Send:
    """Post the scene as a new message. ``call``: whoever is to decide is told, which they were not yet.

    ``before`` are the last words of turns whose messages nobody can reach: they are said here.
    """

    scene: Scene
    call: bool
    before: tuple[Scene, ...] = ()

    @property
    def told(self) -> Scene:
        """What the message says."""
        # What may have arrived is looked for first; what was not found has called nobody.
        scene = self.scene if self.call else hushed(self.scene)
        lines = tuple(line for word in self.before for line in word.lines)
        return replace(scene, lines=(*lines, *scene.lines))


@dataclass(frozen=True, slots=True)
class Edit:
    """Show the scene in the live message. It calls nobody."""

    post: Post
    scene: Scene
    call: ClassVar = False

    @property
    def told(self) -> Scene:
        """What the message says."""
        return hushed(self.scene)


@dataclass(frozen=True, slots=True)
class Reword:
    """Show the scene in the live message, which has its picture already: words and buttons alone."""

    post: Post
    scene: Scene


@dataclass(frozen=True, slots=True)
class Whisper:
    """Tell the people of a notice in private."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Announce:
    """Post a notice beside the live message."""

    notice: Notice
    beside: Post


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove a notice whose time has passed."""

    message: str


@dataclass(frozen=True, slots=True)
class Close:
    """Take a past message's buttons and say its last word; without one it keeps what it says."""

    post: Post
    scene: Scene | None


Step: TypeAlias = Send | Edit | Reword | Whisper | Announce | Delete | Close


def arranged(shown: Shown, wanted: Wanted) -> Shown:
    """What is known, seen from what is wanted: what belongs to another turn is past."""
    scene = wanted.scene
    about = (scene.game, scene.turn)
    if shown.live is not None and shown.live.about != about:
        shown = replace(shown.leaving(shown.live), live=None)
    notice = shown.notice
    if notice is not None and (notice.about != about or scene.done):
        shown = replace(shown, notice=None, stale=(*shown.stale, notice.message))
    return shown


def next_step(shown: Shown, wanted: Wanted, *, private: bool = True) -> Step | None:
    """The next thing to do, or None when the place shows what it should. ``shown`` is :func:`arranged`.

    Without ``private`` nobody is told in private: that was found to be impossible.
    """
    scene, live = wanted.scene, shown.live
    if live is None:
        unreachable = (post for post in shown.past if not post.message)
        before = (_last_word(post, wanted) for post in unreachable)
        return Send(
            scene,
            (scene.game, scene.turn) != shown.called,
            tuple(word for word in before if word is not None),
        )
    if live.version < scene.version:
        return Reword(live, scene) if scene.drawn and live.drawn == scene.drawn else Edit(live, scene)
    notice = due(shown, wanted)
    if notice is not None:
        return Whisper(notice) if private and notice.private is not None else Announce(notice, live)
    if shown.stale:
        return Delete(shown.stale[0])
    reachable = [post for post in shown.past if post.message]
    if not reachable:
        return None
    post = min(reachable, key=lambda post: post.tries)
    return Close(post, _last_word(post, wanted) if post.tries < 2 else None)


def replaces(step: Step | None, stored: Shown | None) -> bool:
    """Whether whoever comes after us would still take another message for the live one of this turn.

    They would not look for the one that is about to be posted, so it is noted first that it is coming.
    """
    live = None if stored is None else stored.live
    return isinstance(step, Send) and live is not None and live.about == (step.scene.game, step.scene.turn)


def can_wait(step: Step | None, shown: Shown) -> bool:
    """Whether nobody misses a step for a while: it is about what is past, of which not too much is left."""
    return isinstance(step, Close | Delete) and len(shown.past) + len(shown.stale) <= _PUT_OFF


def follows(stored: Shown | None, scene: Scene) -> bool:
    """Whether nothing about a turn before the scene's can have been posted since this was noted."""
    live = None if stored is None else stored.live
    return live is not None and live.about == (scene.game, scene.turn - 1)


def after(shown: Shown, step: Step, sent: Sent | None = None) -> Shown:
    """What is known when a step has been done. ``sent`` is the message that a post made."""
    match step:
        case Send(scene=scene) if sent is not None:
            live = _written(Post(sent.message, scene.game, scene.turn, pictured=False), scene, sent)
            # Somebody else may have posted at the same time.
            known = shown if shown.live is None else shown.leaving(shown.live)
            past = tuple(post for post in known.past if post.message not in {"", sent.message})
            stale = (*known.stale, *sent.copies)
            return replace(known, live=live, past=past, called=live.about, posts=shown.posts + 1, stale=stale)
        case Edit(post=post, scene=scene) if sent is not None:
            return replace(shown, live=_written(post, scene, sent))
        case Reword(post=post, scene=scene) if sent is not None:
            live = _written(post, scene, sent)
            # Somebody has put another picture there, or has taken it: it is not shown what it should be.
            return replace(shown, live=live if live.drawn else replace(live, version=0))
        case Whisper(notice=notice):
            return _noticed(shown, notice, None)
        case Announce(notice=notice) if sent is not None:
            about = notice.scene
            return replace(
                _noticed(shown, notice, Post(sent.message, about.game, about.turn, about.version)),
                posts=shown.posts + 1,
            )
        case Delete(message=message):
            return replace(shown, stale=tuple(other for other in shown.stale if other != message))
        case Close(post=post):
            return shown.without(post.message)
        case _:
            raise ValueError(f"a message came of {step!r}, and is not told")


def after_trouble(shown: Shown, step: Step, kind: TroubleKind) -> Shown:
    """What is known when a step has failed. Where nothing follows from that, the step is due again.

    Also where the place is gone: whoever comes back finds the messages of before.
    """
    match step:
        case Edit(post=post) | Reword(post=post) if kind in _LEFT:
            # Also one that is said to be gone: if it is not, its buttons are taken.
            return replace(shown.leaving(post), live=None)
        case Edit() if kind in _UNANSWERED and shown.live is not None:
            # Its picture may have arrived, or not.
            return replace(shown, live=replace(shown.live, drawn="", picture=""))
        case Delete() if kind in _LET_GO:
            return after(shown, step)
        case Close(post=post) if post.tries >= _TRIES.get(kind, post.tries + 1):
            return shown.without(post.message)
        case Close(post=post) if kind in _TRIES:
            tried = replace(post, tries=post.tries + 1)
            return replace(shown, past=tuple(tried if p.message == post.message else p for p in shown.past))
        case _:
            return shown


def doubted(shown: Shown) -> Shown:
    """As if it were not known what the live message shows, or whether it is still there."""
    return shown if shown.live is None else replace(shown, live=replace(shown.live, version=0))


def pressed(shown: Shown, message: str, game: str) -> Shown:
    """Somebody has pressed a button that no longer counts: unless it is the live one, it goes."""
    if shown.live is not None and shown.live.message == message:
        return doubted(shown)
    known = next((post for post in shown.past if post.message == message), None)
    post = known or Post(message, game, -1)
    return shown.leaving(replace(post, pressed=True, tries=0))


def unnoted(shown: Shown, message: str, game: str) -> Shown:
    """A button of this message has counted. If nobody could note the message any more, it loses them."""
    beside = () if shown.notice is None else (shown.notice.message,)
    if message in {*(post.message for post in shown.messages), *beside, *shown.stale}:
        return shown
    return shown.leaving(Post(message, game, -1))


def due(shown: Shown, wanted: Wanted) -> Notice | None:
    """The notice, if it is of this turn and newer than the last one that was delivered; else None."""
    notice, scene = wanted.notice, wanted.scene
    if notice is None or notice.scene.version <= shown.told(scene.game):
        return None
    return notice if (notice.scene.game, notice.scene.turn) == (scene.game, scene.turn) else None


def _noticed(shown: Shown, notice: Notice, post: Post | None) -> Shown:
    """A notice was delivered; the one before it has no meaning any more."""
    stale = shown.stale if shown.notice is None else (*shown.stale, shown.notice.message)
    return replace(shown, notice=post, stale=stale, noticed=(notice.scene.game, notice.scene.version))


def _written(post: Post, scene: Scene, sent: Sent) -> Post:
    """The live message with this scene on it, and with its picture as far as that is known."""
    if sent.found:
        return replace(post, version=0, pictured=sent.pictured)
    drawn = scene.drawn if sent.pictured else post.drawn if sent.picture == post.picture else ""
    return replace(
        post,
        version=scene.version,
        pictured=post.pictured or sent.pictured,
        drawn=drawn if sent.picture else "",
        picture=sent.picture,
    )


def _last_word(post: Post, wanted: Wanted) -> Scene | None:
    return wanted.closings.get(post.turn) if post.game == wanted.scene.game else None
