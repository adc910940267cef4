"""What every test relies on."""

import pytest
from hypothesis import settings

from tests.env_example import example_settings

# A deadline for each example fails on a busy machine, which says nothing about the code.
settings.register_profile("bastide", deadline=None, print_blob=True)
settings.load_profile("bastide")


@pytest.fixture(autouse=True)
def _settings_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a developer's own tokens and addresses out of the tests."""
    for name in example_settings():
        monkeypatch.delenv(name, raising=False)
