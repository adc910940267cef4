"""The routes that answer commands and taps: callbacks, and the webhook of each interaction."""

from aiohttp import web

from tests.discord_server.api import ApiError, Call, as_json
from tests.discord_server.messages import Messages, check_message
from tests.discord_server.rights import Rights
from tests.discord_server.world import EPHEMERAL, LOADING, Interaction, Payload, World

REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, CHOICES, LAUNCH = 4, 5, 6, 7, 8, 12


class Interactions:
    """Answers interactions.

    That needs no rights in the channel. But what everyone sees there cannot be changed while a thread is
    archived, and nothing can be added while it is locked.
    """

    def __init__(self, world: World, rights: Rights, messages: Messages) -> None:
        self._world = world
        self._rights = rights
        self._messages = messages

    async def callback(self, request: web.Request, call: Call) -> web.Response:
        """The first answer to an interaction."""
        interaction = self._world.interactions.get(request.match_info["token"])
        if interaction is None or interaction.expired:
            raise ApiError(404, 10062, "Unknown interaction")
        if interaction.callback is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        kind, data = call.body["type"], call.body.get("data") or {}
        message: Payload | None = None
        instance: Payload | None = None
        if kind in {REPLY, DEFER_REPLY}:
            check_message(data, call.files, new=kind == REPLY)
            flags = data.get("flags", 0) & EPHEMERAL | (LOADING if kind == DEFER_REPLY else 0)
            message = await self._add(interaction, data, call.files, flags)
            message["flags"] |= flags
            interaction.response = int(message["id"])
        elif kind in {DEFER_UPDATE, UPDATE}:
            interaction.response = interaction.source
            if kind == UPDATE:
                message = self._change(interaction, "@original", data, call.files)
        elif kind == CHOICES:
            interaction.choices = data["choices"]
        elif kind == LAUNCH:
            instance = self._launch(interaction)
        interaction.callback = kind
        return as_json(_told(interaction, kind, message, instance))

    def _launch(self, interaction: Interaction) -> Payload:
        """The activity is opened in the channel, with whoever asked for it."""
        if not self._world.activities:
            raise ApiError(400, 50035, "This application does not have activities enabled.")
        channel = self._world.channels[interaction.channel]
        return self._world.enter_instance(channel, self._world.users[interaction.user])

    async def follow_up(self, request: web.Request, call: Call) -> web.Response:
        """A further message in answer to an interaction."""
        interaction = self._webhook(request)
        check_message(call.body, call.files, new=True)
        flags = call.body.get("flags", 0) & EPHEMERAL
        message = await self._add(interaction, call.body, call.files, flags)
        interaction.followups.append(int(message["id"]))
        return as_json(message)

    async def patch(self, request: web.Request, call: Call) -> web.Response:
        """An edit of what was answered."""
        interaction = self._webhook(request)
        return as_json(self._change(interaction, request.match_info["message"], call.body, call.files))

    async def delete(self, request: web.Request, _call: Call) -> web.Response:
        """What was answered goes away."""
        interaction = self._webhook(request)
        message = self._response(interaction, request.match_info["message"])
        if not message["flags"] & EPHEMERAL:
            self._rights.awake(self._world.channels[interaction.channel])
        del self._world.messages[interaction.channel][int(message["id"])]
        return web.Response(status=204)

    def _webhook(self, request: web.Request) -> Interaction:
        """The interaction of this token: it has a webhook from its first answer on, until it expires."""
        interaction = self._world.interactions.get(request.match_info["token"])
        if interaction is None or interaction.callback is None:
            raise ApiError(404, 10015, "Unknown Webhook")
        if interaction.expired:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        return interaction

    async def _add(
        self, interaction: Interaction, body: Payload, files: dict[int, bytes], flags: int
    ) -> Payload:
        channel = self._world.channels.get(interaction.channel)
        if channel is None:
            raise ApiError(404, 10003, "Unknown Channel")
        if not flags & EPHEMERAL:
            self._rights.unlocked(channel)
            await self._messages.wake(channel)
        return self._world.add_message(interaction.channel, body, files, flags=flags)

    def _change(self, interaction: Interaction, name: str, body: Payload, files: dict[int, bytes]) -> Payload:
        message = self._response(interaction, name)
        check_message(body, files)
        if not message["flags"] & EPHEMERAL:
            self._rights.awake(self._world.channels[interaction.channel])
            self._rights.unlocked(self._world.channels[interaction.channel])
        return self._world.change_message(message, body, files)

    def _response(self, interaction: Interaction, name: str) -> Payload:
        number = interaction.response if name == "@original" else int(name)
        found = self._world.messages[interaction.channel].get(number or 0)
        if found is None:
            raise ApiError(404, 10008, "Unknown Message")
        return found


def _told(interaction: Interaction, kind: int, message: Payload | None, instance: Payload | None) -> Payload:
    """What the bot is told of its first answer."""
    about = {"id": str(interaction.id), "type": interaction.kind}
    if interaction.response is not None:
        about["response_message_id"] = str(interaction.response)
    answer: Payload = {"interaction": about}
    if message is not None:
        answer["resource"] = {"type": kind, "message": message}
    if instance is not None:
        about["activity_instance_id"] = instance["instance_id"]
        answer["resource"] = {"type": kind, "activity_instance": {"id": instance["instance_id"]}}
    return answer
