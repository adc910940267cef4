"""The HTML of messages, read as strictly as the real server reads it."""

import html
import re
from typing import Final

from tests.telegram_server.faults import bad_request

_TAGS: Final = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "s": "strikethrough",
    "code": "code", "pre": "pre", "tg-spoiler": "spoiler", "blockquote": "blockquote", "a": "text_link",
    "tg-time": "date_time",
}  # fmt: skip
_TOKEN: Final = re.compile(r"<[^>]*>?|&(?:#\d+|#x[0-9a-fA-F]+|\w+);|[^<&]+|&")
_OPEN: Final = re.compile(
    r"<([a-z-]+)(?:\s+href=\"([^\"]*)\"|\s+unix=\"(\d+)\"\s+format=\"(r|w?[dD]?[tT]?)\"|\s+expandable)?>"
)
_CLOSE: Final = re.compile(r"</([a-z-]+)>")
_MENTION: Final = re.compile(r"tg://user\?id=(\d+)")

Entity = dict[str, object]


def utf16_length(text: str) -> int:
    """The length in which Telegram counts."""
    return len(text.encode("utf-16-le")) // 2


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """Text and entities. Raises error 400 when the markup is not the one that Telegram documents."""
    text, entities = "", list[Entity]()
    stack: list[tuple[str, int, str | None]] = []
    for token in _TOKEN.findall(source):
        if token.startswith("</"):
            closing = _CLOSE.fullmatch(token)
            if not closing or not stack or stack[-1][0] != closing[1]:
                raise bad_request(f"can't parse entities: unexpected end tag {token}")
            tag, start, href = stack.pop()
            entity = _entity(tag, start, utf16_length(text) - start, href)
            if entity["length"]:
                entities.append(entity)
        elif token.startswith("<"):
            opening = _OPEN.fullmatch(token)
            if not opening or opening[1] not in _TAGS:
                raise bad_request(f"can't parse entities: unsupported start tag {token}")
            value = opening[2] or opening[3]
            stack.append((opening[1], utf16_length(text), value and html.unescape(value)))
        elif token.startswith("&") and token not in ("&lt;", "&gt;", "&amp;", "&quot;"):
            if not token.startswith("&#"):
                raise bad_request(f"can't parse entities: unknown entity {token}")
            text += html.unescape(token)
        else:
            text += html.unescape(token)
    if stack:
        raise bad_request(f"can't parse entities: can't find end tag corresponding to {stack[-1][0]}")
    return text, entities


def _entity(tag: str, offset: int, length: int, href: str | None) -> Entity:
    entity: Entity = {"type": _TAGS[tag], "offset": offset, "length": length}
    if tag == "a":
        mention = _MENTION.fullmatch(href or "")
        if mention:
            entity |= {"type": "text_mention", "user": int(mention[1])}
        else:
            entity["url"] = href or ""
    elif tag == "tg-time":
        entity["unix_time"] = int(href or 0)
    return entity
