"""What goes to a push service: a message that the device alone can read, and a word that it comes from us.

The message is one record of ``aes128gcm`` (RFC 8188), its key agreed on with the device's (RFC 8291); the
word is VAPID (RFC 8292). ``cryptography`` is loaded with this file: whoever tells nobody does not load it.
"""

import base64
import hashlib
import hmac
import os
import struct
import time
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

MOST: Final = 3000
"""Bytes of a message: what every service takes (4096), less what sealing adds."""

LASTS: Final = 12 * 3600
"""Seconds for which our word holds; services take no more than a day."""
_SPARE: Final = 3600
"""It is given anew so long before its end: clocks differ."""

_CURVE: Final = ec.SECP256R1()
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_USE: Final = b"web push, vapid"
_RECORD: Final = 4096
_LAST: Final = b"\x02"


class Sender:
    """Our name towards push services: a key that all workers make of one secret, and where we are found.

    ``contact`` is an https address without a path.
    """

    def __init__(self, secret: str, contact: str) -> None:
        # Much longer than the order, so that every key is as likely.
        number = int.from_bytes(hmac.digest(secret.encode(), _USE, hashlib.sha512)) % (_ORDER - 1) + 1
        self._vapid = Vapid02(ec.derive_private_key(number, _CURVE))
        self._contact = contact
        self._words: dict[str, tuple[float, str]] = {}

    @property
    def public(self) -> str:
        """The public key as ``PushManager.subscribe`` takes it."""
        return _text(_point(self._vapid.public_key))

    def word(self, service: str) -> str:
        """The header ``Authorization`` for a service, named by its origin."""
        until, word = self._words.get(service, (0.0, ""))
        now = time.time()
        if until < now + _SPARE:
            claims = {"aud": service, "exp": int(now) + LASTS, "sub": self._contact}
            word = self._vapid.sign(claims)["Authorization"]
            # Names below a service's are many, and a stranger could tell us of all of them.
            self._words = {known: given for known, given in self._words.items() if given[0] > now + _SPARE}
            self._words[service] = (now + LASTS, word)
        return word


def is_point(point: bytes) -> bool:
    """Whether these bytes are a public key with which something can be sealed."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    except ValueError:
        return False
    return True


def seal(
    message: bytes,
    point: bytes,
    secret: bytes,
    *,
    ours: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The message for the device with this public key and secret; key and salt of our own are for once.

    Raises ValueError where the key is none.
    """
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    ours = ours or ec.generate_private_key(_CURVE)
    salt = salt or os.urandom(16)
    shared, our_point = ours.exchange(ec.ECDH(), theirs), _point(ours.public_key())
    common = _derived(shared, secret, b"WebPush: info\0" + point + our_point, 32)
    key = _derived(common, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(common, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack(">IB", _RECORD, len(our_point)) + our_point
    return head + AESGCM(key).encrypt(nonce, message + _LAST, None)


def _derived(secret: bytes, salt: bytes, use: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt, use).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
