"""Infrastructure programs in Python: `import lumi`.

A program declares resources, and hands their Outputs on to others. It runs in a process of its own
that `lumi-language-python` is, and talks to lumi, which makes what it asks for.

| module | |
|---|---|
| `output`, `cell`, `gathering`, `failure` | values that may come later |
| `resource`, `options`, `resource_state` | what a program declares |
| `draft`, `registration`, `waiter` | from there to the engine: checked, completed, sent |
| `monitor`, `wire`, `wire_json`, `protocol` | the engine's end of the wire |
| `process` | what the processes have in common that lumi starts |
| `provider` | for those who write a provider: programs need nothing of it |
| `session`, `loop` | one run, and what calls callbacks |
| `config`, `log`, `invoke`, `stack`, `assets` | the rest of what programs use |
"""

from . import log
from .assets import (
    Archive,
    Asset,
    AssetArchive,
    BytesAsset,
    FileArchive,
    FileAsset,
    RemoteArchive,
    RemoteAsset,
    StringAsset,
)
from .config import Config
from .errors import ConfigError, EngineError, InputError, LumiError, ResourceError
from .invoke import call, invoke
from .options import Alias, ResourceOptions, Timeouts
from .output import Input, Output, secret, unsecret
from .plain import ResourceReference
from .resource import Component, CustomResource, ProviderResource, RemoteComponent, Resource
from .stack import (
    StackReference,
    export,
    get_project,
    get_root_directory,
    get_stack,
    is_preview,
    set_outputs,
)

__all__ = [
    "Alias",
    "Archive",
    "Asset",
    "AssetArchive",
    "BytesAsset",
    "Component",
    "Config",
    "ConfigError",
    "CustomResource",
    "EngineError",
    "FileArchive",
    "FileAsset",
    "Input",
    "InputError",
    "LumiError",
    "Output",
    "ProviderResource",
    "RemoteArchive",
    "RemoteAsset",
    "RemoteComponent",
    "Resource",
    "ResourceError",
    "ResourceOptions",
    "ResourceReference",
    "StackReference",
    "StringAsset",
    "Timeouts",
    "call",
    "export",
    "get_project",
    "get_root_directory",
    "get_stack",
    "invoke",
    "is_preview",
    "log",
    "secret",
    "set_outputs",
    "unsecret",
]
