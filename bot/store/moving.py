"""Moving everything that is kept for a channel to its new id."""

import re

from bot.people import Channel
from bot.store.keys import ChannelKeys
from bot.store.link import Link, Script
from bot.store.reading import VERSION, text


async def move(link: Link, script: Script, old: Channel, new: Channel) -> bool:
    """Rename the channel's keys in one step, however others play meanwhile.

    Tells whether the game is now with ``new`` and no longer with ``old``, also when an earlier call moved
    it. Two channels are two slots: this needs one server that holds both.
    """
    before, after = ChannelKeys(old), ChannelKeys(new)
    while True:
        current, taken = await link.batch([("GET", before.current), ("EXISTS", after.current)], atomic=True)
        if current is None or taken:
            return current is None and bool(taken)
        game = text(current, old)
        version = await link.ask("HGET", before.game(game), VERSION) or b""
        names = [before.current, before.game(game), after.current]
        for name in await link.scan(_glob(before.prefix)):
            names += [text(name, old), after.prefix + text(name, old).removeprefix(before.prefix)]
        if await script(names, [game, version]) == b"done":
            return True


def _glob(prefix: str) -> str:
    return re.sub(r"([*?\[\]^\\])", r"\\\1", prefix) + "*"
