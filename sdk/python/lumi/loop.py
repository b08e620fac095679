"""What calls the callbacks of a program: one thread, one after the other.

The program's own thread runs them, when the program has come to its end or waits. So neither the
program nor its callbacks need locks, and what can be in a fixed order is.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from typing import Callable

Callback = Callable[[], object]


class Loop:
    def __init__(self) -> None:
        self._ready: deque[Callback] = deque()
        self._arrived: queue.SimpleQueue[Callback] = queue.SimpleQueue()
        self._under_way = 0
        self._lock = threading.Lock()
        self._depth = 0

    def soon(self, callback: Callback) -> None:
        """Calls it after everything that is ready now."""
        self._ready.append(callback)

    def begin(self) -> Callable[[Callback], None]:
        """Something is under way until the answer is called, once, on any thread, with what is to
        be done then."""
        with self._lock:
            self._under_way += 1
        return self._arrived.put

    @property
    def is_busy(self) -> bool:
        """Whether a callback is being called."""
        return self._depth > 0

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Goes on until nothing is ready or under way, or it is time to stop."""
        while not until():
            if self._ready:
                self._call(self._ready.popleft())
            elif self._under_way > 0:
                self._call(self._receive())
            else:
                return

    def drain(self) -> None:
        """Waits for everything under way; nothing more is called."""
        while self._under_way > 0:
            self._receive()

    def _receive(self) -> Callback:
        callback = self._arrived.get()
        with self._lock:
            self._under_way -= 1
        return callback

    def _call(self, callback: Callback) -> None:
        self._depth += 1
        try:
            callback()
        finally:
            self._depth -= 1
