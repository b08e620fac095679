"""The service: messages to requests, answers to messages."""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

from .. import protocol
from ..wire import from_object, to_object, to_value
from . import log, schema
from .answers import Absent, Checked, Diff, ListedObject, ReadState
from .failures import CallError
from .provider import Provider
from .requests import (
    CallRequest,
    CheckRequest,
    CreateRequest,
    DeleteRequest,
    DiffRequest,
    InvokeRequest,
    ListRequest,
    ReadRequest,
    RecoverRequest,
    Target,
    UpdateRequest,
    Values,
)
from .resource_type import ResourceType
from .statuses import fail

wire = protocol.provider

_KINDS: dict[str, int] = {
    "changed": wire.PropertyChange.KIND_CHANGED,
    "added": wire.PropertyChange.KIND_ADDED,
    "removed": wire.PropertyChange.KIND_REMOVED,
}


class Service(protocol.provider_services.ResourceProviderServicer):  # type: ignore[misc]
    def __init__(self, provider: Provider) -> None:
        self._provider = provider

    def Handshake(self, request: Any, context: Any) -> Any:
        def answer() -> Any:
            if request.protocol != protocol.VERSION:
                message = f"this plugin speaks version {protocol.VERSION} of the protocol, and lumi version {request.protocol}"
                raise CallError(message)
            it = self._provider
            return wire.HandshakeResponse(
                protocol=protocol.VERSION, package=it.package, version=it.version, keeps_secrets=it.keeps_secrets
            )

        return _answered(context, answer)

    def GetSchema(self, request: Any, context: Any) -> Any:
        return _answered(context, lambda: schema.as_message(self._provider))

    def CheckConfig(self, request: Any, context: Any) -> Any:
        return _answered(context, lambda: _checked(self._provider.check_config(from_object(request.config))))

    def DiffConfig(self, request: Any, context: Any) -> Any:
        old, new = request.old_inputs, request.inputs
        return _answered(context, lambda: _diff(self._provider.diff_config(from_object(old), from_object(new))))

    def Configure(self, request: Any, context: Any) -> Any:
        def answer() -> Any:
            self._provider.configure(from_object(request.config))
            return wire.ConfigureResponse()

        return _answered(context, answer)

    def Check(self, request: Any, context: Any) -> Any:
        def answer(type: ResourceType, target: Target) -> Any:
            old = _optional(request, "old_inputs")
            return _checked(type.check(CheckRequest(target, from_object(request.inputs), old)))

        return self._of_type(request, context, answer)

    def Diff(self, request: Any, context: Any) -> Any:
        def answer(type: ResourceType, target: Target) -> Any:
            old, outputs = from_object(request.old_inputs), from_object(request.old_outputs)
            return _diff(type.diff(DiffRequest(target, request.id, old, outputs, from_object(request.inputs))))

        return self._of_type(request, context, answer)

    def Create(self, request: Any, context: Any) -> Any:
        def answer(type: ResourceType, target: Target) -> Any:
            inputs = from_object(request.inputs)
            created = type.create(CreateRequest(target, inputs, request.preview, request.follows_delete))
            return wire.CreateResponse(id=created.id, outputs=to_object(created.outputs))

        return self._of_type(request, context, answer)

    def Read(self, request: Any, context: Any) -> Any:
        def answer(type: ResourceType, target: Target) -> Any:
            inputs, outputs = _optional(request, "inputs"), _optional(request, "outputs")
            begun = _optional(request, "begun_update")
            state = type.read(ReadRequest(target, request.id, inputs, outputs, begun))
            return wire.ReadResponse() if state is None else wire.ReadResponse(state=_state(state))

        return self._of_type(request, context, answer)

    def Update(self, request: Any, context: Any) -> Any:
        def answer(type: ResourceType, target: Target) -> Any:
            old, old_outputs = from_object(request.old_inputs), from_object(request.old_outputs)
            inputs = from_object(request.inputs)
            outputs = type.update(UpdateRequest(target, request.id, old, old_outputs, inputs, request.preview))
            return wire.UpdateResponse(outputs=to_object(outputs))

        return self._of_type(request, context, answer)

    def Delete(self, request: Any, context: Any) -> Any:
        def answer(type: ResourceType, target: Target) -> Any:
            inputs, outputs = from_object(request.inputs), from_object(request.outputs)
            type.delete(DeleteRequest(target, request.id, inputs, outputs))
            return wire.DeleteResponse()

        return self._of_type(request, context, answer)

    def Settle(self, request: Any, context: Any) -> Any:
        def answer(type: ResourceType, target: Target) -> Any:
            type.settle(target)
            return wire.SettleResponse()

        return self._of_type(request, context, answer)

    def Recover(self, request: Any, context: Any) -> Any:
        def answer(type: ResourceType, target: Target) -> Any:
            return _recovered(type.recover(RecoverRequest(target, from_object(request.inputs))))

        return self._of_type(request, context, answer)

    def List(self, request: Any, context: Any) -> Any:
        def answer(type: ResourceType, target: Target) -> Any:
            place = request.place if request.HasField("place") else None
            page = request.page if request.HasField("page") else None
            found = type.list_objects(ListRequest(target, place, page))
            return wire.ListResponse(objects=[_listed(it) for it in found.objects], next_page=found.next_page)

        return self._of_type(request, context, answer)

    def Invoke(self, request: Any, context: Any) -> Any:
        def answer() -> Any:
            asked = InvokeRequest(request.token, from_object(request.arguments), request.preview)
            return wire.InvokeResponse(result=to_value(self._provider.invoke(asked)))

        return _answered(context, answer)

    def Call(self, request: Any, context: Any) -> Any:
        def answer() -> Any:
            asked = CallRequest(request.token, request.target, from_object(request.arguments), request.preview)
            return wire.CallResponse(result=to_value(self._provider.call(asked)))

        return _answered(context, answer)

    def Cancel(self, request: Any, context: Any) -> Any:
        def answer() -> Any:
            self._provider.cancelled.set()
            self._provider.cancel()
            return wire.CancelResponse()

        return _answered(context, answer)

    def _of_type(self, request: Any, context: Any, answer: Callable[[ResourceType, Target], Any]) -> Any:
        """The answer of the resource type that a request is about."""
        it = request.target

        def of_type() -> Any:
            return answer(self._provider.resource_type(it.type), Target(it.urn, it.type, it.name, it.timeout))

        with log.about(it):
            return _answered(context, of_type)


