"""The options of resources."""

from __future__ import annotations

import dataclasses
import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

from .errors import InputError
from .output import Output
from .resource_state import Inheritance, Kind, ResourceState, state_of

if TYPE_CHECKING:
    from .resource import ProviderResource, Resource

Duration = Union[str, datetime.timedelta]


@dataclass(frozen=True)
class Alias:
    """What differed when the resource had another identity."""

    name: Optional[str] = None
    type: Optional[str] = None
    stack: Optional[str] = None
    project: Optional[str] = None
    #: The parent it had, or its URN.
    parent: Union[Resource, str, None] = None


@dataclass(frozen=True)
class Timeouts:
    """How long operations may take: text such as `90s` or `1h30m`, or a timedelta."""

    create: Optional[Duration] = None
    update: Optional[Duration] = None
    delete: Optional[Duration] = None


@dataclass(frozen=True, kw_only=True)
class ResourceOptions:
    #: The component (or resource) this one belongs to.
    parent: Optional[Resource] = None
    #: Resources that must exist before this one, beyond those its inputs come from: one, a list of
    #: them, or an Output of these.
    depends_on: Any = None
    #: Refuses to delete the resource. Children take it over.
    protect: Optional[bool] = None
    #: Input paths whose changes are ignored.
    ignore_changes: Sequence[str] = ()
    #: Input paths whose changes replace the resource.
    replace_on_changes: Sequence[str] = ()
    #: Deletes the old resource before the new one is created, when it is replaced.
    delete_before_replace: Optional[bool] = None
    #: Other identities the resource may be known by: URNs, or what differed.
    aliases: Sequence[Union[Alias, str]] = ()
    #: The provider to use; for a component, of its children.
    provider: Optional[ProviderResource] = None
    #: The providers children use, as a list or by package.
    providers: Union[Sequence[ProviderResource], Mapping[str, ProviderResource]] = ()
    #: Adopts the existing object of this id instead of creating one.
    import_id: Optional[str] = None
    #: Forgets the resource instead of deleting it. Children take it over.
    retain_on_delete: Optional[bool] = None
    #: Deleting that resource deletes this one with it. Children take it over.
    deleted_with: Optional[Resource] = None
    timeouts: Optional[Timeouts] = None
    #: Outputs to treat as secret.
    additional_secret_outputs: Sequence[str] = ()
    #: The version of the provider's package.
    version: Optional[str] = None


_CUSTOM_ONLY = ("delete_before_replace", "import_id", "additional_secret_outputs")
_NOT_OF = {Kind.COMPONENT: _CUSTOM_ONLY, Kind.REMOTE: ("import_id",)}
_LISTS = ("ignore_changes", "replace_on_changes", "additional_secret_outputs")
_FLAGS = ("protect", "delete_before_replace", "retain_on_delete")
_TEXTS = ("import_id", "version")


def checked(options: object, kind: Kind, owner: str) -> ResourceOptions:
    if options is None:
        return ResourceOptions()
    if not isinstance(options, ResourceOptions):
        raise InputError(f"the options of {owner} must be ResourceOptions, not a {type(options).__name__}")
    for name in _NOT_OF.get(kind, ()):
        if getattr(options, name):
            raise InputError(f"option `{name}` of {owner} has no meaning for a component; give it to its children")
    for name in _LISTS:
        value = getattr(options, name)
        if isinstance(value, str) or not all(isinstance(it, str) for it in value):
            raise InputError(f"option `{name}` of {owner} must be a list of texts")
    for name, wanted in [(it, bool) for it in _FLAGS] + [(it, str) for it in _TEXTS]:
        value = getattr(options, name)
        if value is not None and not isinstance(value, wanted):
            raise InputError(f"option `{name}` of {owner} must be a {wanted.__name__}, not a {type(value).__name__}")
    return options


def required(value: object, option: str, owner: str) -> ResourceState:
    """The state of a resource that an option names."""
    state = state_of(value)
    if state is None:
        raise InputError(f"option `{option}` of {owner} must be a resource, not a {type(value).__name__}")
    return state


