"""The state behind an Output: a value that may come later, and what is known about it."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Callable, Optional

from .unknown import UNKNOWN

if TYPE_CHECKING:
    from .failure import Failure
    from .resource_state import ResourceState
    from .session import Session

Listener = Callable[["Cell"], None]


class State(enum.Enum):
    PENDING = 0
    SETTLED = 1
    FAILED = 2


class Cell:
    """`value` is plain data without Outputs, in which `UNKNOWN` may stand."""

    __slots__ = ("session", "state", "value", "is_secret", "sources", "origin", "is_open", "failure", "_listeners")

    def __init__(self, session: Session) -> None:
        self.session = session
        self.state = State.PENDING
        self.value: Any = None
        self.is_secret = False
        #: The resources it came from, each once.
        self.sources: tuple[ResourceState, ...] = ()
        #: What a user would call the unknown part of it.
        self.origin = ""
        #: An input that a plan takes for the output: members it lacks are unknown.
        self.is_open = False
        self.failure: Optional[Failure] = None
        #: Each with whether the code that has subscribed it has a secret.
        self._listeners: list[tuple[Listener, bool]] = []

    @classmethod
    def of(cls, session: Session, value: Any) -> Cell:
        """A cell of plain data."""
        cell = cls(session)
        cell.settle(value)
        return cell

    @property
    def is_pending(self) -> bool:
        return self.state is State.PENDING

    def settle(self, value: Any) -> None:
        if self.is_pending:
            self.state = State.SETTLED
            self.value = value
            self._wake()

    def settle_unknown(self, origin: str) -> None:
        self.origin = self.origin or origin
        self.settle(UNKNOWN)

    def fail(self, failure: Failure) -> None:
        if self.is_pending:
            self.state = State.FAILED
            self.failure = failure
            self.is_secret = self.is_secret or failure.is_secret
            self._wake()

    def fail_like(self, other: Cell) -> None:
        """Fails as the other one, and takes over its secrecy: the error of a secret may quote it."""
        self.is_secret = self.is_secret or other.is_secret
        if other.failure is not None:
            self.fail(other.failure)

    def absorb(self, other: Cell) -> None:
        """What the other one came from and must not show holds for this one, too."""
        self.is_secret = self.is_secret or other.is_secret
        self.origin = self.origin or other.origin
        if not self.sources:
            self.sources = other.sources
        elif other.sources and other.sources is not self.sources:
            self.sources = tuple(dict.fromkeys(self.sources + other.sources))

    def follow(self, other: Cell) -> None:
        """Becomes what the other one is, or will be."""
        other.subscribe(self._take)

    def subscribe(self, listener: Listener) -> None:
        """Called once, by the loop, when there is a value or a failure."""
        has_secret = self.session.loop.has_secret
        if self.is_pending:
            self._listeners.append((listener, has_secret))
        else:
            self.session.loop.soon(lambda: listener(self), has_secret)

    def _take(self, other: Cell) -> None:
        if other.failure is not None:
            self.fail_like(other)
            return
        self.absorb(other)
        self.is_open = other.is_open
        self.settle(other.value)

    def _wake(self) -> None:
        listeners, self._listeners = self._listeners, []
        for listener, has_secret in listeners:
            self.session.loop.soon(lambda listener=listener: listener(self), has_secret)  # type: ignore[misc]
