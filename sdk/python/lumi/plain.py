"""What the engine understands besides scalars, lists and dicts, assets and archives.

The data of this package is *plain*: None, bool, int, float, str, list, dict with text keys, `Asset`,
`Archive`, `UNKNOWN`, and what is here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SecretValue:
    """Never holds another secret."""

    value: Any


@dataclass(frozen=True)
class ResourceReference:
    """A resource as a value. `id` is `UNKNOWN` if it does not exist yet, None for a component."""

    urn: str
    id: Any = None