def inherited(options: ResourceOptions, parent: Optional[ResourceState], owner: str) -> Inheritance:
    above = Inheritance() if parent is None else parent.inheritance
    own: dict[str, Any] = {}
    if options.protect is not None:
        own["protect"] = options.protect
    if options.retain_on_delete is not None:
        own["retain_on_delete"] = options.retain_on_delete
    if options.deleted_with is not None:
        own["deleted_with"] = required(options.deleted_with, "deleted_with", owner)
    if options.provider is not None or options.providers:
        own["providers"] = {**above.providers, **_providers(options, owner)}
    return dataclasses.replace(above, **own) if own else above


def provider_of(options: ResourceOptions, state: ResourceState) -> Optional[ResourceState]:
    """What manages or makes a resource: its own, or the nearest parent's for its package."""
    if state.kind not in (Kind.CUSTOM, Kind.REMOTE):
        return None
    if options.provider is not None:
        return required(options.provider, "provider", state.owner)
    return state.inheritance.providers.get(state.type.split(":")[0])


def plain(options: ResourceOptions, state: ResourceState) -> dict[str, Any]:
    """What stays with the resource, under the names of the protocol; resources are URNs."""
    inheritance = state.inheritance
    providers = inheritance.providers if state.kind in (Kind.COMPONENT, Kind.REMOTE) else {}
    deleted_with = inheritance.deleted_with
    entries = {
        "protect": inheritance.protect,
        "ignoreChanges": list(options.ignore_changes) or None,
        "replaceOnChanges": list(options.replace_on_changes) or None,
        "deleteBeforeReplace": options.delete_before_replace,
        "aliases": [_alias(it, state.owner) for it in options.aliases] or None,
        "providers": {name: it.urn for name, it in providers.items()} or None,
        "import": options.import_id,
        "retainOnDelete": inheritance.retain_on_delete,
        "deletedWith": None if deleted_with is None else deleted_with.urn,
        "customTimeouts": _timeouts(options.timeouts, state.owner) or None,
        "additionalSecretOutputs": list(options.additional_secret_outputs) or None,
        "version": options.version,
    }
    return {name: value for name, value in entries.items() if value is not None}


def _providers(options: ResourceOptions, owner: str) -> dict[str, ResourceState]:
    given = options.providers
    named: list[tuple[Optional[str], ProviderResource]] = (
        list(given.items()) if isinstance(given, Mapping) else [(None, it) for it in given]
    )
    if options.provider is not None:
        named.append((None, options.provider))
    result = {}
    for name, provider in named:
        state = required(provider, "providers", owner)
        if state.kind is not Kind.PROVIDER:
            raise InputError(f"option `providers` of {owner} must name a ProviderResource, not {state.owner}")
        result[name or state.type.rsplit(":", 1)[-1]] = state
    return result


def _alias(alias: object, owner: str) -> Any:
    if isinstance(alias, str):
        return alias
    if not isinstance(alias, Alias):
        raise InputError(f'an alias of {owner} must be a URN or an Alias, such as Alias(name="old")')
    entries: dict[str, Any] = {name: getattr(alias, name) for name in ("name", "type", "stack", "project")}
    if alias.parent is not None:
        is_urn = isinstance(alias.parent, str)
        entries["parent"] = alias.parent if is_urn else required(alias.parent, "aliases", owner).urn
    return {name: value for name, value in entries.items() if value is not None}


def _timeouts(timeouts: Optional[Timeouts], owner: str) -> dict[str, str]:
    result = {}
    for name in ("create", "update", "delete") if timeouts is not None else ():
        value = getattr(timeouts, name)
        if isinstance(value, datetime.timedelta):
            value = f"{round(value.total_seconds() * 1000)}ms"
        if value is not None and not isinstance(value, str):
            raise InputError(f'option `timeouts` of {owner} takes text such as "5m", or a timedelta')
        if value is not None:
            result[name] = value
    return result


def depends_on_of(value: object, owner: str) -> list[Any]:
    """The resources and Outputs that the option names, one after the other."""
    if value is None:
        return []
    if isinstance(value, (list, tuple)):
        return [item for member in value for item in depends_on_of(member, owner)]
    return [value if isinstance(value, Output) else required(value, "depends_on", owner)]
