"""The messages and services of `proto/lumirpc`, which documents them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parent

# Where .proto files are looked for: beside this package, or where the variable says.
sys.path.append(os.environ.get("LUMI_PROTO") or str(_HERE.parents[2] / "proto"))
sys.path.append(str(_HERE))

import grpc  # noqa: E402

#: The version of the protocol.
VERSION = 1
#: The name of the metadata, and of the variable, that the token of the run is in.
TOKEN_KEY, TOKEN_VARIABLE = "lumi-token", "LUMI_TOKEN"
#: The longest message, in bytes.
LONGEST = 400 << 20
#: A proxy of the environment is for other machines than this one.
CHANNEL_OPTIONS: list[tuple[str, Any]] = [
    ("grpc.max_receive_message_length", LONGEST),
    ("grpc.max_send_message_length", LONGEST),
    ("grpc.enable_http_proxy", 0),
]

values: Any = grpc.protos("lumirpc/value.proto")
engine: Any = grpc.protos("lumirpc/engine.proto")
errors: Any = grpc.protos("lumirpc/errors.proto")
status: Any = grpc.protos("rpc_status.proto")
monitor: Any
monitor_services: Any
monitor, monitor_services = grpc.protos_and_services("lumirpc/monitor.proto")
language: Any
language_services: Any
language, language_services = grpc.protos_and_services("lumirpc/language.proto")
