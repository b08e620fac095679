"""What assets and archives contain. Paths start at the project folder, where a provider runs."""

from __future__ import annotations

from pathlib import Path

from ..assets import Archive, Asset, AssetArchive, BytesAsset, FileArchive, FileAsset, FunctionAsset, StringAsset
from .failures import CallError


def read_asset(asset: Asset) -> bytes:
    """The content of an asset that is on this machine."""
    if isinstance(asset, StringAsset):
        return asset.text.encode()
    if isinstance(asset, BytesAsset):
        return asset.data
    if isinstance(asset, FunctionAsset):
        return asset.module.encode()
    if isinstance(asset, FileAsset):
        try:
            return Path(asset.path).read_bytes()
        except OSError as error:
            raise CallError(f"`{asset.path}` cannot be read: {error.strerror}") from error
    raise CallError("the asset is on another machine: fetch it by its `uri`")


def archive_files(archive: Archive) -> dict[str, Asset]:
    """The files of an archive that has members, or is a folder, by path in it, in the order of paths."""
    return dict(sorted(_files(archive, "").items()))


def _files(archive: Archive, prefix: str) -> dict[str, Asset]:
    files: dict[str, Asset] = {}
    if isinstance(archive, AssetArchive):
        for name, member in archive.assets.items():
            if isinstance(member, Archive):
                files |= _files(member, f"{prefix}{name}/")
            else:
                files[f"{prefix}{name}"] = member
    elif isinstance(archive, FileArchive) and Path(archive.path).is_dir():
        folder = Path(archive.path)
        for path in folder.rglob("*"):
            if path.is_file():
                files[prefix + path.relative_to(folder).as_posix()] = FileAsset(path)
    else:
        raise CallError("the archive is neither a folder nor made of members")
    return files
