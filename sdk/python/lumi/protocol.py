"""The messages and services of `proto/lumirpc`, which documents them.

The distribution has generated modules in the folder `generated` (see `tools/dist/python`). In a clone of lumi that
folder is not there, and grpcio-tools generates the modules while they are imported.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any

import grpc

#: The version of the protocol.
VERSION = 1
#: The name of the metadata, and of the variable, that the token of the run is in.
TOKEN_KEY, TOKEN_VARIABLE = "lumi-token", "LUMI_TOKEN"
#: The name of the variable with the address of the engine.
ENGINE_VARIABLE = "LUMI_ENGINE"
#: The longest message, in bytes.
LONGEST = 400 << 20
#: A proxy of the environment is for other machines than this one.
CHANNEL_OPTIONS: list[tuple[str, Any]] = [
    ("grpc.max_receive_message_length", LONGEST),
    ("grpc.max_send_message_length", LONGEST),
    ("grpc.enable_http_proxy", 0),
]

_HERE = Path(__file__).resolve().parent
_IS_BUILT = (_HERE / "generated").is_dir()

if not _IS_BUILT:
    # Where .proto files are looked for: beside this package, or where the variable says.
    sys.path.append(os.environ.get("LUMI_PROTO") or str(_HERE.parents[2] / "proto"))
    sys.path.append(str(_HERE))


def messages(name: str) -> Any:
    """The module with the messages of the file `name`.proto."""
    if _IS_BUILT:
        return _generated(f"{name}_pb2")
    return grpc.protos(f"{name}.proto")


def services(name: str) -> Any:
    """The module with the services of the file `name`.proto."""
    if _IS_BUILT:
        return _generated(f"{name}_pb2_grpc")
    return grpc.services(f"{name}.proto")


def _generated(name: str) -> Any:
    return importlib.import_module(f"{__package__}.generated.{name.replace('/', '.')}")


values: Any = messages("lumirpc/value")
engine: Any = messages("lumirpc/engine")
errors: Any = messages("lumirpc/errors")
status: Any = messages("rpc_status")
monitor: Any = messages("lumirpc/monitor")
monitor_services: Any = services("lumirpc/monitor")
language: Any = messages("lumirpc/language")
language_services: Any = services("lumirpc/language")
provider: Any = messages("lumirpc/provider")
provider_services: Any = services("lumirpc/provider")
engine_services: Any = services("lumirpc/engine")
