"""What a program prints goes to the user through the engine, in the order of everything else."""

from __future__ import annotations

import codecs
import io
from typing import Any, Callable

from lumi import protocol
from lumi.monitor import Monitor


class _Sink(io.RawIOBase):
    def __init__(self, monitor: Monitor, level: int, descriptor: int) -> None:
        self._monitor = monitor
        self._level = level
        self._descriptor = descriptor
        self._is_inside_line = False
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        """For processes that the program starts: lumi shows what they print there, too."""
        return self._descriptor

    def write(self, data: Any) -> int:
        text = self._decoder.decode(bytes(data))
        if text:
            self._is_inside_line = not text.endswith("\n")
            self._monitor.log(self._level, text, is_output=True)
        return len(data)

    def end(self) -> None:
        """What comes next is not the program's."""
        if self._is_inside_line:
            self.write(b"\n")


def console(monitor: Monitor, is_error: bool) -> tuple[io.TextIOWrapper, Callable[[], None]]:
    """A stream in place of `sys.stdout` or `sys.stderr`, and what to call when it is flushed at last."""
    engine = protocol.engine
    sink = _Sink(monitor, engine.LOG_LEVEL_ERROR if is_error else engine.LOG_LEVEL_INFO, 2 if is_error else 1)
    stream = io.TextIOWrapper(
        io.BufferedWriter(sink), encoding="utf-8", errors="backslashreplace", newline="\n", line_buffering=True
    )
    return stream, sink.end
