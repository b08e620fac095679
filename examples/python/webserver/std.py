"""Resources of the package `std`, with types: a class for each, as far as this program needs them."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import lumi
from lumi import Input, Output, ResourceOptions


class RandomId(lumi.CustomResource):
    """Bytes that are made up once."""

    hex: Output[str]

    def __init__(self, name: str, *, byte_length: Input[int], options: Optional[ResourceOptions] = None) -> None:
        super().__init__("std:random:Id", name, {"byteLength": byte_length}, options)


class File(lumi.CustomResource):
    """A file below the project folder."""

    path: Output[str]
    sha256: Output[str]

    def __init__(
        self, name: str, *, path: Input[str], content: Input[str], options: Optional[ResourceOptions] = None
    ) -> None:
        super().__init__("std:fs:File", name, {"path": path, "content": content}, options)


class Command(lumi.CustomResource):
    """What commands make, look at and remove. They are programs with their arguments."""

    stdout: Output[str]

    def __init__(
        self,
        name: str,
        *,
        create: Sequence[Input[str]],
        read: Sequence[Input[str]],
        delete: Sequence[Input[str]],
        triggers: Input[Any],
        options: Optional[ResourceOptions] = None,
    ) -> None:
        inputs = {"create": create, "read": read, "delete": delete, "triggers": triggers}
        super().__init__("std:exec:Command", name, inputs, options)
