"""Secrets and unknown values in plain data, and what differs between two inputs."""

from __future__ import annotations

import math
from typing import Any, Iterable, Literal

from ..assets import Archive, Asset, AssetArchive
from ..paths import join
from ..plain import ResourceReference, SecretValue
from ..unknown import UNKNOWN
from .answers import Diff, PropertyChange
from .requests import DiffRequest, Values


def reveal(value: Any) -> Any:
    """The value without marks of secrets, at any depth. It does not belong in messages, logs, or files that others
    can read."""
    if isinstance(value, SecretValue):
        return reveal(value.value)
    if isinstance(value, list):
        return [reveal(item) for item in value]
    if isinstance(value, dict):
        return {key: reveal(member) for key, member in value.items()}
    return value


def is_known(value: Any) -> bool:
    """Whether nothing in the value is unknown."""
    if isinstance(value, SecretValue):
        return is_known(value.value)
    if isinstance(value, list):
        return all(map(is_known, value))
    if isinstance(value, dict):
        return all(map(is_known, value.values()))
    if isinstance(value, AssetArchive):
        return all(map(is_known, value.assets.values()))
    if isinstance(value, ResourceReference):
        return value.id is not UNKNOWN
    return value is not UNKNOWN


def is_same(left: Any, right: Any) -> bool:
    """Whether two values are equal: an unknown equals nothing, content is compared by its hash."""
    if left is UNKNOWN or right is UNKNOWN:
        return False
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_same(left[key], right[key]) for key in left)
    if isinstance(left, SecretValue) and isinstance(right, SecretValue):
        return is_same(left.value, right.value)
    if isinstance(left, (Asset, Archive)) and isinstance(right, (Asset, Archive)) and left.hash and right.hash:
        return left.hash == right.hash and isinstance(left, Asset) == isinstance(right, Asset)
    # Booleans are integers of Python.
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, float) and isinstance(right, float) and math.isnan(left):
        return math.isnan(right)
    return bool(left == right)


def compare(
    request: DiffRequest, replaces: Iterable[str] = (), first: Iterable[str] = (), ignored: Iterable[str] = ()
) -> Diff:
    """The differences between the old and the new inputs of a resource; see `differences`."""
    return differences(request.old_inputs, request.inputs, replaces, first, ignored)


def differences(
    old: Values, new: Values, replaces: Iterable[str] = (), first: Iterable[str] = (), ignored: Iterable[str] = ()
) -> Diff:
    """The members that differ.

    Those of `replaces` and `first` cannot be changed in place; for those of `first`, the old object must be gone
    before the new one is made. A difference in an `ignored` one is none.
    """
    before, ignoring = set(first), set(ignored)
    replacing = set(replaces) | before
    differing = [key for key in sorted(old.keys() | new.keys()) if key not in ignoring and not _has_same(old, new, key)]
    changes = [PropertyChange(join("", key), _kind(old, new, key), key in replacing) for key in differing]
    return Diff(changes, delete_before_replace=not before.isdisjoint(differing))


def _has_same(old: Values, new: Values, key: str) -> bool:
    return key in old and key in new and is_same(old[key], new[key])


def _kind(old: Values, new: Values, key: str) -> Literal["added", "removed", "changed"]:
    if key not in old:
        return "added"
    return "changed" if key in new else "removed"
