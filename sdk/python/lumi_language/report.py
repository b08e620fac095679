"""Exceptions as reports, in terms of the user's source."""

from __future__ import annotations

import sys
import sysconfig
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, Optional

from lumi import protocol
from lumi.errors import EngineError, LumiError, ResourceError, Stopped
from lumi.failure import Failure
from lumi.position import Position, of_code

wire = protocol.language
Severity = wire.Report

#: More stack frames say nothing new.
_FRAMES = 12
#: Causes of causes.
_LEVELS = 5
_OWN = str(Path(__file__).resolve().parent.parent)


class Reporter:
    """`folder` is that of the project: what is in there is the user's."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        paths = sysconfig.get_paths()
        library = (paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))
        self._foreign = (str(_OWN) + "/lumi/", str(_OWN) + "/lumi_language/", "<frozen", *library)

    def plain(self, message: str) -> Any:
        return wire.Report(severity=Severity.SEVERITY_ERROR, message=message)

    def timed_out(self, seconds: float) -> Any:
        message = f"the program was stopped after {seconds:g} s"
        help = (
            "look for an infinite loop, or allow more time with --timeout; the time that its resources take counts, too"
        )
        return wire.Report(severity=Severity.SEVERITY_ERROR, message=message, help=help)

    def stopped(self, stopped: Stopped) -> Any:
        message = (
            f"the program waits for {stopped}, which is known only after deployment\n"
            "the resources registered so far are planned; the graph is incomplete"
        )
        at, _ = self._frames(stopped.__traceback__)
        help = "to plan what follows, use apply, or pass the Output as an input"
        place = None if at is None else self._place(at)
        return wire.Report(severity=Severity.SEVERITY_NOTE, message=message, at=place, help=help)

    def exited(self, error: SystemExit, failures: list[Failure]) -> Any:
        at, details = self._frames(error.__traceback__)
        is_number = isinstance(error.code, int)
        message = f"the program ended itself with exit code {error.code}" if is_number else str(error.code)
        if not is_number and any(it.is_secret for it in _known(error, failures)):
            message = _message(error, True)
        place = None if at is None else self._place(at)
        return wire.Report(severity=Severity.SEVERITY_ERROR, message=message, at=place, details=details)

    def stalled(self, waiting: list[tuple[str, list[str]]]) -> Any:
        message = "the program cannot finish: it awaits a promise that never settles"
        details = [f"{what} waits for {' and '.join(others) or 'a value'}" for what, others in waiting[:_FRAMES]]
        help = "does the component end its constructor with register_outputs?"
        return wire.Report(severity=Severity.SEVERITY_ERROR, message=message, details=details, help=help)

    def cause(self, error: BaseException) -> int:
        """Whose fault it is."""
        is_told = isinstance(error, ResourceError) and bool(error.urn)
        return wire.Failed.CAUSE_RESOURCE if is_told else wire.Failed.CAUSE_PROGRAM  # type: ignore[no-any-return]

    def failures(self, failures: list[Failure]) -> tuple[int, Any]:
        """Several unhandled failures: the first of the program's own, if there is one."""
        own = [it for it in failures if self.cause(it.error) == wire.Failed.CAUSE_PROGRAM]
        first = (own or failures)[0]
        report = self._of_failure(first)
        report.related.extend(self._of_failure(it) for it in own[1:_FRAMES])
        return self.cause(first.error), report

    def crash(self, error: BaseException, failures: list[Failure]) -> Any:
        """An error that ended the program. If it came from a failure of a secret, no text of it is shown."""
        known = _known(error, failures)
        report = self.exception(error, any(it.is_secret for it in known))
        at = next((it.at for it in known if it.at is not None), None)
        if not report.HasField("at") and at is not None:
            report.at.CopyFrom(self._place(at))
        return report

    def exception(self, error: BaseException, is_secret: bool = False, level: int = 0) -> Any:
        at, details = self._frames(error.__traceback__)
        if isinstance(error, SyntaxError) and error.filename is not None:
            at, details = None, []
            place = self._place_of_syntax(error)
        else:
            place = None if at is None else self._place(at)
        return wire.Report(
            severity=Severity.SEVERITY_ERROR,
            message=_message(error, is_secret),
            at=place,
            details=details,
            related=[] if level == _LEVELS else self._related(error, is_secret, level + 1),
            help=_help(error),
        )

    def _of_failure(self, failure: Failure) -> Any:
        report = self.exception(failure.error, failure.is_secret)
        if not report.HasField("at") and failure.at is not None:
            report.at.CopyFrom(self._place(failure.at))
        return report

    def _related(self, error: BaseException, is_secret: bool, level: int) -> list[Any]:
        members = getattr(error, "exceptions", ())
        related = [self.exception(it, is_secret, level) for it in members if isinstance(it, BaseException)]
        cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if cause is not None:
            report = self.exception(cause, is_secret, level)
            report.severity = Severity.SEVERITY_CAUSE
            related.append(report)
        return related

    def _frames(self, trace: Optional[TracebackType]) -> tuple[Optional[Position], list[str]]:
        """Where it happened, and how the program came there; innermost first."""
        frames = []
        while trace is not None:
            code = trace.tb_frame.f_code
            if not code.co_filename.startswith(self._foreign):
                frames.append((code.co_name, of_code(code, trace.tb_lasti, trace.tb_lineno)))
            trace = trace.tb_next
        if not frames:
            return None, []
        frames.reverse()
        lines = [] if len(frames) == 1 else [self._line(name, at) for name, at in frames[:_FRAMES]]
        if len(frames) > _FRAMES:
            lines.append(f"… {len(frames) - _FRAMES} more")
        return frames[0][1], lines

    def _line(self, name: str, at: Position) -> str:
        place = f"{at.shown(self._folder)}:{at.line}:{at.column}"
        return f"at {place}" if name == "<module>" else f"at {name} ({place})"

    def _place(self, at: Position) -> Any:
        return wire.Place(file=at.shown(self._folder), line=at.line, column=at.column, text=at.text)

    def _place_of_syntax(self, error: SyntaxError) -> Any:
        at = Position(str(error.filename), error.lineno or 1, 1)
        text = error.text.rstrip("\r\n") if error.text is not None else at.text
        before = (text or "")[: max((error.offset or 1) - 1, 0)]
        column = len(before.encode("utf-16-le", errors="replace")) // 2 + 1
        return wire.Place(file=at.shown(self._folder), line=at.line, column=column, text=text)


def _known(error: BaseException, failures: list[Failure]) -> list[Failure]:
    """The failures that an error is, or came from: hidden contexts count, as it may quote their text."""
    chain: dict[int, BaseException] = {}
    rest: list[Any] = [error]
    while rest:
        it = rest.pop()
        if isinstance(it, BaseException) and id(it) not in chain:
            chain[id(it)] = it
            rest += [it.__cause__, it.__context__, *getattr(it, "exceptions", ())]
    return [it for it in failures if id(it.error) in chain]


def _message(error: BaseException, is_secret: bool) -> str:
    name = type(error).__name__
    if is_secret and not (isinstance(error, EngineError) and error.is_of_engine):
        return f"{name} (its text may quote a secret, and is not shown)"
    if isinstance(error, SyntaxError):
        return f"{name}: {error.msg}"
    lines = traceback.format_exception_only(type(error), error)
    text = "".join(lines).strip()
    # Python writes the module before the name of a class that is not built in.
    prefix = f"{type(error).__module__}.{type(error).__qualname__}"
    return name + text[len(prefix) :] if text.startswith(prefix) else text


def _help(error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"install it: `{sys.executable} -m pip install {error.name.split('.')[0]}`"
    return ""
