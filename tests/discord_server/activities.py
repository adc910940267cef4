"""What is asked for an activity: whose page it is, by a code; who is in which instance."""

import secrets

from aiohttp import web

from tests.discord_server.api import ApiError, Call, as_json
from tests.discord_server.world import Payload, World

CLIENT_KEY = "the-right-client-key"
TOKEN_PATH = "/oauth2/token"


class Activities:
    """Gives a token for a code, a person for a token, and the people of an instance to the bot."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._tokens = world.tokens

    async def token(self, request: web.Request, _call: Call) -> web.Response:
        """A code becomes a token, for whoever has the client's secret."""
        form = await request.post()
        asked = (form.get("client_id"), form.get("client_secret"))
        if asked != (str(self._world.application), CLIENT_KEY):
            return as_json({"error": "invalid_client"}, status=401)
        user = self._world.codes.pop(str(form.get("code")), None)
        if form.get("grant_type") != "authorization_code" or user is None:
            error = {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'}
            return as_json(error, status=400)
        token = f"access-{secrets.token_hex(8)}"
        self._tokens[token] = user
        return as_json({
            "token_type": "Bearer", "access_token": token, "expires_in": 604_800,
            "refresh_token": f"refresh-{token}", "scope": "identify",
        })  # fmt: skip

    def bearer(self, request: web.Request) -> Payload | None:
        """The person whose token a request brings, None where it brings the bot's."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bearer":
            return None
        if token not in self._tokens:
            raise ApiError(401, 0, "401: Unauthorized")
        return {"locale": "en-US", "mfa_enabled": True, **self._tokens[token]}

    async def instance(self, request: web.Request, _call: Call) -> web.Response:
        """An instance of the bot's application."""
        found = self._world.instances.get(request.match_info["instance"])
        if found is None or request.match_info["application"] != str(self._world.application):
            raise ApiError(404, 10103, "Unknown Activity Instance")
        return as_json(found)
