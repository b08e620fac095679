"""What every process has in common that lumi starts: its token, its standard input, its end."""

from __future__ import annotations

import hmac
import os
import sys
from typing import Any, BinaryIO, Callable, NoReturn

import grpc

from . import protocol


class OnlyTheRun(grpc.ServerInterceptor):  # type: ignore[misc]
    """Answers only calls that have the token of the run."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()
        self._refusal = grpc.unary_unary_rpc_method_handler(_refuse)

    def intercept_service(self, continuation: Callable[[Any], Any], handler_call_details: Any) -> Any:
        shown = dict(handler_call_details.invocation_metadata).get(protocol.TOKEN_KEY, "")
        is_known = hmac.compare_digest(str(shown).encode(), self._token)
        return continuation(handler_call_details) if is_known else self._refusal


def own_input() -> BinaryIO:
    """Standard input, which is for lumi; the process and what it starts find an empty one."""
    own = os.fdopen(os.dup(0), "rb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return own


def leave(code: int) -> NoReturn:
    """Ends the process, also while threads of it still run."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None:
            stream.flush()
    os._exit(code)


def _refuse(_: Any, context: Any) -> None:
    context.abort(grpc.StatusCode.UNAUTHENTICATED, "this is not a call of the run")
