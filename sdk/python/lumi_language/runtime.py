"""The service: one run, and how to stop it."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future
from typing import Any, Optional

import grpc

from lumi import protocol
from lumi.version import VERSION

from .program import Program


class Runtime:
    """Hands a run over to the main thread, which is in `run_programs`."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._orders: queue.SimpleQueue[Optional[tuple[Any, Future[Any]]]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._has_run = False
        self._program: Optional[Program] = None
        self._is_cancelled = False

    def GetPluginInfo(self, _request: Any, _context: Any) -> Any:
        return protocol.language.GetPluginInfoResponse(
            protocol=protocol.VERSION, version=VERSION, keeps_secrets=True, has_dynamic_providers=False
        )

    def Run(self, request: Any, context: Any) -> Any:
        with self._lock:
            is_again, self._has_run = self._has_run, True
        if is_again:
            message = "this language host has run its program; start another one"
            context.abort(grpc.StatusCode.FAILED_PRECONDITION, message)
        host, _, _ = request.monitor_address.rpartition(":")
        if host not in ("127.0.0.1", "[::1]"):
            message = f"`monitor_address` is not on this machine: {request.monitor_address}"
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, message)
        answer: Future[Any] = Future()
        self._orders.put((request, answer))
        return answer.result()

    def Cancel(self, _request: Any, _context: Any) -> Any:
        with self._lock:
            self._is_cancelled = True
            if self._program is not None:
                self._program.cancel()
        return protocol.language.CancelRunResponse()

    def end(self) -> bool:
        """Lets `run_programs` return; false if a program keeps it from that."""
        self._orders.put(None)
        with self._lock:
            return self._program is None

    def run_programs(self) -> None:
        """To be called on the main thread; returns when it is to end."""
        while (order := self._orders.get()) is not None:
            request, answer = order
            try:
                answer.set_result(self._run(request))
            except BaseException as error:
                answer.set_exception(error)

    def _run(self, request: Any) -> Any:
        program = Program(request, self._token)
        with self._lock:
            self._program = program
            if self._is_cancelled:
                program.cancel()
        try:
            return program.run()
        finally:
            with self._lock:
                self._program = None
