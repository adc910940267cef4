"""What is running: which version, and which engine."""

from importlib import metadata

from core import features


def version() -> str:
    """Which version of the program runs; "unknown" where it was not installed."""
    try:
        return metadata.version("bastide")
    except metadata.PackageNotFoundError:
        return "unknown"


def engine() -> str:
    """How the rules run: ``compiled`` or ``pure Python``."""
    return "pure Python" if (features.__file__ or "").endswith(".py") else "compiled"
