"""What people do: they type commands, press buttons and write."""

from collections.abc import Callable, Mapping

from tests.discord_server.gateway import Gateway
from tests.discord_server.world import Interaction, Payload, World

COMMAND, COMPONENT, AUTOCOMPLETE = 2, 3, 4
BUTTON, SELECT = 2, 3


class People:
    """The people in front of the channels. Without ``wait`` they do not wait to be acknowledged."""

    world: World
    _gateway: Gateway

    async def until(self, claim: Callable[[], bool], *, within: float = 10) -> None:
        """Wait until the claim holds."""
        raise NotImplementedError

    async def command(self, user: Payload, channel: Payload, name: str, **options: object) -> Interaction:
        """Let the user type a slash command and wait until the bot has acknowledged it.

        A file is given as the payload of an attachment.
        """
        return await self._interact(COMMAND, user, channel, self._data(name, options))

    async def type(self, user: Payload, channel: Payload, name: str, **options: object) -> Interaction:
        """Let the user type a slash command, and do not wait."""
        return await self._interact(COMMAND, user, channel, self._data(name, options), wait=False)

    async def complete(
        self, user: Payload, channel: Payload, name: str, option: str, **options: str
    ) -> list[Payload]:
        """Let the user type into an option; gives the choices that the bot offers."""
        data = self._data(name, options)
        for part in data["options"]:
            part["focused"] = part["name"] == option
        return (await self._interact(AUTOCOMPLETE, user, channel, data)).choices

    async def press(
        self, user: Payload, message: Payload, custom_id: str, *, wait: bool = True
    ) -> Interaction:
        """Let the user press a button of the message and wait until the bot has acknowledged it."""
        data: Payload = {"custom_id": custom_id, "component_type": BUTTON}
        return await self._interact(COMPONENT, user, self._place(message), data, message, wait=wait)

    async def choose(
        self, user: Payload, message: Payload, custom_id: str, value: str, *, wait: bool = True
    ) -> Interaction:
        """Let the user pick an option of a select of the message."""
        data: Payload = {"custom_id": custom_id, "component_type": SELECT, "values": [value]}
        return await self._interact(COMPONENT, user, self._place(message), data, message, wait=wait)

    async def say(self, user: Payload, channel: Payload, text: str) -> Payload:
        """Let the user write something. The bot is not told: it asks for no such events."""
        return self.world.add_message(int(channel["id"]), {"content": text}, {}, author=user)

    def buttons(self, channel: Payload) -> list[tuple[Payload, list[str]]]:
        """The messages with buttons or selects that everyone can use, oldest first, and their custom ids."""
        found = []
        for message in self.world.public(channel):
            parts = [part for row in message["components"] for part in row.get("components", ())]
            ids = [part["custom_id"] for part in parts if "custom_id" in part and not part.get("disabled")]
            if ids:
                found.append((message, ids))
        return found

    def mentions(self, channel: Payload) -> list[tuple[Payload, list[str]]]:
        """The messages that notified somebody when they were posted, and the ids of those people.

        In the order of posting; those that were deleted since are among them, edits and silent messages not.
        """
        return [
            (message, users) for message, users in self.world.pings if message["channel_id"] == channel["id"]
        ]

    def _place(self, message: Payload) -> Payload:
        return self.world.channels[int(message["channel_id"])]

    def _data(self, name: str, options: Mapping[str, object]) -> Payload:
        command = next(command for command in self.world.commands if command["name"] == name)
        kinds = {option["name"]: option["type"] for option in command.get("options", ())}
        files = {value["id"]: value for value in options.values() if isinstance(value, dict)}
        words = {key: value["id"] if isinstance(value, dict) else value for key, value in options.items()}
        given = [{"name": key, "type": kinds[key], "value": value} for key, value in words.items()]
        resolved = {"attachments": files} if files else {}
        return {
            "id": command["id"],
            "name": name,
            "type": command.get("type", 1),
            "options": given,
            "resolved": resolved,
        }

    async def _interact(
        self,
        kind: int,
        user: Payload,
        channel: Payload,
        data: Payload,
        message: Payload | None = None,
        *,
        wait: bool = True,
    ) -> Interaction:
        number = self.world.new_id()
        source = None if message is None else int(message["id"])
        interaction = Interaction(
            number, f"token-{number}", kind, int(channel["id"]), int(user["id"]), source=source
        )
        self.world.interactions[interaction.token] = interaction
        payload: Payload = {
            "id": str(number),
            "application_id": str(self.world.application),
            "type": kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": channel["id"],
            "channel": channel,
            "locale": user.get("locale", "en-US"),
            "app_permissions": str(self.world.allowed(channel)),
            "entitlements": [],
            "attachment_size_limit": 10_485_760,
            **self._whereabouts(user, channel),
        }
        if message is not None:
            payload["message"] = message
        await self._gateway.tell("INTERACTION_CREATE", payload)
        if wait:
            await self.until(lambda: interaction.callback is not None)
        return interaction

    def _whereabouts(self, user: Payload, channel: Payload) -> Payload:
        """What an interaction says of its place: in a chat of two there is no guild, and nobody a member."""
        if "guild_id" not in channel:
            return {"user": user, "authorizing_integration_owners": {"0": "0"}, "context": 1}
        guild = self.world.guilds[int(channel["guild_id"])]
        return {
            "guild_id": guild["id"],
            "guild": {"id": guild["id"], "locale": guild["preferred_locale"], "features": []},
            "guild_locale": guild["preferred_locale"],
            "member": self.world.member(user, permissions=user.get("permissions", 0)),
            "authorizing_integration_owners": {"0": guild["id"]},
            "context": 0,
        }
