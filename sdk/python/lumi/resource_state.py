"""What is known about one resource: the part behind the object that programs hold."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Mapping, Optional

from .cell import Cell
from .failure import Failure
from .plain import ResourceReference, SecretValue
from .position import Position
from .session import Session
from .unknown import UNKNOWN

if TYPE_CHECKING:
    from .resource import Resource


class Kind(enum.Enum):
    CUSTOM = 0
    COMPONENT = 1
    PROVIDER = 2
    #: A component that its provider makes.
    REMOTE = 3


@dataclass(frozen=True)
class Answer:
    """What the engine says of a resource. `outputs` is None if they are its inputs."""

    id: Any
    outputs: Optional[Mapping[str, Any]]
    #: Outputs that are absent are None; otherwise unknown.
    is_complete: bool


@dataclass(frozen=True)
class Inheritance:
    """What children take over from their parent."""

    protect: Optional[bool] = None
    retain_on_delete: Optional[bool] = None
    deleted_with: Optional[ResourceState] = None
    #: By package.
    providers: Mapping[str, ResourceState] = field(default_factory=dict)


class ResourceState:
    def __init__(
        self,
        session: Session,
        resource: Resource,
        type: str,
        name: str,
        kind: Kind,
        parent: Optional[ResourceState],
        inheritance: Inheritance,
        at: Optional[Position],
    ) -> None:
        self.session = session
        self.resource = resource
        self.type = type
        self.name = name
        self.kind = kind
        self.parent = parent
        self.inheritance = inheritance
        self.at = at
        self.module: str = "index" if parent is None else f"{parent.module}${parent.type}"
        self.urn = f"{session.facts.urn_prefix}{self.module}::{type}::{name}"
        self.order = len(session.resources)
        self.children: list[ResourceState] = []
        self.inputs: dict[str, Any] = {}
        self.secret_outputs: tuple[str, ...] = ()
        #: Settled when the engine has been asked to register it: its children follow.
        self.sent = Cell(session)
        #: Settled when the engine has answered.
        self.answered = Cell(session)
        self._answer: Optional[Answer] = None
        self._failure: Optional[Failure] = None
        self._outputs: dict[str, Cell] = {}
        #: The names of those that a component has registered.
        self._registered: Optional[frozenset[str]] = None

    @property
    def owner(self) -> str:
        return f'resource "{self.name}" ({self.type})'

    @property
    def id_now(self) -> Any:
        return None if self._answer is None else self._answer.id

    def output(self, name: str) -> Cell:
        """The cell of an output; that of the id is called `id`."""
        cell = self._outputs.get(name)
        if cell is None:
            cell = self._outputs[name] = Cell(self.session)
            cell.sources = (self,)
            cell.origin = f"the {name} of {self.owner}"
            self._settle(name, cell)
        return cell

    def plain(self, name: str) -> Any:
        """What the engine answered for an output."""
        assert self._answer is not None
        members = self.inputs if self._answer.outputs is None else self._answer.outputs
        return members.get(name, None if self._answer.is_complete else UNKNOWN)

    def contains(self, other: ResourceState) -> bool:
        above = other.parent
        while above is not None and above is not self:
            above = above.parent
        return above is self

    def accept(self, answer: Answer) -> None:
        self._answer = answer
        self.answered.settle(None)
        for name, cell in self._outputs.items():
            self._settle(name, cell)

    def set_outputs(self, outputs: Mapping[str, Cell]) -> None:
        """Those of a component; there are no others."""
        self._registered = frozenset(outputs)
        for name, source in outputs.items():
            self._outputs.setdefault(name, Cell(self.session)).follow(source)
        for name, cell in self._outputs.items():
            self._settle(name, cell)

    def fail(self, failure: Failure) -> None:
        self._failure = failure
        for cell in (self.sent, self.answered, *self._outputs.values()):
            cell.fail(failure)

    def _settle(self, name: str, cell: Cell) -> None:
        if self._failure is not None:
            cell.fail(self._failure)
        elif self.kind is Kind.COMPONENT:
            if self._registered is not None and name not in self._registered:
                cell.settle(None)
        elif self._answer is not None:
            cell.is_secret = cell.is_secret or name in self.secret_outputs
            plain = self._answer.id if name == "id" else self.plain(name)
            cell.is_open = not self._answer.is_complete and name in self.inputs and name != "id"
            cell.settle(value_of(plain, cell))


def state_of(value: object) -> Optional[ResourceState]:
    """The state of a resource; None of everything else."""
    state = getattr(value, "__dict__", {}).get("_state") if not isinstance(value, type) else None
    return state if isinstance(state, ResourceState) else None


def value_of(plain: Any, cell: Cell) -> Any:
    """Plain data as a program has it. If anything in it is secret, all of it is."""
    if isinstance(plain, SecretValue):
        cell.is_secret = True
        return value_of(plain.value, cell)
    if isinstance(plain, ResourceReference):
        known = cell.session.resources.get(plain.urn)
        return plain if known is None else known.resource
    if isinstance(plain, dict):
        return {key: value_of(member, cell) for key, member in plain.items()}
    if isinstance(plain, list):
        return [value_of(item, cell) for item in plain]
    return plain
