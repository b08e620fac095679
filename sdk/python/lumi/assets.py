"""Assets and archives: content that a resource takes as an input.

Relative paths start at the project folder. Content is hashed when the resource is declared.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping, Union

from .errors import InputError

_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")


class Asset:
    """Content of a file: a `StringAsset`, `BytesAsset`, `FileAsset` or `RemoteAsset`."""

    hash: str

    def hashed(self, folder: Path) -> str:
        """SHA-256 of the content in lower-case hex; empty if it is not at hand."""
        return self.hash or self._hash(folder)

    def _hash(self, folder: Path) -> str:
        return ""


class Archive:
    """Content of a folder: an `AssetArchive`, `FileArchive` or `RemoteArchive`."""

    hash: str

    def hashed(self, folder: Path) -> str:
        """SHA-256 over each member's name, a NUL and its hash, in the order of names."""
        return self.hash or self._hash(folder)

    def _hash(self, folder: Path) -> str:
        return ""


@dataclass(frozen=True)
class StringAsset(Asset):
    text: str
    hash: str = field(default="", kw_only=True)

    def _hash(self, folder: Path) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True)
class BytesAsset(Asset):
    """Bytes that need not be text. Plain `bytes` as an input become one."""

    data: bytes
    hash: str = field(default="", kw_only=True)

    def _hash(self, folder: Path) -> str:
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class FileAsset(Asset):
    path: Union[str, Path]
    hash: str = field(default="", kw_only=True)

    def _hash(self, folder: Path) -> str:
        return _hash_of_file(folder / self.path)


@dataclass(frozen=True)
class RemoteAsset(Asset):
    """Content that the provider fetches."""

    uri: str
    hash: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class FunctionAsset(Asset):
    """The text of a module that a function of another language was made into."""

    module: str
    hash: str = field(default="", kw_only=True)

    def _hash(self, folder: Path) -> str:
        return hashlib.sha256(self.module.encode()).hexdigest()


@dataclass(frozen=True)
class AssetArchive(Archive):
    """An archive of assets and other archives, by path in it."""

    assets: Mapping[str, Any]
    hash: str = field(default="", kw_only=True)

    def _hash(self, folder: Path) -> str:
        members = []
        for name, member in self.assets.items():
            parts = name.split("/") if isinstance(name, str) else [""]
            if any(part in ("", "..") for part in parts):
                raise InputError(f"{name!r} is no path in an archive: use `a/b`, without `..`")
            if not isinstance(member, (Asset, Archive)):
                raise InputError(f"{name!r} in an AssetArchive must be an asset or an archive")
            members.append((name, member.hashed(folder) or _hash_of_text(_uri_of(member))))
        return _hash_of_members(members)


@dataclass(frozen=True)
class FileArchive(Archive):
    """A folder, or an archive file."""

    path: Union[str, Path]
    hash: str = field(default="", kw_only=True)

    def _hash(self, folder: Path) -> str:
        path = folder / self.path
        if path.is_dir():
            return _hash_of_members(_members_of(path, "", [path.resolve()]))
        if path.is_file() and not str(path).lower().endswith(_ARCHIVES):
            raise InputError(f"`{self.path}` is no folder, and no archive: {', '.join(_ARCHIVES)} are known")
        return _hash_of_file(path)


@dataclass(frozen=True)
class RemoteArchive(Archive):
    """An archive that the provider fetches."""

    uri: str
    hash: str = field(default="", kw_only=True)


def _uri_of(member: Union[Asset, Archive]) -> str:
    return member.uri if isinstance(member, (RemoteAsset, RemoteArchive)) else ""


def _hash_of_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _hash_of_file(path: Path) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error.strerror}") from None
    return digest.hexdigest()


def _hash_of_members(members: list[tuple[str, str]]) -> str:
    digest = hashlib.sha256()
    for name, member in sorted(members, key=lambda it: it[0].encode()):
        digest.update(name.encode() + b"\0" + member.encode())
    return digest.hexdigest()


def _members_of(folder: Path, prefix: str, around: list[Path]) -> list[tuple[str, str]]:
    """Links are followed, but to no folder that this one is in."""
    members = []
    for path in folder.iterdir():
        name = f"{prefix}{path.name}"
        real = path.resolve()
        if not path.is_dir():
            members.append((name, _hash_of_file(path)))
        elif real not in around:
            members += _members_of(path, f"{name}/", [*around, real])
    return members
