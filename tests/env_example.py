"""Reads ``.env.example``; tests/bot/test_settings.py holds it against the code."""

import re
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / ".env.example"


def example_settings() -> dict[str, tuple[str, str]]:
    """Each setting of the file: the comment before it and its value."""
    found: dict[str, tuple[str, str]] = {}
    comment = ""
    for line in EXAMPLE.read_text("utf-8").splitlines():
        if match := re.fullmatch(r"#?([A-Z_]+)=(.*)", line):
            found[match[1]] = (comment.strip(), match[2])
            comment = ""
        elif line.startswith("# "):
            comment += line[1:]
        else:
            comment = ""
    return found
