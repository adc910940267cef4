"""The door within Discord: a board that was opened there as an Activity.

The page brings a code, which Discord has given it for whoever looks at it, and the instance in which it is
shown. Discord tells for the code who that is, and who is in the instance: it lets people into an instance
only where they may see the channel. Nothing else that the page says is believed.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any, Final, TypeVar

import aiohttp
import structlog
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from bot.doors.guest import Guest
from bot.doors.launches import Launch, LaunchBook
from bot.finding import Finding, Grade
from bot.people import Channel, Person
from bot.refusal import Refused
from bot.texts import SOURCE, Texts

PLATFORM: Final = "discord"
DOOR: Final = "discord"
"""What the page calls it."""
FRAMES: Final = tuple(
    f"https://{name}" for name in ("discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com")
)
"""Where the clients of Discord run, which show the page in a frame."""
LONGEST: Final = 1000
"""Characters of what a page shows; what Discord gives it is much shorter."""
PATIENCE: Final = 5.0
"""Seconds for each question to Discord."""
PAUSES: Final = (0.0, 0.7, 1.5)
"""Seconds before each look for somebody in an instance: Discord may list them a moment after they came."""

ENTRY_POINT: Final = 4
"""The type of the command that starts a bot's Activity, where its operator has switched one on."""
TOLD_TO_US: Final = 1
"""How that command is handled. Else Discord opens the Activity by itself, and tells nobody where."""

UNKNOWN_MEMBER: Final = 10007
"""Discord's number for somebody who is not in a server."""

NOT_KNOWN: Final = "door.discord"
AWAY: Final = "door.discord_away"

log: Final = structlog.get_logger(__name__)


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, hide_input_in_errors=True)


_Number = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,19}$")]


class _Proof(_Read):
    model_config = ConfigDict(extra="forbid")

    code: Annotated[str, Field(pattern=r"^[!-~]{1,256}$")]
    # It becomes a part of an address.
    instance_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_:-]{0,255}$")]


class _Token(_Read):
    access_token: Annotated[SecretStr, Field(min_length=1)]


class _User(_Read):
    id: _Number
    username: str
    global_name: str | None = None
    locale: str = ""


class _Location(_Read):
    kind: str
    channel_id: str = ""
    guild_id: str = ""


class _Instance(_Read):
    application_id: str
    instance_id: str
    location: _Location
    users: list[str]


_Answer = TypeVar("_Answer", bound=_Read)


class _Member(_Read):
    """Somebody in a server; more than that there is one need not be known."""


class _Error(_Read):
    code: int = 0


class _Turned(Exception):
    """Discord does not know of it. ``code`` is its own number for why, 0 where it gives none."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Activity:
    """The application whose Activity shows boards: its number, and what proves to Discord that we are it."""

    application: str
    secret: SecretStr
    token: SecretStr
    api_base: str


class DiscordDoor:
    """Asks Discord alone, at its configured address.

    ``language`` is spoken where nothing tells a better one that we know.
    ``pauses`` are made before each look for a person, ``patience`` is for each question.
    """

    def __init__(
        self,
        activity: Activity,
        book: LaunchBook,
        texts: Texts,
        *,
        language: str = SOURCE,
        pauses: Sequence[float] = PAUSES,
        patience: float = PATIENCE,
    ) -> None:
        self._activity = activity
        self._book = book
        self._texts = texts
        self._language = language
        self._pauses = pauses
        self._patience = patience

    async def admit(self, proof: str) -> Guest:
        """Whoever a code is of, where the instance was opened. ``proof`` is JSON: ``code``, ``instance_id``.

        Raises Refused, which does not tell whether there is such a place, and StoreUnavailable.
        """
        shown = _shown(proof)
        if not await self._book.first(shown.code):
            raise Refused(NOT_KNOWN)
        try:
            async with aiohttp.ClientSession(trust_env=True) as session:
                person = await self._person(session, shown.code)
                instance = await self._instance(session, shown.instance_id, person)
        except _Turned as turned:
            raise Refused(NOT_KNOWN) from turned
        except (aiohttp.ClientError, OSError) as error:
            # Its text could repeat what was sent.
            log.warning("discord not asked who is at the door", error=type(error).__name__)
            raise Refused(AWAY) from None
        launch = await self._book.find(shown.instance_id) or self._launch(instance.location)
        return Guest(person, launch.channel, launch.alone, launch.language)

    async def stays(self, guest: Guest) -> None:
        """See Door. Everybody does while Discord does not tell, and in private chats."""
        guild, _ = guest.channel.place
        if not guild.isdecimal():
            return
        bot = f"Bot {self._activity.token.get_secret_value()}"
        try:
            async with aiohttp.ClientSession(trust_env=True) as session:
                await self._asked(session, _Member, "GET", f"/guilds/{guild}/members/{guest.person.id}", bot)
        except _Turned as turned:
            # Of servers where the bot itself is not, Discord tells nothing.
            if turned.code == UNKNOWN_MEMBER:
                raise Refused(NOT_KNOWN) from turned
        except (aiohttp.ClientError, OSError) as error:
            log.info("discord not asked who is in a server", error=type(error).__name__)

    async def _person(self, session: aiohttp.ClientSession, code: str) -> Person:
        """Whom Discord has given a code for."""
        activity = self._activity
        form = {
            "client_id": activity.application,
            "client_secret": activity.secret.get_secret_value(),
            "grant_type": "authorization_code",
            "code": code,
        }
        token = await self._asked(session, _Token, "POST", "/oauth2/token", form=form)
        bearer = f"Bearer {token.access_token.get_secret_value()}"
        user = await self._asked(session, _User, "GET", "/users/@me", bearer)
        return Person(PLATFORM, user.id, user.global_name or user.username, self._spoken(user.locale))

    async def _instance(self, session: aiohttp.ClientSession, name: str, person: Person) -> _Instance:
        """The instance of this name, with that person in it."""
        activity = self._activity
        bot = f"Bot {activity.token.get_secret_value()}"
        path = f"/applications/{activity.application}/activity-instances/{name}"
        for pause in self._pauses:
            await asyncio.sleep(pause)
            try:
                found = await self._asked(session, _Instance, "GET", path, bot)
            except _Turned:
                continue
            if found.application_id != activity.application or found.instance_id != name:
                break
            if person.id in found.users:
                return found
        raise _Turned

    async def _asked(
        self,
        session: aiohttp.ClientSession,
        kind: type[_Answer],
        method: str,
        path: str,
        authorization: str = "",
        *,
        form: Mapping[str, str] | None = None,
    ) -> _Answer:
        """What Discord answers. Raises _Turned, ClientError and OSError."""
        headers = {"Authorization": authorization} if authorization else {}
        async with (
            asyncio.timeout(self._patience),
            session.request(
                method, self._activity.api_base + path, data=form, headers=headers, allow_redirects=False
            ) as response,
        ):
            text = await response.text(errors="replace")
        if response.status == HTTPStatus.UNAUTHORIZED and form is not None:
            # It is we who are not known: for a wrong code there is another answer.
            log.error("Discord does not accept DISCORD_CLIENT_SECRET; copy it anew from the page OAuth2.")
        if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR or response.status in _LATER:
            raise aiohttp.ClientConnectionError
        if response.status != HTTPStatus.OK:
            raise _Turned(_code(text))
        try:
            return kind.model_validate_json(text)
        except ValidationError:
            raise _Turned from None

    def _launch(self, location: _Location) -> Launch:
        """The place that Discord tells. A private chat is none: in ours it was opened by what we remember."""
        guild, channel = location.guild_id, location.channel_id
        if location.kind != "gc" or not (guild.isdecimal() and channel.isdecimal()):
            raise Refused(NOT_KNOWN)
        return Launch(Channel(PLATFORM, (guild, channel)), language=self._language)

    def _spoken(self, locale: str) -> str:
        """The best language for a locale of Discord's."""
        found = self._texts.language(locale)
        return found if locale.partition("-")[0] == found else self._language


