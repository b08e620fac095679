"""What a program knows of its stack, and what the stack gives out."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Mapping, Optional

from .cell import Cell
from .draft import Draft
from .errors import InputError
from .failure import Failure
from .options import ResourceOptions
from .output import Input, Output
from .plain import SecretValue
from .resource import Resource
from .resource_state import Kind, value_of
from .session import session
from .unknown import UNKNOWN


def get_project() -> str:
    """The name of the project."""
    return session().facts.project


def get_stack() -> str:
    """The name of the stack."""
    return session().facts.stack


def is_preview() -> bool:
    """True if nothing is deployed: values that only a deployment can tell are unknown."""
    return session().facts.dry_run


def get_root_directory() -> Path:
    """The project folder."""
    return session().facts.folder


def export(name: str, value: object) -> None:
    """Makes a value an output of the stack."""
    if not isinstance(name, str) or not name:
        raise InputError("the name of an output must be text")
    outputs = session().outputs
    if name in outputs:
        raise InputError(f'the output "{name}" is exported twice')
    # What is no data is refused while the line that exports it is still running.
    Draft(session(), {name: value}, "output", "the stack")
    outputs[name] = value


def set_outputs(outputs: Mapping[str, object]) -> None:
    """Makes all members outputs of the stack."""
    for name, value in outputs.items():
        export(name, value)


class StackReference(Resource):
    """The outputs that another stack had when it was deployed last."""

    def __init__(
        self, name: str, stack: Optional[Input[str]] = None, options: Optional[ResourceOptions] = None
    ) -> None:
        """`name` is the stack to read, unless `stack` says it."""
        target = name if stack is None else stack
        super().__init__("lumi:lumi:StackReference", name, {"name": target}, options, Kind.CUSTOM, target)

    @property
    def outputs(self) -> Output[dict[str, Any]]:
        """All outputs of that stack; secret if any of them is."""
        return self.output("outputs")

    def get_output(self, name: str) -> Output[Any]:
        """The output `name`, or None if that stack has none of this name; secret only if it is so."""
        return self._read(name, is_required=False)

    def require_output(self, name: str) -> Output[Any]:
        """The output `name`; fails if that stack has none of this name."""
        return self._read(name, is_required=True)

    def _read(self, name: str, is_required: bool) -> Output[Any]:
        state = self._state
        result = Cell(state.session)
        result.sources = (state,)

        def read(answered: Cell) -> None:
            if answered.failure is not None:
                result.fail(answered.failure)
                return
            outputs = state.plain("outputs")
            if isinstance(outputs, SecretValue):
                result.is_secret, outputs = True, outputs.value
            if outputs is UNKNOWN:
                result.settle_unknown(f"the outputs of {state.owner}")
            elif name in (outputs or {}):
                result.settle(value_of(outputs[name], result))
            elif is_required:
                known = ", ".join(outputs or {})
                advice = f"it has {known}" if known else "it has no outputs"
                error = InputError(f'stack "{state.name}" has no output "{name}"; {advice}')
                result.fail(Failure(state.session, error, state.at))
            else:
                result.settle(None)

        state.answered.subscribe(read)
        return Output(result)
