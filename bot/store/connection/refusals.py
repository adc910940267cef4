"""What a Redis server says instead of doing something, and what to make of that."""

import re
from typing import Final

from redis import exceptions

REFUSALS: Final = (
    exceptions.ResponseError,
    exceptions.AuthenticationError,
    exceptions.AuthorizationError,
)
"""Answers of a server that is there, whatever it does not want; but one that still loads its data is not."""


class NotReplicated(exceptions.ResponseError):
    """A change is made, but fewer replicas than are wanted have told in time that they have it."""


_PASSING: Final = (
    exceptions.ReadOnlyError,
    exceptions.BusyLoadingError,
    exceptions.ClusterDownError,
    exceptions.TryAgainError,
    NotReplicated,
)
# Older servers wrap the refusal of a script's command into an error of the script, and a few have no class.
_PASSING_TEXT: Final = re.compile(
    r"(?:^|[ -])(?:READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS) "
    r"|can't write against a read only replica"
)
_FULL_TEXT: Final = "when used memory > 'maxmemory'"


class TurnedAway(exceptions.RedisError):
    """A server that is not, or not now, the one that does this has refused it; nothing was done."""


def is_passing(error: Exception) -> bool:
    """Whether this server refuses because of its present part among others.

    It may be about to get another one, and another server may be behind the same address by now.
    """
    return isinstance(error, _PASSING) or (
        isinstance(error, exceptions.ResponseError) and _PASSING_TEXT.search(str(error)) is not None
    )


def is_full(error: Exception) -> bool:
    """Whether the server's memory is full, so that it takes nothing that needs more."""
    return isinstance(error, exceptions.OutOfMemoryError) or _FULL_TEXT in str(error)
