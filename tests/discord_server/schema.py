"""Checks requests against Discord's published description of its API, where that file is at hand."""

import json
import os
import re
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

SPEC = Path(
    os.environ.get("BASTIDE_DISCORD_SPEC", Path(__file__).parents[3] / "shared/specs/discord-openapi.json")
)
"""The description, an OpenAPI document. It is not part of the project."""

_URI = "urn:discord"


class Schema:
    """The description of Discord's API."""

    def __init__(self, path: Path = SPEC) -> None:
        self._path = path

    @property
    def present(self) -> bool:
        """Whether there is a description to check against."""
        return self._path.is_file()

    @cached_property
    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self._path.read_text("utf-8"))
        return document

    @cached_property
    def _registry(self) -> "Registry[Any]":
        resource: Resource[Any] = DRAFT202012.create_resource(self._document)
        registry: Registry[Any] = Registry().with_resource(_URI, resource)
        return registry

    @cached_property
    def _routes(self) -> list[tuple[re.Pattern[str], str]]:
        # A literal segment wins over a placeholder, as it does at Discord: @original before {message_id}.
        paths = sorted(self._document["paths"], key=lambda path: (path.count("{"), path))
        return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in paths]

    def misfits(self, name: str, answer: object) -> list[str]:
        """What is wrong with an answer that should be of the type of this name, in words."""
        pointer = f"{_URI}#/components/schemas/{name}"
        validator = Draft202012Validator({"$ref": pointer}, registry=self._registry)
        return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(answer)]

    def problems(self, method: str, path: str, body: object) -> list[str]:
        """What the description has against this request, in words; nothing when it is right."""
        template = next((template for pattern, template in self._routes if pattern.fullmatch(path)), None)
        operation = self._document["paths"].get(template, {}).get(method.lower()) if template else None
        if template is None or operation is None:
            return [f"{method} {path}: no such route"]
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return [] if body is None else [f"{method} {path}: takes no body"]
        pointer = "/".join(
            part.replace("~", "~0").replace("/", "~1")
            for part in (
                "paths",
                template,
                method.lower(),
                "requestBody",
                "content",
                "application/json",
                "schema",
            )
        )
        validator = Draft202012Validator({"$ref": f"{_URI}#/{quote(pointer)}"}, registry=self._registry)
        errors = validator.iter_errors(_as_documented(body))
        return [f"{method} {path}: {error.json_path}: {error.message}" for error in errors]


def _as_documented(body: object) -> object:
    """The body with its ids as text. discord.py writes some as numbers, which Discord takes as well."""
    if isinstance(body, list):
        return [_as_documented(part) for part in body]
    if not isinstance(body, dict):
        return body
    result: dict[str, object] = {key: _as_documented(value) for key, value in body.items()}
    if isinstance(result.get("id"), int) and "filename" in result:
        result["id"] = str(result["id"])
    for name in ("message_id", "channel_id", "recipient_id", "guild_id"):
        if isinstance(result.get(name), int):
            result[name] = str(result[name])
    users = result.get("users")
    if isinstance(users, list):
        result["users"] = [str(user) for user in users]
    return result
