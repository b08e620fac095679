"""What a provider answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Sequence

from .requests import Values


@dataclass(frozen=True)
class InputFailure:
    """An input that cannot be used. `path` is such as `rules[0].port` (`lumi.provider.join` makes it); empty for
    the inputs as a whole."""

    path: str
    reason: str


@dataclass(frozen=True)
class Checked:
    """The inputs as they will be used, with defaults."""

    inputs: Values
    failures: Sequence[InputFailure] = ()


@dataclass(frozen=True)
class PropertyChange:
    path: str
    kind: Literal["added", "removed", "changed"] = "changed"
    #: It cannot be changed in place.
    replaces: bool = False


@dataclass(frozen=True)
class Diff:
    """Without changes, nothing is to be done."""

    changes: Sequence[PropertyChange] = ()
    #: The old object must be gone before the new one can be made. Only of interest where a change replaces.
    delete_before_replace: bool = False


@dataclass(frozen=True)
class Created:
    #: Empty only in a preview.
    id: str
    #: Everything there is to know about the object, inputs included.
    outputs: Values


@dataclass(frozen=True)
class ReadState:
    """An object as it is."""

    id: str
    #: Inputs that would make this object.
    inputs: Values
    outputs: Values


class Absent:
    """There is no object."""

    def __repr__(self) -> str:
        return "ABSENT"


#: The answer of `recover` where the object does not exist, or making it again does no harm.
ABSENT = Absent()


@dataclass(frozen=True)
class ListedObject:
    id: str
    #: For people; it need not be unique.
    name: str
    #: None: lumi reads the object.
    state: Optional[ReadState] = None


@dataclass(frozen=True)
class Page:
    """A part of a list."""

    objects: Sequence[ListedObject]
    #: None in the last page.
    next_page: Optional[str] = None
