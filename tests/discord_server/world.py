"""What the small Discord knows: users, channels, messages, commands and interactions, as wire payloads."""

import itertools
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Payload = dict[str, Any]

PUBLIC_THREAD = 11
PRIVATE = 1_000_000
"""By so much the number of a private channel is larger than its person's."""
EPHEMERAL = 1 << 6
LOADING = 1 << 7
ALL_PERMISSIONS = (1 << 53) - 1


@dataclass
class Interaction:
    """One command, tap or autocomplete, and what the bot made of it."""

    id: int
    token: str
    kind: int
    channel: int
    source: int | None = None
    callback: int | None = None
    response: int | None = None
    choices: list[Payload] = field(default_factory=list)
    followups: list[int] = field(default_factory=list)
    expired: bool = False


class World:
    """The state behind the server. Ids are given out in order; the clock of an id does not matter here."""

    def __init__(self, *, application: int = 4242) -> None:
        self.application = application
        self._ids = itertools.count(10_000)
        self.users: dict[int, Payload] = {}
        self.guilds: dict[int, Payload] = {}
        self.channels: dict[int, Payload] = {}
        self.messages: dict[int, dict[int, Payload]] = {}
        self.commands: list[Payload] = []
        self.interactions: dict[str, Interaction] = {}
        self.files: dict[str, bytes] = {}
        self.permissions: dict[int, int] = {}
        self.closed: set[int] = set()
        self.bot = self.add_user("Bastide", bot=True, id=application)

    def new_id(self) -> int:
        """An id that nothing has yet."""
        return next(self._ids)

    def add_user(self, name: str, *, bot: bool = False, id: int | None = None) -> Payload:  # noqa: A002
        """A user, by payload."""
        number = id or self.new_id()
        user: Payload = {
            "id": str(number),
            "username": name.lower(),
            "global_name": name,
            "discriminator": "0",
            "avatar": None,
            "bot": bot,
        }
        self.users[number] = user
        return user

    def add_guild(self, name: str = "Bastide test", *, locale: str = "en-US") -> Payload:
        """A guild that the bot is in, by payload."""
        number = self.new_id()
        everyone: Payload = {
            "id": str(number),
            "name": "@everyone",
            "permissions": str(ALL_PERMISSIONS),
            "position": 0,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        guild: Payload = {
            "id": str(number),
            "name": name,
            "owner_id": str(self.new_id()),
            "preferred_locale": locale,
            "roles": [everyone],
            "channels": [],
            "threads": [],
            "members": [self.member(self.bot)],
            "emojis": [],
            "stickers": [],
            "features": [],
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "premium_progress_bar_enabled": False,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "afk_channel_id": None,
            "afk_timeout": 300,
            "icon": None,
            "banner": None,
            "splash": None,
            "discovery_splash": None,
            "description": None,
            "vanity_url_code": None,
            "application_id": None,
            "member_count": 1,
            "large": False,
            "unavailable": False,
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "joined_at": now(),
        }
        self.guilds[number] = guild
        return guild

    def add_channel(
        self, guild: Payload, name: str = "games", *, thread_of: Payload | None = None
    ) -> Payload:
        """A text channel of the guild, or a thread of one, by payload."""
        number = self.new_id()
        channel: Payload = {
            "id": str(number),
            "guild_id": guild["id"],
            "type": 0 if thread_of is None else PUBLIC_THREAD,
            "name": name,
            "position": 0,
            "permission_overwrites": [],
            "parent_id": None if thread_of is None else thread_of["id"],
            "nsfw": False,
            "rate_limit_per_user": 0,
        }
        if thread_of is not None:
            channel |= {
                "owner_id": self.bot["id"],
                "message_count": 0,
                "member_count": 1,
                "thread_metadata": {
                    "archived": False,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": now(),
                    "locked": False,
                },
            }
        guild["threads" if thread_of is not None else "channels"].append(channel)
        self.channels[number] = channel
        self.messages[number] = {}
        self.permissions[number] = ALL_PERMISSIONS
        return channel

    def member(self, user: Payload, *, permissions: int | None = None) -> Payload:
        """The user as a member of a guild."""
        member: Payload = {
            "user": user,
            "roles": [],
            "nick": None,
            "avatar": None,
            "joined_at": now(),
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }
        if permissions is not None:
            member["permissions"] = str(permissions)
        return member

    def add_message(self, channel: int, body: Payload, files: dict[int, bytes], *, flags: int = 0) -> Payload:
        """A message of the bot as the body of a request says it: the same one for a nonce that was seen."""
        nonce = body.get("nonce") if body.get("enforce_nonce") else None
        for other in self.messages[channel].values() if nonce is not None else ():
            if other.get("nonce") == nonce:
                return other
        number = self.new_id()
        message: Payload = {
            "id": str(number),
            "channel_id": str(channel),
            "author": self.bot,
            "content": "",
            "timestamp": now(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
            "pinned": False,
            "type": 0,
            "flags": flags,
        }
        if nonce is not None:
            message["nonce"] = nonce
        if reference := body.get("message_reference"):
            message["message_reference"] = reference
        self.messages[channel][number] = message
        self.change_message(message, body, files)
        message["edited_timestamp"] = None
        return message

    def change_message(self, message: Payload, body: Payload, files: dict[int, bytes]) -> Payload:
        """Apply the body of a request that edits a message."""
        for key in ("content", "components", "embeds"):
            if key in body:
                message[key] = body[key] or ("" if key == "content" else [])
        if "attachments" in body:
            kept = {a["id"]: a for a in message["attachments"]}
            message["attachments"] = [
                kept.get(str(a["id"])) or self._store(message, a, files[int(a["id"])])
                for a in body["attachments"] or ()
            ]
        allowed = body.get("allowed_mentions") or {}
        message["mentions"] = [
            self.users[int(user)] for user in allowed.get("users", ()) if int(user) in self.users
        ]
        message["flags"] &= ~LOADING
        message["edited_timestamp"] = now()
        return message

    def _store(self, message: Payload, attachment: Payload, content: bytes) -> Payload:
        number = self.new_id()
        path = f"/attachments/{message['channel_id']}/{number}/{attachment['filename']}"
        self.files[path] = content
        return {
            "id": str(number),
            "filename": attachment["filename"],
            "description": attachment.get("description"),
            "size": len(content),
            "url": path,
            "proxy_url": path,
        }

    def private(self, user: Payload) -> Payload:
        """The user's chat with the bot, by payload."""
        number = int(user["id"]) + PRIVATE
        if number not in self.channels:
            private: Payload = {"id": str(number), "type": 1, "recipients": [user], "last_message_id": None}
            self.channels[number] = private
            self.messages[number] = {}
        return self.channels[number]

    def text(self, channel: Payload) -> list[str]:
        """The contents of the channel's public messages, oldest first."""
        return [message["content"] for message in self.public(channel)]

    def public(self, channel: Payload) -> list[Payload]:
        """The channel's messages that everyone sees, oldest first."""
        return [m for m in self.messages[int(channel["id"])].values() if not m["flags"] & EPHEMERAL]


def now() -> str:
    """The time as Discord writes it."""
    return datetime.now(UTC).isoformat()
