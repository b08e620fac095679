"""From data in which Outputs stand to one value."""

from __future__ import annotations

import sys
from typing import Any, Callable, Optional

from .cell import Cell
from .errors import InputError
from .session import Session
from .waiter import Waiter

#: Engines, providers and editors read data with recursive parsers: stay well below their limits.
DEEPEST = 500

# A level of data takes some calls of Python, which allows 1000 of them by default.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 6 * DEEPEST + 1000))

CellOf = Callable[[object], Optional[Cell]]


def gather(session: Session, value: object, cell_of: CellOf) -> Cell:
    """A cell of the data, as it is now, with the values of its Outputs."""
    cells: list[Cell] = []

    def copy(item: object, depth: int) -> object:
        cell = cell_of(item)
        if cell is not None:
            cells.append(cell)
            return cell
        if depth > DEEPEST:
            raise InputError(f"data is nested deeper than {DEEPEST} levels, or contains itself")
        if type(item) is dict:
            return {key: copy(member, depth + 1) for key, member in item.items()}
        if type(item) in (list, tuple):
            return type(item)(copy(member, depth + 1) for member in item)  # type: ignore[attr-defined, call-arg]
        return item

    data = copy(value, 0)
    result = Cell(session)
    if not cells:
        result.settle(data)
        return result

    def proceed() -> None:
        for cell in cells:
            result.absorb(cell)
        result.settle(_filled(data))

    def fail(failure: Any, _: object) -> None:
        result.fail_like(next(cell for cell in cells if cell.failure is failure))

    Waiter(session, "data with Outputs in it", lambda: cells, proceed, fail).start()
    return result


def _filled(data: object) -> object:
    if isinstance(data, Cell):
        return data.value
    if type(data) is dict:
        return {key: _filled(member) for key, member in data.items()}
    if type(data) in (list, tuple):
        return type(data)(_filled(member) for member in data)  # type: ignore[attr-defined, call-arg]
    return data