_LATER: Final = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.REQUEST_TIMEOUT})


def _code(text: str) -> int:
    try:
        return _Error.model_validate_json(text).code
    except ValidationError:
        return 0


def _shown(proof: str) -> _Proof:
    if len(proof) > LONGEST:
        raise Refused(NOT_KNOWN)
    try:
        return _Proof.model_validate_json(proof)
    except ValidationError:
        raise Refused(NOT_KNOWN) from None


async def check(activity: Activity) -> AsyncIterator[Finding]:
    """What Discord says of the client's secret and of the command that opens the Activity, for the doctor."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE), trust_env=True) as session:
        try:
            for finding in (await _secret(session, activity), await _entry(session, activity)):
                yield finding
        except (aiohttp.ClientError, OSError, ValueError) as error:
            told = f"whether the board opens within Discord is not known: {type(error).__name__}."
            yield Finding(PLATFORM, Grade.NOTE, told)


async def _secret(session: aiohttp.ClientSession, activity: Activity) -> Finding:
    form = {
        "client_id": activity.application,
        "client_secret": activity.secret.get_secret_value(),
        "grant_type": "authorization_code",
        "code": "none",
    }
    async with session.post(f"{activity.api_base}/oauth2/token", data=form) as response:
        said = await response.json(content_type=None)
    # Whoever has the right secret is told that there is no such code.
    if isinstance(said, Mapping) and said.get("error") == "invalid_grant":
        return Finding(PLATFORM, Grade.OK, "the client secret is that of the bot's application.")
    if response.status == HTTPStatus.UNAUTHORIZED:
        told = "DISCORD_CLIENT_SECRET is rejected: copy it anew from the application's page OAuth2."
        return Finding(PLATFORM, Grade.BAD, told)
    return Finding(PLATFORM, Grade.NOTE, f"Discord says nothing of the client secret ({response.status}).")


async def _entry(session: aiohttp.ClientSession, activity: Activity) -> Finding:
    headers = {"Authorization": f"Bot {activity.token.get_secret_value()}"}
    path = f"/applications/{activity.application}/commands"
    async with session.get(f"{activity.api_base}{path}", headers=headers) as response:
        said = await response.json(content_type=None)
    if response.status != HTTPStatus.OK or not isinstance(said, list):
        told = f"Discord does not tell the bot's commands ({response.status})."
        return Finding(PLATFORM, Grade.NOTE, told)
    found: list[Mapping[str, Any]] = [command for command in said if command.get("type") == ENTRY_POINT]
    if not found:
        told = "Activities are off: switch them on in the developer portal, and start the bot anew."
        return Finding(PLATFORM, Grade.BAD, told)
    if found[0].get("handler") != TOLD_TO_US:
        told = "Discord still opens the Activity by itself; the bot changes that at its next start."
        return Finding(PLATFORM, Grade.NOTE, told)
    told = f"the Activity is opened by the bot, and by the command {found[0].get('name')}."
    return Finding(PLATFORM, Grade.OK, told)
