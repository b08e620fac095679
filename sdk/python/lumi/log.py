"""Messages of a program, shown with the run and, if given, with a resource."""

from __future__ import annotations

from typing import Optional

from .errors import InputError
from .output import Output
from .resource import Resource
from .session import session


def debug(message: str, resource: Optional[Resource] = None) -> None:
    """Shown with `-v`."""
    _write(0, message, resource)


def info(message: str, resource: Optional[Resource] = None) -> None:
    _write(1, message, resource)


def warning(message: str, resource: Optional[Resource] = None) -> None:
    _write(2, message, resource)


def error(message: str, resource: Optional[Resource] = None) -> None:
    """A program that logs an error has failed, although it goes on; raise an exception to stop it."""
    _write(3, message, resource)


def _write(level: int, message: str, resource: Optional[Resource]) -> None:
    if isinstance(message, Output):
        raise InputError("log takes text, not an Output; use output.apply(lambda value: log.info(...))")
    session().monitor.log(level, str(message), "" if resource is None else resource._state.urn)
