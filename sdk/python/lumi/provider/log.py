"""Messages to the user, shown with the resource that the current call is about."""

from __future__ import annotations

import contextlib
import contextvars
import sys
from typing import Any, Iterator, Optional

import grpc

from .. import protocol

#: A message that lumi does not take in this time, in seconds, is given up.
_LONGEST_CALL = 10

_urn: contextvars.ContextVar[str] = contextvars.ContextVar("lumi_urn", default="")


def debug(message: str) -> None:
    """Shown with `-v`."""
    _write(protocol.engine.LOG_LEVEL_DEBUG, message)


def info(message: str) -> None:
    _write(protocol.engine.LOG_LEVEL_INFO, message)


def warning(message: str) -> None:
    _write(protocol.engine.LOG_LEVEL_WARNING, message)


def error(message: str) -> None:
    _write(protocol.engine.LOG_LEVEL_ERROR, message)


class Engine:
    """The engine of the run, as far as it takes messages."""

    def __init__(self, address: str, token: str) -> None:
        self._service = protocol.engine_services.EngineStub(
            grpc.insecure_channel(address, options=protocol.CHANNEL_OPTIONS)
        )
        self._metadata = ((protocol.TOKEN_KEY, token),)

    def log(self, level: int, message: str, urn: str) -> None:
        request = protocol.engine.LogRequest(level=level, message=message, urn=urn)
        self._service.Log(request, metadata=self._metadata, timeout=_LONGEST_CALL)


_engine: Optional[Engine] = None


def connect(engine: Optional[Engine]) -> None:
    """Sends messages to an engine from now on; without one, they are lines of standard error."""
    global _engine
    _engine = engine


@contextlib.contextmanager
def about(target: Any) -> Iterator[None]:
    """Messages are about this resource."""
    before = _urn.set(target.urn)
    try:
        yield
    finally:
        _urn.reset(before)


def _write(level: int, message: str) -> None:
    if _engine is not None:
        try:
            _engine.log(level, message, _urn.get())
            return
        except grpc.RpcError:
            # A message that cannot be delivered is no reason for the call to fail.
            pass
    print(message, file=sys.stderr, flush=True)
