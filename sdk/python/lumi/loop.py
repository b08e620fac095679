"""What calls the callbacks of a program: one thread, one after the other.

The program's own thread runs them, when the program has come to its end or waits. So neither the
program nor its callbacks need locks, and what can be in a fixed order is.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from contextlib import contextmanager
from typing import Callable, Iterator

Callback = Callable[[], object]


class Loop:
    def __init__(self) -> None:
        self._ready: deque[tuple[Callback, bool]] = deque()
        self._arrived: queue.SimpleQueue[tuple[Callback, bool]] = queue.SimpleQueue()
        self._under_way = 0
        self._lock = threading.Lock()
        self._depth = 0
        #: Whether the running code has a secret, from the callback that it is, or that has asked for it: texts of its
        #: errors may quote the secret.
        self.has_secret = False

    def soon(self, callback: Callback, has_secret: bool) -> None:
        """Calls it after everything that is ready now. `has_secret` is that of the code that asks for it."""
        self._ready.append((callback, has_secret))

    @contextmanager
    def holding(self, has_secret: bool) -> Iterator[None]:
        """Code that may have a secret besides those that the running code has."""
        before = self.has_secret
        self.has_secret = before or has_secret
        try:
            yield
        finally:
            self.has_secret = before

    def begin(self) -> Callable[[Callback], None]:
        """Something is under way until the answer is called, once, on any thread, with what is to
        be done then."""
        with self._lock:
            self._under_way += 1
        has_secret = self.has_secret
        return lambda callback: self._arrived.put((callback, has_secret))

    @property
    def is_busy(self) -> bool:
        """Whether a callback is being called."""
        return self._depth > 0

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Goes on until nothing is ready or under way, or it is time to stop."""
        while not until():
            if self._ready:
                self._call(*self._ready.popleft())
            elif self._under_way > 0:
                self._call(*self._receive())
            else:
                return

    def drain(self) -> None:
        """Waits for everything under way; nothing more is called."""
        while self._under_way > 0:
            self._receive()

    def _receive(self) -> tuple[Callback, bool]:
        arrived = self._arrived.get()
        with self._lock:
            self._under_way -= 1
        return arrived

    def _call(self, callback: Callback, has_secret: bool) -> None:
        before = self.has_secret
        self.has_secret = has_secret
        self._depth += 1
        try:
            callback()
        finally:
            self._depth -= 1
            self.has_secret = before
