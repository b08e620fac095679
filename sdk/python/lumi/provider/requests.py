"""What lumi asks a provider for.

Inputs, outputs and arguments are dicts of plain data (`lumi.plain`): None, bool, int, float, str, list, dict, assets,
archives, `SecretValue`, `ResourceReference`, and in previews `UNKNOWN`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

Values = dict[str, Any]


@dataclass(frozen=True)
class Target:
    """The resource that a call is about."""

    urn: str
    #: `pkg:module:Type`.
    type: str
    name: str
    #: Seconds that the user lets the operation take; 0 is no limit. Lumi enforces it.
    timeout: float


@dataclass(frozen=True)
class CheckRequest:
    target: Target
    inputs: Values
    #: Those of the last deployment: defaults that were chosen then are to be kept.
    old_inputs: Optional[Values]


@dataclass(frozen=True)
class DiffRequest:
    target: Target
    id: str
    old_inputs: Values
    old_outputs: Values
    inputs: Values


@dataclass(frozen=True)
class CreateRequest:
    target: Target
    inputs: Values
    #: Nothing may happen: the answer is what a deployment would answer, as far as it is known.
    preview: bool
    #: In a preview: another object of the resource will have been deleted by then.
    follows_delete: bool


@dataclass(frozen=True)
class ReadRequest:
    target: Target
    id: str
    #: Those of the last deployment, or of the program when the object is read for the first time.
    inputs: Optional[Values]
    #: None when the object is read for the first time.
    outputs: Optional[Values]
    #: The inputs of an update that an interrupted run began.
    begun_update: Optional[Values]


@dataclass(frozen=True)
class UpdateRequest:
    target: Target
    id: str
    old_inputs: Values
    old_outputs: Values
    inputs: Values
    preview: bool


@dataclass(frozen=True)
class DeleteRequest:
    target: Target
    id: str
    inputs: Values
    outputs: Values


@dataclass(frozen=True)
class RecoverRequest:
    target: Target
    #: Those that the interrupted create had.
    inputs: Values


@dataclass(frozen=True)
class ListRequest:
    target: Target
    #: Where the objects are, in the words of the type: a folder, a region.
    place: Optional[str]
    #: `next_page` of the answer before; None for the first page.
    page: Optional[str]


@dataclass(frozen=True)
class InvokeRequest:
    token: str
    arguments: Values
    preview: bool


@dataclass(frozen=True)
class CallRequest:
    token: str
    #: The URN of the resource.
    urn: str
    arguments: Values
    preview: bool
