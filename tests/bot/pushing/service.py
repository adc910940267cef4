"""A push service of one's own: takes what is for devices, opens it as they would, and answers as told."""

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


def text(raw: bytes) -> str:
    """Bytes as base64url."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def raw(text: str) -> bytes:
    """What such a text says."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as it is sent."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def expand(secret: bytes, salt: bytes, use: bytes, size: int) -> bytes:
    """HKDF with SHA-256, as RFC 5869 has it, for one block."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), use + b"\1", "sha256")[:size]


@dataclass
class Browser:
    """What a browser keeps of a subscription."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    secret: bytes = hashlib.sha256(b"sixteen").digest()[:16]

    def told(self) -> dict[str, Any]:
        """``PushSubscription.toJSON()``."""
        keys = {"p256dh": text(point(self.key.public_key())), "auth": text(self.secret)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def open(self, body: bytes) -> bytes:
        """The message in a body, as RFC 8188 and RFC 8291 have it."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        use = b"WebPush: info\0" + point(self.key.public_key()) + theirs
        common = expand(shared, self.secret, use, 32)
        key = expand(common, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = expand(common, salt, b"Content-Encoding: nonce\0", 12)
        record = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert record.endswith(b"\2")
        return record[:-1]


@dataclass
class Arrived:
    """A message that has come, and what came with it."""

    device: str
    headers: dict[str, str]
    message: dict[str, Any]
    claims: dict[str, Any]
    sender: str


@dataclass
class PushService:
    """``answers`` are those of each device by name, 201 for others.

    While the ``gate`` is shut nobody gets one, and those that are ``held`` get none.
    """

    origin: str = ""
    browsers: dict[str, Browser] = field(default_factory=dict)
    answers: dict[str, tuple[int, dict[str, str]]] = field(default_factory=dict)
    arrived: list[Arrived] = field(default_factory=list)
    led_astray: int = 0
    held: set[str] = field(default_factory=set)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    came: asyncio.Event = field(default_factory=asyncio.Event)

    def subscribe(self, name: str) -> Browser:
        """A new subscription, as a browser gets it."""
        self.browsers[name] = Browser(f"{self.origin}/push/{name}")
        return self.browsers[name]

    async def take(self, request: web.Request) -> web.Response:
        """What devices' messages are sent to."""
        name = request.match_info["name"]
        body = await request.read()
        browser = self.browsers.get(name)
        message = {} if browser is None else json.loads(browser.open(body))
        claims, sender = judged(request.headers["Authorization"])
        self.arrived.append(Arrived(name, dict(request.headers), message, claims, sender))
        self.came.set()
        await self.gate.wait()
        while name in self.held:
            await asyncio.sleep(0.01)
        status, headers = self.answers.get(name, (201, {}))
        return web.Response(status=status, headers=headers)

    async def stray(self, _: web.Request) -> web.Response:
        """Where nobody should come."""
        self.led_astray += 1
        return web.Response(status=201)

    def messages(self) -> list[tuple[str, str]]:
        """The devices and titles of what has come, in order, and forget it."""
        found = [(each.device, each.message.get("title", "")) for each in self.arrived]
        self.arrived.clear()
        self.came.clear()
        return found


def judged(authorization: str) -> tuple[dict[str, Any], str]:
    """What a VAPID header claims, and by which key; it must be signed by that (RFC 8292)."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    numbers = raw(signature)
    assert len(numbers) == 64
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw(parts["k"]))
    halves = int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:])
    key.verify(encode_dss_signature(*halves), signed.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(raw(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return claims, parts["k"]


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """A running one, which answers at once."""
    service = PushService()
    service.gate.set()
    application = web.Application()
    application.add_routes(
        [web.post("/push/{name}", service.take), web.route("*", "/{astray:.*}", service.stray)]
    )
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    service.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield service
    finally:
        service.gate.set()
        service.held.clear()
        await runner.cleanup()
