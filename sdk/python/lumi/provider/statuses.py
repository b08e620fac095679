"""Failures as statuses of gRPC, with the details that `proto/lumirpc/errors.proto` describes."""

from __future__ import annotations

import sys
import traceback
from typing import Any, NoReturn

import grpc

from .. import protocol
from ..wire import to_object
from .failures import CallError, InvalidInputs, PartialInit

#: Details have at most this many bytes.
_LONGEST = 4 << 20
_DETAILS = "grpc-status-details-bin"
_TYPES = "type.googleapis.com/"


class _Status(grpc.Status):  # type: ignore[misc]
    def __init__(self, code: grpc.StatusCode, details: str, metadata: tuple[tuple[str, bytes], ...]) -> None:
        self.code = code
        self.details = details
        self.trailing_metadata = metadata


def fail(context: Any, error: Exception) -> NoReturn:
    """Answers the call with an exception of the provider."""
    if isinstance(error, CallError):
        context.abort_with_status(_status(error))
    # The user sees the message; the stack trace is for the developer of the provider.
    traceback.print_exception(error, file=sys.stderr)
    context.abort(grpc.StatusCode.UNKNOWN, f"{type(error).__name__}: {error}")
    raise AssertionError("a call that was aborted goes on")


def _status(error: CallError) -> _Status:
    code = grpc.StatusCode[error.code]
    message = str(error)
    detail = _detail(error)
    if detail is None:
        return _Status(code, message, ())
    status = protocol.status.Status(code=code.value[0], message=message)
    name, content = detail
    status.details.add(type_url=_TYPES + name, value=content)
    return _Status(code, message, ((_DETAILS, status.SerializeToString()),))


def _detail(error: CallError) -> tuple[str, bytes] | None:
    if isinstance(error, PartialInit):
        content = protocol.errors.PartialInit(
            id=error.id, outputs=to_object(error.outputs), reasons=error.reasons
        ).SerializeToString()
        if len(content) > _LONGEST:
            # The object is looked up by its id.
            content = protocol.errors.PartialInit(id=error.id, reasons=error.reasons[:10]).SerializeToString()
        return "lumirpc.PartialInit", content
    if isinstance(error, InvalidInputs):
        request = protocol.status.BadRequest()
        for failure in error.failures:
            request.field_violations.add(field=failure.path, description=failure.reason)
        return "google.rpc.BadRequest", request.SerializeToString()
    return None
