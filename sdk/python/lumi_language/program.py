"""The program itself, from its first line to the last answer."""

from __future__ import annotations

import contextlib
import importlib.machinery
import signal
import sys
import threading
import types
from pathlib import Path
from typing import Any, Iterator, Optional, Sequence

from lumi import protocol
from lumi.draft import Draft
from lumi.errors import Stopped, Stopping
from lumi.failure import Failure
from lumi.loop import Loop
from lumi.monitor import Monitor
from lumi.session import ConfigEntry, Facts, Session, enter

from .console import console
from .report import Reporter

#: What is run if `Lumi.yaml` names no file.
ENTRIES = ("main.py", "__main__.py")

wire = protocol.language
Cause = wire.Failed


class Program:
    """Runs once. `cancel` may be called on any thread."""

    def __init__(self, request: Any, token: str) -> None:
        self._request = request
        self._token = token
        self._lock = threading.Lock()
        self._is_interruptible = False
        #: Why it was stopped.
        self._stopped: Optional[Any] = None
        self._reporter = Reporter(Path(request.project_folder))

    def cancel(self) -> None:
        self._stop(wire.Failed(cause=Cause.CAUSE_CANCELLED, report=self._reporter.plain("interrupted")))

    def run(self) -> Any:
        """The answer to `Run`."""
        limit = _timeout(self._request.flags)
        timer = threading.Timer(limit or 0, self._time_out, [limit])
        timer.daemon = True
        if limit is not None:
            timer.start()
        try:
            return self._run()
        except KeyboardInterrupt:
            # It came at the very end.
            return wire.RunResponse(failed=self._stopped)
        finally:
            timer.cancel()

    def _run(self) -> Any:
        loop = Loop()
        monitor = Monitor(self._request.monitor_address, self._token, loop)
        session = Session(self._facts(monitor.deployment_info()), monitor, loop)
        before = enter(session)
        try:
            with self._surroundings(monitor):
                answer = self._outcome(session)
            # Who wants it to end at once does not wait for what is under way.
            if self._stopped is None:
                loop.drain()
            return answer
        finally:
            enter(before)
            monitor.close()

    def _outcome(self, session: Session) -> Any:
        reporter = self._reporter
        try:
            try:
                with self._interruptible():
                    self._evaluate()
                    session.loop.run()
                    return self._finish(session)
            except SystemExit as error:
                with self._interruptible():
                    session.loop.run()
                    return self._exited(session, error)
        except Stopping:
            return self._failed(Cause.CAUSE_RESOURCE)
        except Stopped as stopped:
            with contextlib.suppress(Stopping):
                session.loop.run()
            return wire.RunResponse(stopped=wire.Stopped(report=reporter.stopped(stopped)))
        except KeyboardInterrupt as error:
            if self._stopped is not None:
                return wire.RunResponse(failed=self._stopped)
            return self._failed(Cause.CAUSE_PROGRAM, reporter.exception(error))
        except BaseException as error:
            return self._failed(reporter.cause(error), reporter.crash(error, session.failures))

    def _evaluate(self) -> None:
        entry = _entry(Path(self._request.program))
        module = types.ModuleType("__main__")
        module.__file__ = str(entry)
        module.__loader__ = importlib.machinery.SourceFileLoader("__main__", str(entry))
        sys.modules["__main__"] = module
        sys.argv = [str(entry), *self._request.arguments]
        sys.path.insert(0, str(entry.parent))
        exec(compile(entry.read_bytes(), str(entry), "exec", dont_inherit=True), module.__dict__)

    def _finish(self, session: Session) -> Any:
        """The program has come to its end, and everything it asked for is there."""
        told = [it for it in session.failures if it.is_reported]
        if told:
            return self._failed_for(told)
        if session.waiting:
            waiting = [(waiter.what, waiter.waits_for()) for waiter in session.waiting]
            return self._failed(Cause.CAUSE_STALLED, self._reporter.stalled(waiting))
        draft = Draft(session, dict(session.outputs), "output", "the stack")
        failed = next((cell.failure for cell in draft.cells() if cell.failure is not None), None)
        if failed is not None:
            return self._failed_for([failed])
        session.monitor.set_outputs(draft.finish(), _raise)
        session.loop.run()
        return wire.RunResponse(finished=wire.Finished())

    def _exited(self, session: Session, error: SystemExit) -> Any:
        """`sys.exit()` is an end as any other, unless it is said to be none."""
        if error.code in (None, 0):
            return self._finish(session)
        return self._failed(Cause.CAUSE_PROGRAM, self._reporter.exited(error, session.failures))

    def _failed_for(self, failures: list[Failure]) -> Any:
        """Errors of the program first: what the engine knows of, it has told."""
        cause, report = self._reporter.failures(failures)
        return self._failed(cause, report)

    def _failed(self, cause: int, report: Optional[Any] = None) -> Any:
        return wire.RunResponse(failed=wire.Failed(cause=cause, report=report))

    def _time_out(self, seconds: float) -> None:
        report = self._reporter.timed_out(seconds)
        self._stop(wire.Failed(cause=Cause.CAUSE_PROGRAM, report=report))

    def _stop(self, why: Any) -> None:
        with self._lock:
            is_first = self._stopped is None
            if is_first:
                self._stopped = why
            if is_first and self._is_interruptible:
                # The main thread, where the program is, may be in a call of the system: a signal ends it.
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    def _facts(self, info: Any) -> Facts:
        request = self._request
        config = {it.key: ConfigEntry(it.value, it.secret) for it in request.config}
        return Facts(
            project=info.project,
            stack=info.stack,
            dry_run=info.dry_run,
            folder=Path(request.project_folder),
            urn_prefix=info.urn_prefix,
            config=config,
        )

    @contextlib.contextmanager
    def _surroundings(self, monitor: Monitor) -> Iterator[None]:
        """What the program finds in `sys`."""
        before = sys.stdout, sys.stderr
        streams = [console(monitor, is_error) for is_error in (False, True)]
        sys.stdout, sys.stderr = (stream for stream, _ in streams)
        try:
            yield
        finally:
            for stream, end in streams:
                # The program may have closed it.
                with contextlib.suppress(ValueError):
                    stream.flush()
                end()
            sys.stdout, sys.stderr = before

    @contextlib.contextmanager
    def _interruptible(self) -> Iterator[None]:
        with self._lock:
            if self._stopped is not None:
                raise KeyboardInterrupt
            self._is_interruptible = True
        try:
            yield
        finally:
            with self._lock:
                self._is_interruptible = False


def _entry(program: Path) -> Path:
    if not program.is_dir():
        return program
    for name in ENTRIES:
        if (program / name).is_file():
            return program / name
    message = f"{program} has no {' or '.join(ENTRIES)}; write one, or name the file as `main` in Lumi.yaml"
    raise FileNotFoundError(message)


def _timeout(flags: Sequence[str]) -> Optional[float]:
    """The flag that has a meaning for Python, in seconds; there is no sandbox to open."""
    prefix = "--timeout="
    return next((float(it[len(prefix) :]) for it in flags if it.startswith(prefix)), None)


def _raise(error: BaseException) -> None:
    raise error
