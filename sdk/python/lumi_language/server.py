"""The process: its port, its token, its end."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
from concurrent import futures
from typing import BinaryIO

import grpc

from lumi import protocol
from lumi.process import OnlyTheRun, leave, own_input

from .runtime import Runtime


def serve() -> None:
    """Until lumi wants it to end."""
    # It does not belong in the environment of what the program starts.
    token = os.environ.pop(protocol.TOKEN_VARIABLE, None)
    if token is None:
        sys.exit("this runs programs for lumi, which starts it: use `lumi run`")
    runtime = Runtime(token)
    server = grpc.server(
        futures.ThreadPoolExecutor(max_workers=4),
        interceptors=[OnlyTheRun(token)],
        options=protocol.CHANNEL_OPTIONS,
    )
    protocol.language_services.add_LanguageRuntimeServicer_to_server(runtime, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)
    # A shell starts background processes with this signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    wish = own_input()
    threading.Thread(target=_await_end, args=(wish, runtime), daemon=True).start()
    runtime.run_programs()
    server.stop(grace=None)
    # Threads of the program that go on do not hold the process, as they would at a usual end.
    atexit._run_exitfuncs()
    leave(0)


def _await_end(wish: BinaryIO, runtime: Runtime) -> None:
    """Lumi closes standard input when it wants the process to end, or is gone itself."""
    while wish.read(4096):
        pass
    if not runtime.end():
        # The program still runs, without a client.
        leave(1)
