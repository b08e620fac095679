"""Plain data as messages and back."""

from __future__ import annotations

import json
import math
from pathlib import PurePath
from typing import Any, Mapping

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
from .protocol import values as wire
from .unknown import UNKNOWN
from .wire_json import from_json, to_json

#: Protobuf lets messages be nested 100 levels deep; what lies deeper than this is written as JSON.
MOST_MESSAGES = 80


def to_value(plain: Any, messages: int = 0) -> Any:
    """The message of plain data, in which `messages` others are around it."""
    if isinstance(plain, (list, dict, SecretValue, Archive)) and messages > MOST_MESSAGES:
        return wire.Value(json=json.dumps(to_json(plain), ensure_ascii=False).encode())
    if plain is None:
        return wire.Value(null=wire.Null())
    if plain is UNKNOWN:
        return wire.Value(unknown=wire.Unknown())
    if isinstance(plain, bool):
        return wire.Value(bool=plain)
    if isinstance(plain, (int, float)):
        return wire.Value(number=plain)
    if isinstance(plain, str):
        return wire.Value(text=plain)
    if isinstance(plain, list):
        return wire.Value(list=wire.List(items=[to_value(it, messages + 2) for it in plain]))
    if isinstance(plain, dict):
        return wire.Value(object=to_object(plain, messages + 2))
    if isinstance(plain, SecretValue):
        return wire.Value(secret=to_value(plain.value, messages + 1))
    if isinstance(plain, Asset):
        return wire.Value(asset=_asset(plain))
    if isinstance(plain, Archive):
        return wire.Value(archive=_archive(plain, messages))
    if isinstance(plain, ResourceReference):
        return wire.Value(resource=_reference(plain))
    raise TypeError(f"no plain data: a {type(plain).__name__}")


def to_object(plain: Mapping[str, Any], messages: int = 0) -> Any:
    return wire.Object(keys=list(plain), values=[to_value(it, messages) for it in plain.values()])


def from_value(message: Any) -> Any:
    """The plain data of a message. Numbers without a fraction are integers."""
    kind = message.WhichOneof("kind")
    if kind == "number":
        return from_number(message.number)
    if kind in ("bool", "text"):
        return getattr(message, kind)
    if kind == "null":
        return None
    if kind == "list":
        return [from_value(item) for item in message.list.items]
    if kind == "object":
        return from_object(message.object)
    if kind == "secret":
        return SecretValue(from_value(message.secret))
    if kind == "unknown":
        return UNKNOWN
    if kind == "asset":
        return _from_asset(message.asset)
    if kind == "archive":
        return _from_archive(message.archive)
    if kind == "resource":
        return _from_reference(message.resource)
    if kind == "json":
        return from_json(json.loads(message.json))
    raise ValueError("a value of a kind that this version does not know")


def from_object(message: Any) -> dict[str, Any]:
    return {key: from_value(value) for key, value in zip(message.keys, message.values)}


def from_number(number: float) -> Any:
    is_whole = math.isfinite(number) and number.is_integer() and abs(number) <= 2**53
    is_negative_zero = number == 0 and math.copysign(1, number) < 0
    return int(number) if is_whole and not is_negative_zero else number


def _asset(asset: Asset) -> Any:
    if isinstance(asset, StringAsset):
        return wire.Asset(text=asset.text, hash=asset.hash)
    if isinstance(asset, BytesAsset):
        return wire.Asset(data=asset.data, hash=asset.hash)
    if isinstance(asset, FileAsset):
        return wire.Asset(path=_path(asset.path), hash=asset.hash)
    if isinstance(asset, FunctionAsset):
        return wire.Asset(function=asset.module, hash=asset.hash)
    assert isinstance(asset, RemoteAsset)
    return wire.Asset(uri=asset.uri, hash=asset.hash)


def _archive(archive: Archive, messages: int) -> Any:
    if isinstance(archive, AssetArchive):
        return wire.Archive(members=to_object(archive.assets, messages + 3), hash=archive.hash)
    if isinstance(archive, FileArchive):
        return wire.Archive(path=_path(archive.path), hash=archive.hash)
    assert isinstance(archive, RemoteArchive)
    return wire.Archive(uri=archive.uri, hash=archive.hash)


def _path(path: Any) -> str:
    return path.as_posix() if isinstance(path, PurePath) else str(path)


def _reference(reference: ResourceReference) -> Any:
    if reference.id is None:
        return wire.ResourceReference(urn=reference.urn)
    if reference.id is UNKNOWN:
        return wire.ResourceReference(urn=reference.urn, unknown=wire.Unknown())
    return wire.ResourceReference(urn=reference.urn, id=reference.id)


def _from_asset(message: Any) -> Asset:
    content = message.WhichOneof("content")
    kinds: dict[str, type[Any]] = {
        "text": StringAsset,
        "data": BytesAsset,
        "path": FileAsset,
        "uri": RemoteAsset,
        "function": FunctionAsset,
    }
    if content not in kinds:
        raise ValueError("an asset without content")
    asset: Asset = kinds[content](getattr(message, content), hash=message.hash)
    return asset


def _from_archive(message: Any) -> Archive:
    content = message.WhichOneof("content")
    if content == "members":
        return AssetArchive(from_object(message.members), hash=message.hash)
    kinds = {"path": FileArchive, "uri": RemoteArchive}
    if content not in kinds:
        raise ValueError("an archive without content")
    return kinds[content](getattr(message, content), hash=message.hash)


def _from_reference(message: Any) -> ResourceReference:
    identity = message.WhichOneof("identity")
    found = {"id": message.id, "unknown": UNKNOWN}.get(identity)
    return ResourceReference(message.urn, found)
