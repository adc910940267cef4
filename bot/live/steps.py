"""Steps as calls of a platform."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic

from bot.live import reducer
from bot.live.messenger import Messenger, Page, Sending, Sent
from bot.live.reducer import Announce, Close, Delete, Edit, Reword, Send, Whisper
from bot.live.words import last_word
from bot.people import Channel
from bot.scene import Scene, hushed
from bot.shown import Shown


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known at a moment: the scene that is wanted, what is shown, and what was noted of that.

    ``unsure``: messages may have arrived of which nobody knows.
    """

    scene: Scene | None
    shown: Shown
    stored: Shown | None
    unsure: bool

    @property
    def nonce(self) -> str:
        """The same for each attempt at the next message."""
        scene, posts = self.scene, self.shown.posts
        # Of the turn, too: what was posted for the turn before and not noted is another message.
        return f":{posts}" if scene is None else f"{scene.game[:12]}:{posts}:{scene.turn}"

    @property
    def live(self) -> str:
        """The live message, "" for none."""
        return "" if self.shown.live is None else self.shown.live.message


class Steps(Generic[Page]):
    """What one place is shown, step by step. ``known`` tells what is known by now."""

    def __init__(
        self, channel: Channel, messenger: Messenger[Page], known: Callable[[], Circumstances]
    ) -> None:
        self._channel = channel
        self._messenger = messenger
        self._known = known

    async def show(self, step: Send | Edit, page: Page) -> Sent:
        """Put a scene there, written as a page: what came of it. Raises Trouble."""
        if isinstance(step, Edit):
            return await self._messenger.edit(self._channel, step.post, page)
        known, scene = self._known(), step.scene
        # One that was only pressed may be much older than those that were sent of late.
        newest = next((post.message for post in reversed(known.shown.past) if post.turn >= 0), "")
        how = Sending(
            (scene.game, scene.turn), known.nonce, step.call and bool(scene.notify), known.unsure, newest,
            others=frozenset(post.message for post in known.shown.past),
            mixed=step.call and not reducer.follows(known.stored, scene),
        )  # fmt: skip
        return await self._messenger.send(self._channel, page, how)

    async def take(self, step: Reword | Whisper | Announce | Delete | Close) -> Sent:
        """What came of a step that takes no picture. Raises Trouble."""
        match step:
            case Reword(post=post, scene=scene):
                page = await self._messenger.write(hushed(replace(scene, picture=None)))
                return await self._messenger.edit(self._channel, post, page)
            case Whisper(notice=notice):
                await self._whisper(notice.private or notice.scene)
            case Announce(notice=notice, beside=beside):
                page = await self._messenger.write(notice.scene, call=True)
                # Its own, however many messages have been posted since an attempt that was not noted.
                nonce = f"{notice.scene.game[:12]}:{notice.scene.version}n"
                how = Sending(beside.about, nonce, loud=True, reply_to=beside.message, after=beside.message)
                return await self._messenger.send(self._channel, page, how)
            case Delete(message=message):
                await self._messenger.delete(self._channel, message)
            case Close(post=post, scene=scene):
                word = scene and last_word(scene, self._channel, self._known().live if post.pressed else "")
                last = None if word is None else await self._messenger.write(word)
                await self._messenger.close(self._channel, post, last)
        return Sent("")

    async def _whisper(self, scene: Scene) -> None:
        # A private message needs no mention to be noticed.
        page = await self._messenger.write(scene)
        for person in scene.notify:
            await self._messenger.whisper(person, page, f"{self._known().nonce}p")
