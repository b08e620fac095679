"""Data of a program on its way to the engine.

A draft takes the data as it is when it is made, so that what the program changes later does not
count, and refuses what the engine could not understand, while the line that passed it is still
running. Outputs and resources are filled in when they are there.
"""

from __future__ import annotations

import dataclasses
import datetime
import enum
from pathlib import PurePath
from typing import Any, NoReturn, Optional, Union

from .assets import Archive, Asset, AssetArchive, BytesAsset
from .cell import Cell
from .errors import InputError
from .gathering import DEEPEST
from .output import Output
from .paths import join
from .plain import ResourceReference, SecretValue
from .resource_state import ResourceState, state_of
from .session import Session
from .unknown import UNKNOWN


class _Gap:
    """Where the value of a cell will stand."""

    def __init__(self, cell: Cell, path: str, depth: int) -> None:
        self.cell = cell
        self.path = path
        self.depth = depth
        self.content: Any = None


@dataclasses.dataclass
class _Mention:
    """Where a reference to a resource will stand."""

    state: ResourceState
    path: str


class Draft:
    """`noun` and `owner` say in messages what it is: `input "a.b" of resource "web" (aws:ec2:Instance)`."""

    def __init__(self, session: Session, value: object, noun: str, owner: str) -> None:
        self._session = session
        self._noun = noun
        self._owner = owner
        self._gaps: list[_Gap] = []
        self._mentions: list[_Mention] = []
        #: What each path came from, each pair once or more.
        self.dependencies: list[tuple[str, ResourceState]] = []
        self.has_secret = False
        if value is None:
            value = {}
        if not isinstance(value, dict) and not _is_record(value):
            raise InputError(f"the {noun}s of {owner} must be a dict, not {_kind(value)}")
        self._tree = self._take(value, "", ())

    def cells(self) -> list[Cell]:
        """What it waits for; to be asked again when these are settled, until none is pending."""
        waiting = []
        while self._gaps:
            gap = self._gaps.pop()
            if gap.cell.is_pending or gap.cell.failure is not None:
                waiting.append(gap)
            else:
                gap.content = self._take(gap.cell.value, gap.path, (None,) * gap.depth)
        waiting.reverse()
        self._gaps = waiting
        return [gap.cell for gap in waiting] + [it.state.answered for it in self._mentions]

    def path_of(self, cell: Optional[Cell]) -> str:
        """Where the value of a cell was to stand."""
        gaps = (gap.path for gap in self._gaps if gap.cell is cell)
        mentions = (it.path for it in self._mentions if it.state.answered is cell)
        return next(gaps, None) or next(mentions, "")

    def finish(self) -> dict[str, Any]:
        """The plain data, when all cells are settled."""
        self.dependencies = []
        return self._finished(self._tree)  # type: ignore[no-any-return]

    def _take(self, value: object, path: str, around: tuple[Optional[int], ...]) -> Any:
        if value is None or isinstance(value, (bool, float)) or value is UNKNOWN:
            return value
        if isinstance(value, enum.Enum):
            return self._take(value.value, path, around)
        if isinstance(value, str):
            return self._text(value, path)
        if isinstance(value, int):
            return value if _is_exact(value) else self._refuse(path, "is an integer that no float can hold")
        if isinstance(value, Output):
            gap = _Gap(value._cell, path, len(around))
            self._gaps.append(gap)
            return gap
        state = state_of(value)
        if state is not None:
            mention = _Mention(state, path)
            self._mentions.append(mention)
            return mention
        return self._take_data(value, path, around)

    def _take_data(self, value: Any, path: str, around: tuple[Optional[int], ...]) -> Any:
        if isinstance(value, (Asset, Archive)):
            return self._content(value, path)
        if isinstance(value, (bytes, bytearray)):
            return self._content(BytesAsset(bytes(value)), path)
        if isinstance(value, PurePath):
            return value.as_posix()
        if isinstance(value, (datetime.date, datetime.time)):
            return value.isoformat()
        if isinstance(value, ResourceReference):
            return value
        inside = self._enter(value, path, around)
        if isinstance(value, dict):
            return {self._key(key, path): self._take(it, join(path, key), inside) for key, it in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._take(it, join(path, index), inside) for index, it in enumerate(value)]
        if _is_record(value):
            fields = ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
            return {name: self._take(it, join(path, name), inside) for name, it in fields if it is not None}
        self._refuse(path, f"is {_kind(value)}, which is no data")

    def _enter(self, value: object, path: str, around: tuple[Optional[int], ...]) -> tuple[Optional[int], ...]:
        if id(value) in around:
            self._refuse(path, "contains itself")
        if len(around) >= DEEPEST:
            self._refuse(path[:60] + "...", f"is nested deeper than {DEEPEST} levels")
        return (*around, id(value))

    def _text(self, value: str, path: str) -> str:
        try:
            value.encode()
        except UnicodeEncodeError:
            self._refuse(path, "is text with half a surrogate pair, which is not valid Unicode")
        return str(value)

    def _key(self, key: object, path: str) -> str:
        if isinstance(key, str):
            return self._text(key, path)
        self._refuse(path, f"has a key that is no text but {_kind(key)}")

    def _content(self, value: Union[Asset, Archive], path: str) -> Any:
        try:
            digest = value.hashed(self._session.facts.folder)
            if isinstance(value, AssetArchive):
                members = {name: self._content(it, join(path, name)) for name, it in value.assets.items()}
                return AssetArchive(members, hash=digest)
        except InputError as error:
            raise InputError(f"{self._place(path)}: {error}") from None
        return dataclasses.replace(value, hash=digest)  # type: ignore[type-var]

    def _finished(self, node: Any) -> Any:
        if isinstance(node, _Gap):
            self.dependencies += [(node.path, source) for source in node.cell.sources]
            content = self._finished(node.content)
            if not node.cell.is_secret:
                return content
            self.has_secret = True
            return content if isinstance(content, SecretValue) else SecretValue(_opened(content))
        if isinstance(node, _Mention):
            self.dependencies.append((node.path, node.state))
            return ResourceReference(node.state.urn, node.state.id_now)
        if isinstance(node, dict):
            return {key: self._finished(member) for key, member in node.items()}
        if isinstance(node, list):
            return [self._finished(item) for item in node]
        return node

    def _place(self, path: str) -> str:
        return f'{self._noun} "{path}" of {self._owner}' if path else f"the {self._noun}s of {self._owner}"

    def _refuse(self, path: str, problem: str) -> NoReturn:
        raise InputError(f"{self._place(path)} {problem}")


def _opened(node: Any) -> Any:
    """Without secrets inside, for there is one around it."""
    if isinstance(node, SecretValue):
        return _opened(node.value)
    if isinstance(node, dict):
        return {key: _opened(member) for key, member in node.items()}
    if isinstance(node, list):
        return [_opened(item) for item in node]
    return node


def _is_record(value: object) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def _kind(value: object) -> str:
    name = type(value).__name__
    if callable(value) and hasattr(value, "__name__"):
        return f"the function or class `{value.__name__}`"
    return f"an object of type {name}" if name[:1] in "aeiouAEIOU" else f"a {name}"


def _is_exact(value: int) -> bool:
    try:
        return int(float(value)) == value
    except OverflowError:
        return False
