"""One resource on its way to the engine: waits for its inputs, then registers or reads it."""

from __future__ import annotations

from typing import Any, Optional

from .cell import Cell
from .draft import Draft
from .errors import InputError, ResourceError, Stopping
from .failure import Failure
from .monitor import Goal
from .options import ResourceOptions, depends_on_of, plain, provider_of, required
from .output import Output
from .resource_state import Answer, Kind, ResourceState
from .unknown import UNKNOWN
from .waiter import Waiter


class Registration:
    def __init__(self, state: ResourceState, inputs: object, options: ResourceOptions, read_id: Any) -> None:
        self._state = state
        self._inputs = Draft(state.session, inputs, "input", state.owner)
        self._options = plain(options, state)
        self._provider = provider_of(options, state)
        self._depends_on = depends_on_of(options.depends_on, state.owner)
        self._read = None if read_id is None else Draft(state.session, {"id": read_id}, "input", state.owner)
        state.secret_outputs = tuple(options.additional_secret_outputs)

    def start(self) -> None:
        session = self._state.session
        Waiter(session, self._state.owner, self._cells, self._proceed, self._fail).start()

    def _cells(self) -> list[Cell]:
        cells = self._inputs.cells()
        if self._read is not None:
            cells += self._read.cells()
        if self._state.parent is not None:
            cells.append(self._state.parent.sent)
        if self._provider is not None:
            cells.append(self._provider.answered)
        for item in self._depends_on:
            if isinstance(item, Output) and (item._cell.is_pending or item._cell.failure is not None):
                cells.append(item._cell)
            else:
                for state in self._resolved(item):
                    cells += self._tree(state)
        return cells

    def _resolved(self, item: Any) -> list[ResourceState]:
        """What an Output was made of must be there first, too; of an unknown one that is all we know."""
        if isinstance(item, ResourceState):
            return [item]
        cell: Cell = item._cell
        values = cell.value if isinstance(cell.value, (list, tuple)) else [cell.value]
        known = [it for it in values if it is not UNKNOWN and it is not None]
        if len(known) < len(values) and not cell.sources and UNKNOWN in values:
            raise InputError(
                f"option `depends_on` of {self._state.owner} is an Output that is unknown and comes from no "
                "resource; name the resources themselves"
            )
        return [required(it, "depends_on", self._state.owner) for it in known] + list(cell.sources)

    def _tree(self, state: ResourceState) -> list[Cell]:
        """A component is there when all of its children are, except for those that wait for it."""
        if state is self._state:
            return []
        cells = [state.answered]
        if state.kind is Kind.COMPONENT and not state.contains(self._state):
            for child in state.children:
                cells += self._tree(child)
        return cells

    def _proceed(self) -> None:
        state = self._state
        state.inputs = self._inputs.finish()
        needed = [it.urn for item in self._depends_on for it in self._resolved(item)]
        goal = Goal(
            state=state,
            inputs=state.inputs,
            dependencies=[(path, source.urn) for path, source in self._inputs.dependencies],
            depends_on=list(dict.fromkeys(needed)),
            provider=None if self._provider is None else self._provider.urn,
            options=self._options,
            read_id=None if self._read is None else (self._read.finish()["id"],),
        )
        monitor = state.session.monitor
        send = monitor.make if state.kind is Kind.REMOTE else monitor.register
        send(goal, self._accept, self._refuse)
        state.sent.settle(None)

    def _accept(self, answer: Answer) -> None:
        self._state.accept(answer)

    def _refuse(self, error: BaseException) -> None:
        """The engine or the provider said no."""
        if isinstance(error, Stopping):
            raise error
        self._state.fail(Failure(self._state.session, error, self._state.at))

    def _fail(self, failure: Optional[Failure], error: Optional[BaseException]) -> None:
        """It cannot even be asked for."""
        state = self._state
        if failure is None:
            assert error is not None
            state.fail(Failure(state.session, error, state.at))
            return
        cell = next((it for it in self._inputs.cells() if it.failure is failure), None)
        path = self._inputs.path_of(cell)
        what = f'its input "{path}"' if path else "what it needs"
        message = f"{state.owner} was not registered because {what} failed: {failure.error}"
        if failure.is_secret:
            message = f"{state.owner} was not registered because {what} failed"
        state.fail(Failure(state.session, ResourceError(message, state.urn), state.at, failure))
