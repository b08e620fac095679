"""Why a provider does not do what lumi asked it for, as exceptions.

Each other exception means that the outcome is not known: lumi looks the object up before it does anything else with it.
"""

from __future__ import annotations

from typing import Literal, Sequence

from ..errors import LumiError
from .answers import InputFailure
from .requests import Values

Code = Literal[
    "FAILED_PRECONDITION",
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "ABORTED",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNKNOWN",
    "UNIMPLEMENTED",
]


class CallError(LumiError):
    """The call failed. What the code says of its effect is in `proto/lumirpc/errors.proto`; without one, nothing
    happened. The message is a sentence for the user, and has no secrets."""

    def __init__(self, message: str, code: Code = "FAILED_PRECONDITION") -> None:
        super().__init__(message)
        self.code: Code = code


class Uncertain(CallError):
    """It may have happened: a connection was lost, or a service did not answer."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "UNAVAILABLE")


class InvalidInputs(CallError):
    """Inputs, settings or arguments cannot be used, and nothing happened."""

    def __init__(self, *failures: InputFailure, message: str = "not all of it can be used") -> None:
        super().__init__(message, "INVALID_ARGUMENT")
        self.failures = failures


class PartialInit(CallError):
    """The object was made or changed, but is not what it should be: the next run repairs it with an update."""

    def __init__(self, id: str, outputs: Values, reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons), "ABORTED")
        self.id = id
        self.outputs = outputs
        self.reasons = list(reasons)


class Unimplemented(CallError):
    """The resource type or the provider has no such method."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "UNIMPLEMENTED")
