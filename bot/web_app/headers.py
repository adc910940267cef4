"""What every answer says about itself to browsers."""

from collections.abc import Collection
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.web_app.callers import calls_us

UNKNOWN_NAME: Final = "The table is not known by this name. Its operator can name it in BASTIDE_WEB_HOSTS."
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def guard(names: Collection[str]) -> Middleware:
    """A middleware that answers only who calls us by one of these names or by number, see ``calls_us``.

    It adds the headers to every answer, errors included.
    """

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            if not calls_us(request.headers.get("Host", ""), names):
                raise web.HTTPMisdirectedRequest(text=UNKNOWN_NAME)
            response = await handler(request)
        except web.HTTPException as error:
            error.headers.update(HEADERS)
            raise
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    return guarded
