"""The process: its port, its token, its end."""

from __future__ import annotations

import atexit
import hmac
import os
import signal
import sys
import threading
from concurrent import futures
from typing import Any, BinaryIO, Callable

import grpc

from lumi import protocol

from .runtime import Runtime


class OnlyTheRun(grpc.ServerInterceptor):  # type: ignore[misc]
    """Only who knows the token of the run is answered."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()
        self._refusal = grpc.unary_unary_rpc_method_handler(_refuse)

    def intercept_service(self, continuation: Callable[[Any], Any], details: Any) -> Any:
        shown = dict(details.invocation_metadata).get(protocol.TOKEN_KEY, "")
        is_known = hmac.compare_digest(str(shown).encode(), self._token)
        return continuation(details) if is_known else self._refusal


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
    wish = _own_input()
    threading.Thread(target=_await_end, args=(wish, runtime), daemon=True).start()
    runtime.run_programs()
    server.stop(grace=None)
    # Threads of the program that go on do not hold the process, as they would at a usual end.
    atexit._run_exitfuncs()
    _exit(0)


def _refuse(_: Any, context: Any) -> None:
    context.abort(grpc.StatusCode.UNAUTHENTICATED, "this is not a call of the run")


def _own_input() -> BinaryIO:
    """Standard input, which is for lumi; the program and what it starts find an empty one."""
    wish = os.fdopen(os.dup(0), "rb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return wish


def _await_end(wish: BinaryIO, runtime: Runtime) -> None:
    """Lumi closes standard input when it wants the process to end, or is gone itself."""
    while wish.read(4096):
        pass
    if not runtime.end():
        # The program still runs, without a client.
        _exit(1)


def _exit(code: int) -> None:
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None:
            stream.flush()
    os._exit(code)
