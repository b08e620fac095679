"""What a program declares: resources, components and providers."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from . import options as checks
from .cell import Cell
from .draft import Draft
from .errors import InputError
from .failure import Failure
from .options import ResourceOptions
from .output import Input, Output, cell_of
from .position import of_caller
from .registration import Registration
from .resource_state import Inheritance, Kind, ResourceState
from .session import session
from .waiter import Waiter


class Resource:
    """Anything a program declares. Use `CustomResource`, `Component`, `RemoteComponent` or `ProviderResource`."""

    _state: ResourceState

    def __init__(
        self,
        type: str,
        name: str,
        inputs: object,
        options: Optional[ResourceOptions],
        kind: Kind,
        read_id: Any = None,
    ) -> None:
        current = session()
        current.check_thread()
        _check_text(type, "type", self)
        _check_text(name, "name", self)
        owner = f'resource "{name}" ({type})'
        chosen = checks.checked(options, kind, owner)
        parent = None if chosen.parent is None else checks.required(chosen.parent, "parent", owner)
        inheritance: Inheritance = checks.inherited(chosen, parent, owner)
        at = of_caller(self)
        state = ResourceState(current, self, type, name, kind, parent, inheritance, at)
        registration = Registration(state, inputs, chosen, read_id)
        _declare(state)
        self._state = state
        registration.start()

    @property
    def urn(self) -> Output[str]:
        """The name of this resource in its stack; known at once."""
        cell = Cell.of(self._state.session, self._state.urn)
        cell.sources = (self._state,)
        return Output(cell)

    def output(self, name: str) -> Output[Any]:
        """The output of this name; of a component, one that it registered."""
        return Output(self._state.output(name))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._state.owner}>"


class _Answered(Resource):
    """A resource whose outputs come from its provider.

    Every output can be read at once, as an attribute of its name: annotations say of which type they
    are. `output(name)` reads one that is called like a member of the class.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}", name=name, obj=self)
        return self.output(name)


class CustomResource(_Answered):
    """A resource that a provider manages."""

    def __init__(
        self,
        type: str,
        name: str,
        inputs: object = None,
        options: Optional[ResourceOptions] = None,
    ) -> None:
        super().__init__(type, name, inputs, options, Kind.CUSTOM)

    @classmethod
    def get(
        cls,
        type: str,
        name: str,
        id: Input[str],
        inputs: object = None,
        options: Optional[ResourceOptions] = None,
    ) -> CustomResource:
        """Reads an object that exists and is not managed by this stack, by its id."""
        resource = CustomResource.__new__(CustomResource)
        Resource.__init__(resource, type, name, inputs, options, Kind.CUSTOM, id)
        return resource

    @property
    def id(self) -> Output[str]:
        """What the provider calls the resource."""
        return self.output("id")


class RemoteComponent(_Answered):
    """A component that the plugin of its package makes, with all of its children."""

    def __init__(
        self,
        type: str,
        name: str,
        inputs: object = None,
        options: Optional[ResourceOptions] = None,
    ) -> None:
        super().__init__(type, name, inputs, options, Kind.REMOTE)


class ProviderResource(Resource):
    """The settings with which one package manages resources; to be passed as `provider`."""

    def __init__(
        self,
        package: str,
        name: str,
        inputs: object = None,
        options: Optional[ResourceOptions] = None,
    ) -> None:
        _check_text(package, "package", self)
        type = package if ":" in package else f"lumi:providers:{package}"
        super().__init__(type, name, inputs, options, Kind.PROVIDER)

    @property
    def id(self) -> Output[str]:
        return self.output("id")


class Component(Resource):
    """A group of resources. Extend it, create the children with `ResourceOptions(parent=self)`, and
    end the constructor with `self.register_outputs({...})`."""

    _has_outputs = False

    def __init__(
        self,
        type: str,
        name: str,
        inputs: object = None,
        options: Optional[ResourceOptions] = None,
    ) -> None:
        super().__init__(type, name, inputs, options, Kind.COMPONENT)

    def register_outputs(self, outputs: Optional[Mapping[str, Any]] = None) -> None:
        """Says what the component's outputs are, once, when all children are created."""
        state = self._state
        if self._has_outputs:
            raise InputError(f"{state.owner} has already registered its outputs")
        self._has_outputs = True
        current = state.session
        members = dict(outputs or {})
        draft = Draft(current, members, "output", state.owner)
        state.set_outputs({name: cell_of(value, current) for name, value in members.items()})

        def proceed() -> None:
            monitor = current.monitor
            monitor.complete(state, draft.finish(), lambda error: _fail_outputs(state, error))

        def fail(failure: Optional[Failure], error: Optional[BaseException]) -> None:
            # A failed output is told of by whatever made it fail.
            if failure is None and error is not None:
                _fail_outputs(state, error)

        what = f"the outputs of {state.owner}"
        Waiter(current, what, lambda: [*draft.cells(), state.sent], proceed, fail).start()


def _fail_outputs(state: ResourceState, error: BaseException) -> None:
    if not isinstance(error, Exception):
        raise error
    Failure(state.session, error, state.at)


def _check_text(value: object, what: str, resource: Resource) -> None:
    if isinstance(value, str) and value:
        return
    owner = f"the {what} of a new {type(resource).__name__}"
    if isinstance(value, Output):
        raise InputError(f"{owner} must be text, not an Output; create the resource in output.apply, or choose a text")
    raise InputError(f"{owner} must be text, not {'an empty one' if value == '' else type(value).__name__}")


def _declare(state: ResourceState) -> None:
    """Notes a resource, unless there is one of its name."""
    current = state.session
    first = current.resources.get(state.urn)
    if first is not None:
        folder = current.facts.folder
        places = [f"{it.at.shown(folder)}:{it.at.line}:{it.at.column}" for it in (first, state) if it.at]
        raise InputError(
            f"two resources have the URN {state.urn}: at {' and at '.join(places)}; give one of them another name"
        )
    current.resources[state.urn] = state
    if state.parent is not None:
        state.parent.children.append(state)
