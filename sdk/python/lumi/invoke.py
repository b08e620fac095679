"""Functions of packages, and methods of resources."""

from __future__ import annotations

from typing import Any, Callable, Optional

from .cell import Cell
from .draft import Draft
from .errors import InputError, Stopping
from .failure import Failure
from .monitor import OnError
from .options import required
from .output import Output
from .position import of_caller
from .resource import ProviderResource, Resource
from .resource_state import ResourceState, value_of
from .session import session
from .unknown import UNKNOWN
from .waiter import Waiter

_Send = Callable[[dict[str, Any], Callable[[Any], None], OnError], None]


def invoke(
    token: str,
    arguments: object = None,
    *,
    parent: Optional[Resource] = None,
    provider: Optional[ProviderResource] = None,
    version: str = "",
) -> Output[Any]:
    """Evaluates the function `token` of a package; unknown if an argument is, in a preview."""
    owner = f'invoke "{_checked(token)}"'
    state = None if provider is None else required(provider, "provider", owner)
    if state is None and parent is not None:
        state = required(parent, "parent", owner).inheritance.providers.get(token.split(":")[0])

    def send(plain: dict[str, Any], done: Callable[[Any], None], on_error: OnError) -> None:
        urn = "" if state is None else state.urn
        session().monitor.invoke(token, plain, urn, version, done, on_error)

    return _start(owner, arguments, state, False, send)


def call(token: str, resource: Resource, arguments: object = None) -> Output[Any]:
    """Evaluates the method `token` of a resource."""
    owner = f'call "{_checked(token)}"'
    state = required(resource, "resource", owner)

    def send(plain: dict[str, Any], done: Callable[[Any], None], on_error: OnError) -> None:
        session().monitor.call(token, state.urn, plain, done, on_error)

    return _start(owner, arguments, state, True, send)


def _checked(token: object) -> str:
    if not isinstance(token, str) or not token:
        raise InputError('a function is named by a token such as "aws:ec2:getAmi"')
    return token


def _start(owner: str, arguments: object, first: Optional[ResourceState], is_method: bool, send: _Send) -> Output[Any]:
    """`first` must be there before; a method also comes from it."""
    current = session()
    current.check_thread()
    draft = Draft(current, arguments, "argument", owner)
    answer = Cell(current)
    at = of_caller()

    def cells() -> list[Cell]:
        return draft.cells() if first is None else [*draft.cells(), first.answered]

    def proceed() -> None:
        plain = draft.finish()
        sources = [source for _, source in draft.dependencies]
        if first is not None and is_method:
            sources.insert(0, first)
        answer.sources = tuple(dict.fromkeys(sources))
        answer.is_secret = draft.has_secret
        answer.origin = owner
        send(plain, settle, fail_call)

    def settle(result: Any) -> None:
        if result is UNKNOWN:
            answer.settle_unknown(owner)
        else:
            answer.settle(value_of(result, answer))

    def fail_call(error: BaseException) -> None:
        if isinstance(error, Stopping):
            raise error
        answer.fail(Failure(current, error, at))

    def fail(failure: Optional[Failure], error: Optional[BaseException]) -> None:
        answer.fail(failure or Failure(current, error or InputError(owner), at))

    Waiter(current, owner, cells, proceed, fail).start()
    return Output(answer)
