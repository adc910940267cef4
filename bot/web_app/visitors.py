"""Who sits at a browser: a secret in a cookie, a name, a language."""

import hashlib
import re
import secrets
from collections.abc import Collection
from typing import Final

from aiohttp import web

from bot.games.names import visible_name
from bot.people import Person
from bot.web_app.callers import is_secure

COOKIE: Final = "bastide_person"
COOKIE_AGE: Final = 400 * 24 * 3600
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_QUALITY: Final = re.compile(r"q=([01](?:\.\d{1,3})?)")


def secret_of(request: web.Request) -> str | None:
    """The browser's secret, or None when it brought none that we gave."""
    secret = request.cookies.get(COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else None


def remember(request: web.Request, response: web.StreamResponse) -> None:
    """Give the browser a secret unless it has one, and renew its age."""
    response.set_cookie(
        COOKIE,
        secret_of(request) or secrets.token_urlsafe(32),
        max_age=COOKIE_AGE,
        path="/",
        httponly=True,
        samesite="Lax",
        secure=is_secure(request),
    )


def person_of(secret: str, name: str, language: str) -> Person:
    """The person with this secret.

    The id is derived from the secret and does not give it away, so that ids may stand in records.
    """
    return Person("web", hashlib.sha256(secret.encode()).hexdigest()[:24], name, language)


def name_from(text: str) -> str:
    """A name fit to be shown, as the table cleans names; empty when nothing can be seen of what was given."""
    return visible_name(text)


def language_of(header: str, known: Collection[str], default: str) -> str:
    """The best of the known languages by an ``Accept-Language`` header."""
    best, best_quality = default, 0.0
    for part in header[:500].split(","):
        tag, _, parameters = part.strip().partition(";")
        match = _QUALITY.search(parameters)
        quality = float(match[1]) if match else 1.0
        for candidate in (tag.lower(), tag.lower().partition("-")[0]):
            found = next((language for language in known if language.lower() == candidate), None)
            if found is not None and quality > best_quality:
                best, best_quality = found, quality
                break
    return best
