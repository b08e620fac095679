"""Providers in Python: `import lumi.provider`.

A provider is a class with the resource types of a package, its functions, and its configuration. The library does the
rest: the process, the token, values, errors, messages to the user.

| module | |
|---|---|
| `provider`, `resource_type`, `functions` | what a package is made of |
| `schema` | how it describes itself |
| `requests`, `answers`, `failures` | what lumi asks for, and what comes back |
| `values`, `content` | secrets, unknown values, assets and archives |
| `log` | messages to the user |
| `serve`, `service`, `statuses` | the process and its service |
"""

from ..assets import (
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
from ..paths import join
from ..plain import ResourceReference, SecretValue
from ..unknown import UNKNOWN, Unknown
from ..wire_json import from_json, to_json
from . import log
from .answers import (
    ABSENT,
    Absent,
    Checked,
    Created,
    Diff,
    InputFailure,
    ListedObject,
    Page,
    PropertyChange,
    ReadState,
)
from .content import archive_files, read_asset
from .failures import CallError, InvalidInputs, PartialInit, Uncertain, Unimplemented
from .functions import function, method
from .provider import Provider
from .requests import (
    CallRequest,
    CheckRequest,
    CreateRequest,
    DeleteRequest,
    DiffRequest,
    InvokeRequest,
    ListRequest,
    ReadRequest,
    RecoverRequest,
    Target,
    UpdateRequest,
    Values,
)
from .resource_type import ResourceType
from .schema import Property
from .serve import serve
from .values import compare, differences, is_known, is_same, reveal

__all__ = [
    "ABSENT",
    "Absent",
    "Archive",
    "Asset",
    "AssetArchive",
    "BytesAsset",
    "CallError",
    "CallRequest",
    "CheckRequest",
    "Checked",
    "CreateRequest",
    "Created",
    "DeleteRequest",
    "Diff",
    "DiffRequest",
    "FileArchive",
    "FileAsset",
    "FunctionAsset",
    "InputFailure",
    "InvalidInputs",
    "InvokeRequest",
    "ListRequest",
    "ListedObject",
    "Page",
    "PartialInit",
    "Property",
    "PropertyChange",
    "Provider",
    "ReadRequest",
    "ReadState",
    "RecoverRequest",
    "RemoteArchive",
    "RemoteAsset",
    "ResourceReference",
    "ResourceType",
    "SecretValue",
    "StringAsset",
    "Target",
    "UNKNOWN",
    "Uncertain",
    "Unimplemented",
    "Unknown",
    "UpdateRequest",
    "Values",
    "archive_files",
    "compare",
    "differences",
    "from_json",
    "function",
    "is_known",
    "is_same",
    "join",
    "log",
    "method",
    "read_asset",
    "reveal",
    "serve",
    "to_json",
]
