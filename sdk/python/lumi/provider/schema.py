"""How a package describes itself to people, editors and tools."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Iterable, Literal

from .. import protocol

if TYPE_CHECKING:
    from .provider import Provider

Type = Literal["any", "boolean", "number", "string", "array", "object", "asset", "archive"]

_wire = protocol.provider
_TYPES: dict[str, int] = {
    "any": _wire.PropertySchema.TYPE_ANY,
    "boolean": _wire.PropertySchema.TYPE_BOOL,
    "number": _wire.PropertySchema.TYPE_NUMBER,
    "string": _wire.PropertySchema.TYPE_TEXT,
    "array": _wire.PropertySchema.TYPE_LIST,
    "object": _wire.PropertySchema.TYPE_OBJECT,
    "asset": _wire.PropertySchema.TYPE_ASSET,
    "archive": _wire.PropertySchema.TYPE_ARCHIVE,
}


@dataclass(frozen=True)
class Property:
    """An input, an output, a setting or an argument."""

    name: str
    type: Type = "any"
    description: str = ""
    #: It must be there; as an output, it always is.
    required: bool = False
    secret: bool = False
    #: An input that cannot be changed in place.
    replaces: bool = False


def as_message(provider: Provider) -> Any:
    """The answer to `GetSchema`."""
    resources = [
        _wire.ResourceSchema(
            type=type, description=it.description, inputs=_messages(it.inputs), outputs=_messages(it.outputs)
        )
        for type, it in provider.resources.items()
    ]
    functions = [
        _wire.FunctionSchema(token=token, description=it.description, arguments=_messages(it.arguments))
        for token, it in provider.functions.items()
    ]
    return _wire.GetSchemaResponse(
        description=provider.description,
        configuration=_messages(provider.configuration),
        resources=resources,
        functions=functions,
    )


def as_json(provider: Provider) -> dict[str, Any]:
    """The document that `lumi plugin schema` prints."""
    return {
        "package": provider.package,
        "description": provider.description,
        "configuration": _documents(provider.configuration),
        "resources": [
            {
                "type": type,
                "description": it.description,
                "inputs": _documents(it.inputs),
                "outputs": _documents(it.outputs),
            }
            for type, it in provider.resources.items()
        ],
        "functions": [
            {"token": token, "description": it.description, "arguments": _documents(it.arguments)}
            for token, it in provider.functions.items()
        ],
    }


def _messages(properties: Iterable[Property]) -> list[Any]:
    return [_wire.PropertySchema(**{**asdict(it), "type": _TYPES[it.type]}) for it in properties]


def _documents(properties: Iterable[Property]) -> list[dict[str, Any]]:
    return [asdict(it) for it in properties]
