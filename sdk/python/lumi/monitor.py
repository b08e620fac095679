"""What a program talks to: the engine, in another process.

Calls are on their way when a method returns; answers come through the loop, in any order. Calls of
which the order counts are numbered, because HTTP/2 may deliver them in another one.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional

import grpc

from . import protocol
from .errors import EngineError, InputError, ResourceError, Stopping
from .loop import Loop
from .plain import SecretValue
from .position import Position
from .resource_state import Answer, Kind, ResourceState
from .wire import from_object, from_value, to_object, to_value

OnError = Callable[[BaseException], None]

_KINDS = {
    Kind.CUSTOM: protocol.monitor.Goal.KIND_CUSTOM,
    Kind.COMPONENT: protocol.monitor.Goal.KIND_COMPONENT,
    Kind.PROVIDER: protocol.monitor.Goal.KIND_PROVIDER,
    Kind.REMOTE: protocol.monitor.Goal.KIND_COMPONENT,
}


@dataclass(frozen=True)
class Goal:
    """What the program says of a resource."""

    state: ResourceState
    inputs: Mapping[str, Any]
    #: Paths of inputs, and URNs of what they come from.
    dependencies: list[tuple[str, str]]
    depends_on: list[str]
    provider: Optional[str]
    options: Mapping[str, Any]
    #: The id of an object that is to be read, as the only member.
    read_id: Optional[tuple[Any]]


class Monitor:
    def __init__(self, address: str, token: str, loop: Loop) -> None:
        self._channel = grpc.insecure_channel(address, options=protocol.CHANNEL_OPTIONS)
        self._service = protocol.monitor_services.ResourceMonitorStub(self._channel)
        self._metadata = ((protocol.TOKEN_KEY, token),)
        self._loop = loop
        self._sequence = 0
        # Programs may print on any thread.
        self._lock = threading.Lock()

    def deployment_info(self) -> Any:
        """What is deployed, and where; waits for the answer."""
        return self._service.GetDeploymentInfo(protocol.monitor.GetDeploymentInfoRequest(), metadata=self._metadata)

    def register(self, goal: Goal, done: Callable[[Answer], None], on_error: OnError) -> None:
        message = _goal_message(goal)
        if goal.read_id is None:
            method, request = self._service.NewResource, protocol.monitor.NewResourceRequest(goal=message)
        else:
            identity = to_value(_open(goal.read_id[0]))
            method, request = (
                self._service.ReadResource,
                protocol.monitor.ReadResourceRequest(goal=message, id=identity),
            )
        self._send(method, request, request.goal, lambda it: done(_answer(it)), on_error)

    def make(self, goal: Goal, done: Callable[[Answer], None], on_error: OnError) -> None:
        """Has the provider of a component make it."""
        state = goal.state
        providers = [it.urn for it in state.inheritance.providers.values()]
        request = protocol.monitor.MakeComponentRequest(goal=_goal_message(goal), providers=providers)
        is_complete = not state.session.facts.dry_run

        def made(response: Any) -> None:
            done(Answer(None, from_object(response.outputs), is_complete))

        self._send(self._service.MakeComponent, request, request.goal, made, on_error)

    def complete(self, state: ResourceState, outputs: Mapping[str, Any], on_error: OnError) -> None:
        request = protocol.monitor.CompleteResourceRequest(urn=state.urn, outputs=to_object(outputs))
        self._send(self._service.CompleteResource, request, request, lambda _: None, on_error)

    def invoke(
        self,
        token: str,
        arguments: Mapping[str, Any],
        provider: str,
        version: str,
        done: Callable[[Any], None],
        on_error: OnError,
    ) -> None:
        request = protocol.monitor.MonitorInvokeRequest(
            token=token, arguments=to_object(arguments), provider=provider, version=version
        )
        self._send(self._service.Invoke, request, None, lambda it: done(from_value(it.result)), on_error)

    def call(
        self, token: str, target: str, arguments: Mapping[str, Any], done: Callable[[Any], None], on_error: OnError
    ) -> None:
        request = protocol.monitor.MonitorCallRequest(token=token, target=target, arguments=to_object(arguments))
        self._send(self._service.Call, request, None, lambda it: done(from_value(it.result)), on_error)

    def set_outputs(self, outputs: Mapping[str, Any], on_error: OnError) -> None:
        request = protocol.monitor.SetOutputsRequest(outputs=to_object(outputs))
        self._send(self._service.SetOutputs, request, request, lambda _: None, on_error)

    def log(self, level: int, message: str, urn: str = "", is_output: bool = False) -> None:
        request = protocol.engine.LogRequest(level=level, message=message, urn=urn, is_output=is_output)
        self._send(self._service.Log, request, request, lambda _: None, _raise)

    def close(self) -> None:
        self._channel.close()

    def _send(self, method: Any, request: Any, numbered: Any, done: Callable[[Any], None], on_error: OnError) -> None:
        arrive = self._loop.begin()

        def answered(future: Any) -> None:
            arrive(lambda: _deliver(future, done, on_error))

        # Numbers are given in the order in which calls begin.
        with self._lock:
            if numbered is not None:
                self._sequence += 1
                numbered.sequence = self._sequence
            future = method.future(request, metadata=self._metadata)
        future.add_done_callback(answered)


def _deliver(future: Any, done: Callable[[Any], None], on_error: OnError) -> None:
    try:
        response = future.result()
    except grpc.RpcError as error:
        on_error(_error(error))
    else:
        done(response)


def _raise(error: BaseException) -> None:
    raise error


def _error(error: Any) -> BaseException:
    """What a failed call means to the program."""
    code, message = error.code(), error.details() or "the engine does not say why"
    if code is grpc.StatusCode.CANCELLED:
        return Stopping()
    if code is grpc.StatusCode.UNAVAILABLE:
        return EngineError.of_engine(f"the engine cannot be reached: {message}")
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            for detail in protocol.status.Status.FromString(value).details:
                failed = protocol.errors.ResourceFailed()
                if detail.Unpack(failed):
                    return ResourceError.of_engine(message, failed.urn)
    return InputError(message) if code is grpc.StatusCode.INVALID_ARGUMENT else EngineError.of_engine(message)


def _goal_message(goal: Goal) -> Any:
    wire = protocol.monitor
    state = goal.state
    return wire.Goal(
        type=state.type,
        name=state.name,
        kind=_KINDS[state.kind],
        parent="" if state.parent is None else state.parent.urn,
        provider=goal.provider or "",
        inputs=to_object(goal.inputs),
        dependencies=[wire.Dependency(path=path, urn=urn) for path, urn in goal.dependencies],
        depends_on=goal.depends_on,
        options=to_object(goal.options),
        source=None if state.at is None else _source(state, state.at),
        order=state.order,
    )


def _source(state: ResourceState, at: Position) -> Any:
    file = at.shown(state.session.facts.folder)
    return protocol.monitor.SourcePosition(file=file, line=at.line, column=at.column)


def _open(value: Any) -> Any:
    """An id is never secret."""
    return value.value if isinstance(value, SecretValue) else value


def _answer(response: Any) -> Answer:
    outputs = response.WhichOneof("outputs")
    identity = from_value(response.id) if response.HasField("id") else None
    if outputs == "planned":
        return Answer(identity, from_object(response.planned), is_complete=False)
    if outputs == "deployed":
        return Answer(identity, from_object(response.deployed), is_complete=True)
    return Answer(identity, None, is_complete=False)
