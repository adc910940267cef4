"""Text in Telegram's HTML, and cutting it to Telegram's limits."""

import html
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.people import Channel
from bot.scene import Who, with_room
from bot.telegram_app.places import Places

TEXT_LIMIT: Final = 4096
CAPTION_LIMIT: Final = 1024
ELLIPSIS: Final = "…"

_TAG: Final = re.compile(r"<[^>]*>")


class HtmlStyle:
    """Telegram's way with text: HTML with everything foreign escaped."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def escape(self, text: str) -> str:
        """Foreign text, so that Telegram shows it as it is."""
        return html.escape(text, quote=True)

    def bold(self, text: str) -> str:
        """Emphasised."""
        return f"<b>{text}</b>"

    def command(self, name: str) -> str:
        """As it is typed: clients make it a link by themselves."""
        return f"/{name}"

    def mention(self, who: Who) -> str:
        """A link that notifies a person; the bare name of someone from elsewhere and of a chat."""
        name = self.escape(who.name)
        platform, _, number = who.key.partition(":")
        if platform != "telegram" or not number.isdecimal():
            return name
        return f'<a href="tg://user?id={number}">{name}</a>'

    def channel(self, channel: Channel, message: str = "") -> str:
        """The title of a chat, as a link to the message or the chat where Telegram has one."""
        title = self.escape(self._places.title(channel))
        link = self._places.link(channel, message)
        return f'<a href="{link}">{title}</a>' if link else title

    def moment(self, when: datetime, text: str) -> str:
        """The moment as each reader's own client says it; the words where a client cannot."""
        return f'<tg-time unix="{int(when.timestamp())}" format="wdt">{self.escape(text)}</tg-time>'


def units(text: str) -> int:
    """The length of plain text in UTF-16 units, as Telegram counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def plain(markup: str) -> str:
    """What is left of HTML to be read: only this counts against the limits."""
    return html.unescape(_TAG.sub("", markup))


def shorten(text: str, limit: int) -> str:
    """Plain text of at most ``limit`` UTF-16 units."""
    if units(text) <= limit:
        return text
    return _head(text, limit - units(ELLIPSIS)).rstrip() + ELLIPSIS


def fit(lines: Sequence[str], limit: int, spare: Sequence[int] = ()) -> str:
    """As many whole lines of HTML as fit, and an ellipsis for those that do not.

    Before anything is cut, lines go that can be left out: ``spare`` tells which, as phrases have it.
    """
    levels = (*spare, *(0 for _ in lines[len(spare) :]))
    left = with_room(lines, levels, lambda some: units(plain("\n".join(some))) <= limit)
    return at_most(1, left, limit)[0]


def at_most(most: int, lines: Sequence[str], limit: int) -> list[str]:
    """The lines of HTML as so many texts at most, with an ellipsis at the end for what does not fit."""
    pages = paginate(lines, limit)
    if len(pages) <= most:
        return pages
    kept = paginate(lines, limit - 2)[:most]
    return [*kept[:-1], f"{kept[-1]}\n{ELLIPSIS}"]


def paginate(lines: Sequence[str], limit: int) -> list[str]:
    """The lines of HTML as texts within the limit; only a line too long for one text loses its markup."""
    pages: list[str] = []
    used = limit
    for line in (piece for whole in lines for piece in _pieces(whole, limit)):
        length = units(plain(line)) + 1
        if pages and used + length <= limit:
            pages[-1] += f"\n{line}"
            used += length
        else:
            pages.append(line)
            used = length - 1
    return pages or [""]


def _pieces(line: str, limit: int) -> list[str]:
    text = plain(line)
    if units(text) <= limit:
        return [line]
    pieces = []
    while text:
        head = _head(text, limit)
        pieces.append(html.escape(head, quote=True))
        text = text[len(head) :]
    return pieces


def _head(text: str, limit: int) -> str:
    """As many characters from the beginning as take at most ``limit`` units."""
    head = text[:limit]
    while units(head) > limit:
        head = head[: -max(1, (units(head) - limit) // 2)]
    return head
