"""A package."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import Any, Mapping, Optional, Sequence

from .answers import Checked, Diff
from .failures import CallError
from .functions import Member, members_of
from .requests import CallRequest, InvokeRequest, Values
from .resource_type import ResourceType
from .schema import Property


class Provider:
    """Makes the resources of one package real, with one configuration. `lumi.provider.serve` runs it."""

    #: The package, such as `aws`; the executable is `lumi-resource-PACKAGE`.
    package: str
    #: MAJOR.MINOR.PATCH, with `-PRERELEASE` if it is one.
    version: str
    #: Secret values get into no message, log or file that others can read. Otherwise lumi sends none.
    keeps_secrets: bool = False
    description: str = ""
    configuration: Sequence[Property] = ()
    #: By `pkg:module:Type`.
    resources: Mapping[str, ResourceType] = {}

    #: Set when the user wants to stop: operations that take long come to an end then.
    cancelled: threading.Event

    def __new__(cls, *_arguments: Any, **_named: Any) -> Provider:
        provider = super().__new__(cls)
        provider.cancelled = threading.Event()
        return provider

    def check_config(self, config: Values) -> Checked:
        """Validates the configuration and completes it with defaults."""
        return Checked(config)

    def diff_config(self, old_config: Values, config: Values) -> Optional[Diff]:
        """Tells what another configuration means for objects that were made with the old one: a change that
        replaces says that they cannot be reached with the new one. None: it means nothing."""
        return Diff()

    def configure(self, config: Values) -> None:
        """Takes the checked configuration, before everything but `check_config` and `diff_config`."""

    def cancel(self) -> None:
        """Asks everything that runs to come to an end soon; called after `cancelled` was set."""

    def close(self) -> None:
        """The last call before the process ends."""

    def invoke(self, request: InvokeRequest) -> Any:
        """Evaluates a function: those that `lumi.provider.function` marks."""
        found = self.functions.get(request.token)
        if found is None:
            raise CallError(f"there is no function `{request.token}`", "NOT_FOUND")
        return found.evaluate(request)

    def call(self, request: CallRequest) -> Any:
        """Evaluates a method of a resource: those that `lumi.provider.method` marks."""
        found = self.methods.get(request.token)
        if found is None:
            raise CallError(f"there is no method `{request.token}`", "NOT_FOUND")
        return found.evaluate(request)

    @cached_property
    def functions(self) -> Mapping[str, Member]:
        """By token, in the order of the source."""
        return {it.token: it for it in self._members if not it.is_method}

    @cached_property
    def methods(self) -> Mapping[str, Member]:
        return {it.token: it for it in self._members if it.is_method}

    @property
    def _members(self) -> list[Member]:
        return [it for owner in (self, *self.resources.values()) for it in members_of(owner)]

    def resource_type(self, type: str) -> ResourceType:
        found = self.resources.get(type)
        if found is None:
            raise CallError(f"there is no resource type `{type}`", "NOT_FOUND")
        return found
