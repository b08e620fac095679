"""The process of a provider."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import traceback
from concurrent import futures
from typing import NoReturn, Optional, Sequence

import grpc

from .. import protocol
from ..process import OnlyTheRun, leave, own_input
from . import log, schema
from .provider import Provider
from .service import Service

#: The most calls at the same time; a call has a thread of its own.
_MOST_CALLS = 256
#: The time in seconds that calls under way have when the process is to end.
_GRACE = 1.0
#: Enough for values of 500 levels, which functions that call themselves read and write.
_DEEPEST_CALLS = 10_000


def serve(provider: Provider, arguments: Optional[Sequence[str]] = None) -> NoReturn:
    """Runs a provider as the plugin that this process is, until lumi wants it to end.

    With `--version` and `--schema` it says what it is, without lumi.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given:
        _tell(provider, given)
    # Neither belongs in the environment of what the provider starts.
    token = os.environ.pop(protocol.TOKEN_VARIABLE, None)
    address = os.environ.pop(protocol.ENGINE_VARIABLE, None)
    if token is None:
        _refuse(f"{os.path.basename(sys.argv[0])} is a plugin: lumi starts it")
    if address is not None:
        log.connect(log.Engine(address, token))
    sys.setrecursionlimit(max(_DEEPEST_CALLS, sys.getrecursionlimit()))
    # Lumi shows a line when it comes, and the other end is a pipe.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(line_buffering=True, errors="backslashreplace")
    ending = _Ending()
    server = grpc.server(
        futures.ThreadPoolExecutor(max_workers=_MOST_CALLS),
        interceptors=[OnlyTheRun(token)],
        options=protocol.CHANNEL_OPTIONS,
    )
    protocol.provider_services.add_ResourceProviderServicer_to_server(Service(provider), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)
    ending.wait()
    server.stop(grace=_GRACE).wait()
    try:
        provider.close()
    except Exception as error:
        traceback.print_exception(error)
        leave(1)
    leave(0)


class _Ending:
    """The end of standard input, or a signal. A pipe, as a lock must not be taken by what handles a signal."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._note())
        own = own_input()

        def read() -> None:
            while own.read(4096):
                pass
            self._note()

        threading.Thread(target=read, daemon=True).start()

    def _note(self) -> None:
        os.write(self._writer, b".")

    def wait(self) -> None:
        os.read(self._reader, 1)


def _tell(provider: Provider, given: list[str]) -> NoReturn:
    if given == ["--version"]:
        print(f"{provider.package} {provider.version}")
    elif given == ["--schema"]:
        print(json.dumps(schema.as_json(provider), indent=2, ensure_ascii=False))
    else:
        _refuse(f"unknown arguments: {' '.join(given)}; there are --version and --schema")
    sys.exit(0)


def _refuse(message: str) -> NoReturn:
    print(message, file=sys.stderr)
    sys.exit(2)
