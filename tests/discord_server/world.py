"""What the small Discord knows: users, channels, messages, commands and interactions, as wire payloads."""

import itertools
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Payload = dict[str, Any]

PUBLIC_THREAD = 11
PRIVATE = 1_000_000
"""By so much the number of a private channel is larger than its person's."""
REPLY = 19
ENTRY_POINT = 4
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SILENT = 1 << 12
ALL_PERMISSIONS = (1 << 53) - 1
ADMINISTRATOR = 1 << 3
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MANAGE_THREADS = 1 << 34
SEND_MESSAGES_IN_THREADS = 1 << 38
INVITED = 274_878_024_704
"""What the invitation in README.md asks for: to see, write, attach and embed, and to read what was before."""


@dataclass
class Interaction:
    """One command, tap or autocomplete, and what the bot made of it."""

    id: int
    token: str
    kind: int
    channel: int
    user: int = 0
    source: int | None = None
    callback: int | None = None
    response: int | None = None
    choices: list[Payload] = field(default_factory=list)
    followups: list[int] = field(default_factory=list)
    expired: bool = False


class World:
    """The state behind the server. Ids are given out in order; the clock of an id does not matter here.

    ``permissions`` are the bot's own, by channel; in a thread those of its channel count as well. ``closed``
    are private channels of people who take no messages, ``absent`` guilds that the bot was removed from.
    ``nonces`` are those that are still enforced; ``pings`` are the messages that notified people, with whom.
    ``codes`` and ``tokens`` are those by which somebody shows whose page it is, ``instances`` the activities
    that are open, where ``activities`` are switched on.
    """

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
        self.absent: set[int] = set()
        self.nonces: dict[tuple[int, str], int] = {}
        self.pings: list[tuple[Payload, list[str]]] = []
        self.codes: dict[str, Payload] = {}
        self.tokens: dict[str, Payload] = {}
        self.instances: dict[str, Payload] = {}
        self.activities = True
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
            "flags": 0,
            "public_flags": 0,
            "primary_guild": None,
        }
        self.users[number] = user
        return user

    def add_guild(self, name: str = "Bastide test", *, locale: str = "en-US", shard: int = 0) -> Payload:
        """A guild that the bot is in, by payload. Of more shards than ``shard``, it falls to this one."""
        number = (shard << 22) + self.new_id()
        everyone: Payload = {
            "id": str(number),
            "name": "@everyone",
            "permissions": str(INVITED),
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

    def introduced(self, guild: Payload) -> Payload:
        """The guild as the bot is told of it: of its threads those that are active and that it may see."""
        threads = [
            thread
            for thread in guild["threads"]
            if not thread["thread_metadata"]["archived"] and self.may(thread, VIEW_CHANNEL)
        ]
        return guild | {"threads": threads}

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
            "flags": 0,
        }
        if thread_of is not None:
            channel |= {
                "owner_id": self.bot["id"],
                "message_count": 0,
                "member_count": 1,
                "total_message_sent": 0,
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
        self.permissions[number] = INVITED if thread_of is None else ALL_PERMISSIONS
        return channel

    def remove_channel(self, channel: Payload) -> list[Payload]:
        """Take a channel away with all that is in it; gives its threads, which are gone with it."""
        guild = self.guilds[int(channel["guild_id"])]
        threads = [other for other in self.channels.values() if other.get("parent_id") == channel["id"]]
        for gone in (channel, *threads):
            del self.channels[int(gone["id"])]
            self.messages[int(gone["id"])] = {}
            for kind in ("channels", "threads"):
                guild[kind] = [other for other in guild[kind] if other is not gone]
        return threads

    def add_entry_point(self, name: str = "launch") -> Payload:
        """The command that Discord itself registers for an application with an activity, by payload."""
        command: Payload = {
            "id": str(self.new_id()),
            "application_id": str(self.application),
            "version": "1",
            "name": name,
            "description": "",
            "type": ENTRY_POINT,
            "handler": 2,
        }
        self.commands.append(command)
        return command

    def enter_instance(self, channel: Payload, *people: Payload) -> Payload:
        """The activity that is open in a channel, or a new one, with these people in it besides."""
        number = channel["id"]
        for instance in self.instances.values():
            if instance["location"]["channel_id"] == number:
                break
        else:
            launch = str(self.new_id())
            kind, where = ("pc", "") if "guild_id" not in channel else ("gc", f"{channel['guild_id']}-")
            location = {"id": f"{kind}-{where}{number}", "kind": kind, "channel_id": number}
            instance = {
                "application_id": str(self.application),
                "instance_id": f"i-{launch}-{location['id']}",
                "launch_id": launch,
                "location": location | ({"guild_id": channel["guild_id"]} if where else {}),
                "users": [],
            }
            self.instances[instance["instance_id"]] = instance
        instance["users"] += [user["id"] for user in people if user["id"] not in instance["users"]]
        return instance

    def code_of(self, user: Payload) -> str:
        """A code for a page of this user's, good for once."""
        code = f"code{self.new_id()}"
        self.codes[code] = user
        return code

    def allowed(self, channel: Payload) -> int:
        """The permissions that the bot has in a channel, whatever gives them."""
        if "guild_id" not in channel:
            return ALL_PERMISSIONS
        mine = self.permissions[int(channel["id"])]
        if is_thread(channel):
            mine &= self.permissions[int(channel["parent_id"])]
        return ALL_PERMISSIONS if mine & ADMINISTRATOR else mine

    def may(self, channel: Payload, right: int) -> bool:
        """Whether the bot has this right in the channel."""
        return bool(self.allowed(channel) & right)

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

    def add_message(
        self,
        channel: int,
        body: Payload,
        files: dict[int, bytes],
        *,
        flags: int = 0,
        author: Payload | None = None,
    ) -> Payload:
        """A message as the body of a request says it; without an author it is the bot's."""
        number = self.new_id()
        message: Payload = {
            "id": str(number),
            "channel_id": str(channel),
            "author": author or self.bot,
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
            "flags": flags | body.get("flags", 0) & SILENT,
        }
        if reference := body.get("message_reference"):
            message["type"] = REPLY
            message["message_reference"] = {
                "type": 0,
                "message_id": reference["message_id"],
                "channel_id": str(channel),
            }
        self.messages[channel][number] = message
        self.change_message(message, body, files)
        message["edited_timestamp"] = None
        # Who is mentioned in an edit is not called by it, nor by a silent message or one for one person.
        if message["mentions"] and not message["flags"] & (SILENT | EPHEMERAL):
            self.pings.append((message, [user["id"] for user in message["mentions"]]))
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
        message["mentions"] = self._mentioned(message["content"], body.get("allowed_mentions"))
        message["flags"] &= ~LOADING
        message["edited_timestamp"] = now()
        return message

    def _mentioned(self, text: str, allowed: Payload | None) -> list[Payload]:
        """The people whom the text names, unless the request leaves them out."""
        named = dict.fromkeys(re.findall(r"<@!?(\d+)>", text))
        if allowed is not None and "users" not in allowed.get("parse", ()):
            listed = {str(user) for user in allowed.get("users", ())}
            named = dict.fromkeys(number for number in named if number in listed)
        return [self.users[int(number)] for number in named if int(number) in self.users]

    def _store(self, message: Payload, attachment: Payload, content: bytes) -> Payload:
        number = self.new_id()
        path = f"/attachments/{message['channel_id']}/{number}/{attachment['filename']}"
        self.files[path] = content
        stored = {
            "id": str(number),
            "filename": attachment["filename"],
            "size": len(content),
            "url": path,
            "proxy_url": path,
        }
        if attachment.get("description"):
            stored["description"] = attachment["description"]
        return stored

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


def is_thread(channel: Payload) -> bool:
    """Whether the channel is a thread or a forum post."""
    return channel["type"] in {10, 11, 12}


def now() -> str:
    """The time as Discord writes it."""
    return datetime.now(UTC).isoformat()
