"""The value that stands for what only a deployment can tell."""

from __future__ import annotations


class Unknown:
    """There is one of it, `UNKNOWN`, and programs never see it: callbacks are not called with it."""

    def __repr__(self) -> str:
        return "[unknown]"


UNKNOWN = Unknown()


def has_unknown(value: object) -> bool:
    """Whether anything in plain data is unknown."""
    todo = [value]
    while todo:
        item = todo.pop()
        if item is UNKNOWN:
            return True
        if isinstance(item, dict):
            todo.extend(item.values())
        elif isinstance(item, (list, tuple)):
            todo.extend(item)
    return False
