"""Paths into inputs and outputs, as in `tags.owner`, `rules[0].port` or `labels["a.b/c"]`."""

from __future__ import annotations

import json
import re
from typing import Union

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def join(base: str, key: Union[str, int]) -> str:
    if isinstance(key, int):
        return f"{base}[{key}]"
    if not _IDENTIFIER.fullmatch(key):
        return f"{base}[{json.dumps(key, ensure_ascii=False)}]"
    return f"{base}.{key}" if base else key
