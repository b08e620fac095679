"""Plain data as the JSON of `value.proto`, for what is nested too deeply for messages."""

from __future__ import annotations

import base64
import math
from pathlib import PurePath
from typing import Any

from .assets import (
    Archive,
    Asset,
    AssetArchive,
    BytesAsset,
    FileArchive,
    FileAsset,
    FunctionAsset,
    RemoteArchive,
    RemoteAsset,
    StringAsset,
)
from .plain import ResourceReference, SecretValue
from .unknown import UNKNOWN

_KEY = "$lumi"
_NUMBERS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf, "-0": -0.0}
_ASSETS: dict[tuple[str, str], Any] = {
    ("text", "text"): StringAsset,
    ("file", "path"): FileAsset,
    ("remote", "uri"): RemoteAsset,
    ("function", "function"): FunctionAsset,
}
_ARCHIVES: dict[tuple[str, str], Any] = {("file", "path"): FileArchive, ("remote", "uri"): RemoteArchive}


def to_json(plain: Any) -> Any:
    if isinstance(plain, list):
        return [to_json(item) for item in plain]
    if isinstance(plain, dict):
        members = {key: to_json(member) for key, member in plain.items()}
        return {_KEY: "object", "value": members} if _KEY in plain else members
    if isinstance(plain, float):
        return _number(plain)
    if plain is UNKNOWN:
        return {_KEY: "unknown"}
    if isinstance(plain, SecretValue):
        return {_KEY: "secret", "value": to_json(plain.value)}
    if isinstance(plain, ResourceReference):
        identity = {} if plain.id is None else {"id": to_json(plain.id)}
        return {_KEY: "resource", "urn": plain.urn, **identity}
    if isinstance(plain, (Asset, Archive)):
        return _content(plain)
    return plain


def from_json(value: Any) -> Any:
    if isinstance(value, list):
        return [from_json(item) for item in value]
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= 2**53 else value
    if not isinstance(value, dict):
        return value
    tag = value.get(_KEY)
    if tag is None:
        return _members(value)
    if tag == "object":
        return _members(value["value"])
    if tag == "unknown":
        return UNKNOWN
    if tag == "secret":
        return SecretValue(from_json(value["value"]))
    if tag == "number":
        return _NUMBERS[value["value"]]
    if tag == "resource":
        return ResourceReference(value["urn"], from_json(value.get("id")))
    if tag in ("asset", "archive"):
        return _from_content(value, _ASSETS if tag == "asset" else _ARCHIVES)
    raise ValueError(f"JSON of a kind that this version does not know: {tag}")


def _members(value: dict[str, Any]) -> dict[str, Any]:
    return {key: from_json(member) for key, member in value.items()}


def _number(number: float) -> Any:
    if math.isnan(number):
        return {_KEY: "number", "value": "NaN"}
    if math.isinf(number):
        return {_KEY: "number", "value": "Infinity" if number > 0 else "-Infinity"}
    if number == 0 and math.copysign(1, number) < 0:
        return {_KEY: "number", "value": "-0"}
    return number


def _content(plain: Any) -> dict[str, Any]:
    tag = "asset" if isinstance(plain, Asset) else "archive"
    digest = {"hash": plain.hash} if plain.hash else {}
    if isinstance(plain, BytesAsset):
        return {_KEY: tag, "kind": "text", "base64": base64.b64encode(plain.data).decode(), **digest}
    if isinstance(plain, AssetArchive):
        members = {name: to_json(member) for name, member in plain.assets.items()}
        return {_KEY: tag, "kind": "assets", "assets": members, **digest}
    for (kind, key), cls in (_ASSETS if tag == "asset" else _ARCHIVES).items():
        if isinstance(plain, cls):
            body = plain.module if isinstance(plain, FunctionAsset) else getattr(plain, key)
            return {_KEY: tag, "kind": kind, key: body.as_posix() if isinstance(body, PurePath) else body, **digest}
    raise TypeError(f"no plain data: a {type(plain).__name__}")


def _from_content(value: dict[str, Any], kinds: dict[tuple[str, str], Any]) -> Any:
    digest = value.get("hash", "")
    if "base64" in value:
        return BytesAsset(base64.b64decode(value["base64"]), hash=digest)
    if value["kind"] == "assets":
        return AssetArchive(_members(value["assets"]), hash=digest)
    for (kind, key), cls in kinds.items():
        if kind == value["kind"]:
            return cls(value[key], hash=digest)
    raise ValueError(f"content of a kind that this version does not know: {value['kind']}")
