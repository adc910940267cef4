"""Messages that a device alone can read, and words that come from us."""

import json
import time

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from bot.pushing.sealing import LASTS, Sender, is_point, seal
from tests.bot.pushing.service import CURVE, Browser, judged, raw, text

SERVICE = "https://push.example.net"


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A: the same message, keys and salt make the same bytes."""
    ours = ec.derive_private_key(int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), CURVE)
    device = raw("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    sealed = seal(
        b"When I grow up, I want to be a watermelon",
        device,
        raw("BTBZMqHH6r4Tts7J_aSIgg"),
        ours=ours,
        salt=raw("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_device_reads_it() -> None:
    """Sealed twice it is another text each time, and what another key opens is nothing."""
    browser, other = Browser("https://push.example.net/1"), Browser("https://push.example.net/2")
    keys = browser.told()["keys"]
    sealed = [seal("Twoja kolej ✓".encode(), raw(keys["p256dh"]), raw(keys["auth"])) for _ in range(2)]
    assert sealed[0] != sealed[1]
    assert browser.open(sealed[0]).decode() == "Twoja kolej ✓"
    with pytest.raises(InvalidTag):
        other.open(sealed[0])


def test_no_key_seals_nothing() -> None:
    """Bytes of the right length need not be a point of the curve."""
    wrong = b"\4" + b"\1" * 64
    assert not is_point(wrong)
    assert not is_point(b"")
    with pytest.raises(ValueError, match="Invalid"):
        seal(b"x", wrong, b"0" * 16)


def test_all_workers_have_one_key() -> None:
    """It is made of the store's secret, and another secret makes another."""
    sender, same, other = (Sender(secret, "https://a.example") for secret in ("s" * 64, "s" * 64, "t" * 64))
    assert sender.public == same.public != other.public
    assert len(raw(sender.public)) == 65
    assert is_point(raw(sender.public))


def test_our_word_names_the_service_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is signed by the key that pages subscribe with, used again while it holds, and then given anew."""
    sender = Sender("s" * 64, "https://table.example.org")
    word = sender.word(SERVICE)
    claims, key = judged(word)
    assert key == sender.public
    assert (claims["aud"], claims["sub"]) == (SERVICE, "https://table.example.org")
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert sender.word(SERVICE) == word
    assert json.dumps(judged(sender.word("https://other.example.net"))[0]).count("other.example.net") == 1
    later = time.time() + LASTS - 60
    monkeypatch.setattr("bot.pushing.sealing.time.time", lambda: later)
    assert judged(sender.word(SERVICE))[0]["exp"] > later + 3600
