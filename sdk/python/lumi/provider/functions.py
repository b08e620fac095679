"""Functions of a package, and methods of its resources: methods of the class of the provider or of a resource type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterator, Sequence, TypeVar

from .requests import CallRequest, InvokeRequest
from .schema import Property

_MARK = "__lumi_member__"

Evaluated = TypeVar("Evaluated", bound=Callable[[Any, InvokeRequest], Any])
Called = TypeVar("Called", bound=Callable[[Any, CallRequest], Any])


@dataclass(frozen=True)
class _Mark:
    token: str
    description: str
    arguments: Sequence[Property]
    is_method: bool


@dataclass(frozen=True)
class Member:
    """A function or a method; `evaluate` takes its request."""

    token: str
    description: str
    arguments: Sequence[Property]
    is_method: bool
    evaluate: Callable[[Any], Any]


def function(token: str, arguments: Sequence[Property] = (), description: str = "") -> Callable[[Evaluated], Evaluated]:
    """The function `pkg:module:function` of the package. It takes an `InvokeRequest`, and answers plain data."""

    def mark(code: Evaluated) -> Evaluated:
        setattr(code, _MARK, _Mark(token, description, arguments, is_method=False))
        return code

    return mark


def method(token: str) -> Callable[[Called], Called]:
    """The method `pkg:module:Type/method` of a resource. It takes a `CallRequest`, and answers plain data."""

    def mark(code: Called) -> Called:
        setattr(code, _MARK, _Mark(token, "", (), is_method=True))
        return code

    return mark


def members_of(owner: object) -> Iterator[Member]:
    """What is marked in the class of an object, in its order."""
    for cls in reversed(type(owner).__mro__):
        for name, code in vars(cls).items():
            mark = getattr(code, _MARK, None)
            if isinstance(mark, _Mark):
                evaluate = getattr(owner, name)
                yield Member(mark.token, mark.description, mark.arguments, mark.is_method, evaluate)