def _answered(context: Any, answer: Callable[[], Any]) -> Any:
    try:
        return answer()
    except Exception as error:
        failure = error
    fail(context, failure)


def _optional(request: Any, name: str) -> Optional[Values]:
    return from_object(getattr(request, name)) if request.HasField(name) else None


def _checked(checked: Checked) -> Any:
    failures = [wire.InputFailure(path=it.path, reason=it.reason) for it in checked.failures]
    return wire.CheckResponse(inputs=to_object(checked.inputs), failures=failures)


def _diff(diff: Optional[Diff]) -> Any:
    if diff is None:
        return wire.DiffResponse(changes=wire.DiffResponse.CHANGES_UNKNOWN)
    changes = [wire.PropertyChange(path=it.path, kind=_KINDS[it.kind], replaces=it.replaces) for it in diff.changes]
    return wire.DiffResponse(
        changes=wire.DiffResponse.CHANGES_SOME if changes else wire.DiffResponse.CHANGES_NONE,
        properties=changes,
        delete_before_replace=diff.delete_before_replace,
    )


def _state(state: ReadState) -> Any:
    return wire.ReadState(id=state.id, inputs=to_object(state.inputs), outputs=to_object(state.outputs))


def _recovered(found: Union[ReadState, Absent, None]) -> Any:
    if found is None:
        return wire.RecoverResponse()
    if isinstance(found, Absent):
        return wire.RecoverResponse(absent=wire.RecoverResponse.Absent())
    return wire.RecoverResponse(found=_state(found))


def _listed(it: ListedObject) -> Any:
    return wire.ListedObject(id=it.id, name=it.name, state=None if it.state is None else _state(it.state))
