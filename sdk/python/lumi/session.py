"""What one run of a program has in common."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional

from .loop import Loop

if TYPE_CHECKING:
    from .failure import Failure
    from .monitor import Monitor
    from .resource_state import ResourceState
    from .waiter import Waiter


@dataclass(frozen=True)
class ConfigEntry:
    value: str
    secret: bool


@dataclass(frozen=True)
class Facts:
    """What a program may know of its run."""

    project: str = "project"
    stack: str = "stack"
    dry_run: bool = True
    folder: Path = field(default_factory=Path.cwd)
    #: What all URNs begin with.
    urn_prefix: str = "urn:lumi:stack::project::"
    #: By `project:key`.
    config: dict[str, ConfigEntry] = field(default_factory=dict)


class Session:
    def __init__(self, facts: Facts = Facts(), monitor: Optional[Monitor] = None, loop: Optional[Loop] = None) -> None:
        self.facts = facts
        self.loop = loop or Loop()
        self._monitor = monitor
        self._thread = threading.get_ident()
        #: By URN, in the order of declaration.
        self.resources: dict[str, ResourceState] = {}
        #: What has been asked for, but waits for values.
        self.waiting: dict[Waiter, None] = {}
        self.failures: list[Failure] = []
        #: What the stack gives out.
        self.outputs: dict[str, Any] = {}

    def check_thread(self) -> None:
        if threading.get_ident() != self._thread:
            raise RuntimeError("resources and calls belong on the thread of the program, for their order counts")

    @property
    def monitor(self) -> Monitor:
        if self._monitor is None:
            raise RuntimeError("this program is not run by lumi: use `lumi run`, `preview` or `up`")
        return self._monitor


_current = Session()


def session() -> Session:
    """The session of the program that runs."""
    return _current


def enter(next_session: Session) -> Session:
    """Makes it the current one; answers that before."""
    global _current
    before, _current = _current, next_session
    return before
