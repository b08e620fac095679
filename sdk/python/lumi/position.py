"""Places in the source of a program."""

from __future__ import annotations

import linecache
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Optional

_SDK = str(Path(__file__).resolve().parent)


@dataclass(frozen=True)
class Position:
    """`file` is absolute; `line` and `column` count from 1, columns in UTF-16 units."""

    file: str
    line: int
    column: int

    def shown(self, folder: Path) -> str:
        """The file relative to a folder, if it is in there."""
        try:
            return Path(self.file).relative_to(folder).as_posix()
        except ValueError:
            return self.file

    @property
    def text(self) -> Optional[str]:
        """The line itself."""
        line = linecache.getline(self.file, self.line)
        return line.rstrip("\r\n") if line else None


def is_of_sdk(code: CodeType) -> bool:
    return code.co_filename.startswith(_SDK)


def of_code(code: CodeType, instruction: int, line: Optional[int]) -> Position:
    """Where an instruction comes from. Python tells columns since version 3.11."""
    places = _places(code)
    index = instruction // 2
    found, column = places[index] if 0 <= index < len(places) else (None, None)
    number = found or line or code.co_firstlineno
    return Position(code.co_filename, number, _utf16(code.co_filename, number, column))


def of_caller(subject: object = None) -> Optional[Position]:
    """Where the program called this package; for a resource, outside of its own constructors."""
    frame = _frame_of_caller(subject)
    return None if frame is None else of_code(frame.f_code, frame.f_lasti, frame.f_lineno)


def text_of_caller() -> str:
    """The same without the column, as text."""
    frame = _frame_of_caller(None)
    return "?" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _frame_of_caller(subject: object) -> Optional[FrameType]:
    frame: Optional[FrameType] = sys._getframe(2)
    while frame is not None and (is_of_sdk(frame.f_code) or _constructs(frame, subject)):
        frame = frame.f_back
    return frame


def _constructs(frame: FrameType, subject: object) -> bool:
    code = frame.f_code
    if subject is None or code.co_name != "__init__" or code.co_argcount == 0:
        return False
    return frame.f_locals.get(code.co_varnames[0]) is subject


@lru_cache(maxsize=256)
def _places(code: CodeType) -> list[tuple[Optional[int], Optional[int]]]:
    if sys.version_info < (3, 11):
        return []
    return [(line, column) for line, _, column, _ in code.co_positions()]


def _utf16(file: str, line: int, column: Optional[int]) -> int:
    """Columns of Python are bytes of UTF-8, from 0."""
    text = linecache.getline(file, line)
    if column is None:
        return len(text) - len(text.lstrip()) + 1
    before = text.encode(errors="replace")[:column].decode(errors="replace")
    return len(before.encode("utf-16-le", errors="replace")) // 2 + 1
