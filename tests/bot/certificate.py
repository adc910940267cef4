"""A certificate of our own, for servers of this machine that speak TLS."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

NAMES = "DNS:localhost,IP:127.0.0.1"


@dataclass(frozen=True)
class Certificate:
    """Files with a certificate, which is its own authority, and its key."""

    made: Path
    key: Path


def certificate(folder: Path) -> Certificate:
    """A certificate that nobody vouches for, new in this folder. Skips the test where none can be made."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    new = Certificate(folder / "certificate.pem", folder / "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", "/CN=localhost", "-addext", f"subjectAltName={NAMES}",
         "-keyout", new.key, "-out", new.made],
        check=True, capture_output=True,
    )  # fmt: skip
    return new
