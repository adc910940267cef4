"""The pages, filled with the words of the reader's language."""

import html
import json
import re
from pathlib import Path
from typing import Any, Final

from bot.scene import Phrase
from bot.texts import Texts

STATIC: Final = Path(__file__).parent / "static"

SPOKEN: Final = (
    "web.connecting", "web.disconnected", "web.no_cookies", "web.too_many", "web.here", "web.your_turn",
    "web.name_change", "web.name_missing", "web.copied", "web.picture_gone", "web.meeples",
    "web.lay", "web.next_look", "web.not_here", "web.tap_area", "web.tap_outlined", "web.tap_spot",
    "web.tap_tile", "web.tiles_left", "web.seat_here",
    "web.notice_me", "web.notice_stop", "web.notice_on", "web.notice_denied", "web.notice_install",
    "web.notice_failed",
)  # fmt: skip
"""The texts that the page's own script says; all others stand in the page from the start."""

_INSTALLED: Final = """<link rel="manifest" href="/static/manifest.webmanifest">
  <link rel="apple-touch-icon" href="/static/icon-192.png">
  <meta name="theme-color" content="#f6f1e4" media="(prefers-color-scheme: light)">
  <meta name="theme-color" content="#1d1f21" media="(prefers-color-scheme: dark)">
  <script type="module" src="/static/{edition}/installed.js"></script>"""

_SLOT: Final = re.compile(r"\{\{ ([a-z_.]+) \}\}")


def html_tag(language: str) -> str:
    """A language as a page names it: a BCP 47 tag."""
    return language.replace("_", "-")


def installed(edition: str) -> str:
    """What lets a phone put a page on its screen, in the colours of its ground, and keep a worker for it.

    Not a chat's board, which others show in frames.
    """
    return _INSTALLED.format(edition=edition)


def knocking(script: str) -> str:
    """What has a board's page knock at its door at once, before anything else is fetched."""
    return f"<script>{script}</script>"


def preloaded(address: str, scheme: str) -> str:
    """What lets a browser of this colour scheme fetch a picture before the page's script asks for it."""
    wanted = f"(prefers-color-scheme: {scheme})"
    return f'<link rel="preload" as="image" href="{html.escape(address)}" media="{wanted}">'


class Pages:
    """Makes the pages from ``static/*.html``: ``{{ web.key }}`` is a text, ``{{ name }}`` a value."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._sources = {path.stem: path.read_text(encoding="utf-8") for path in STATIC.glob("*.html")}

    def write(
        self, page: str, language: str, *, first: str = "", head: str = "", own: str = "", **values: str
    ) -> str:
        """The page ``page`` in a language: all is escaped but what its head has, and one's ``own`` rooms."""

        def fill(slot: re.Match[str]) -> str:
            name = slot[1]
            match name:
                case "spoken":
                    return self._spoken(language)
                case "first":
                    return first
                case "head":
                    return head
                case "own":
                    return own
                case "language":
                    return html_tag(language)
                case _:
                    return html.escape(self._say(name, language) if "." in name else values[name])

        return _SLOT.sub(fill, self._sources[page])

    def slots(self, page: str = "") -> set[str]:
        """Every text key that a page names; without one, that any does."""
        sources = [self._sources[page]] if page else self._sources.values()
        return {key for source in sources for key in _SLOT.findall(source) if "." in key}

    def words(self, page: str, language: str) -> dict[str, Any]:
        """All that a page says of its own, by key, so that an open one can be told it in another language."""
        said = {key: self._say(key, language) for key in sorted(self.slots(page) | set(SPOKEN))}
        return {"language": html_tag(language), "texts": said}

    def _say(self, key: str, language: str) -> str:
        return self._texts.say(Phrase(key), language)

    def _spoken(self, language: str) -> str:
        said = {key.removeprefix("web."): self._say(key, language) for key in SPOKEN}
        return json.dumps(said, ensure_ascii=False).replace("<", "\\u003c")
