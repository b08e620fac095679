"""What goes wrong in a program, as exceptions."""

from __future__ import annotations


class LumiError(Exception):
    """The class of all errors of this package."""


class InputError(LumiError):
    """A value cannot be what the program wants it to be: an input, an option, an output."""


class ConfigError(LumiError):
    """Configuration is missing, or is not what the program expects."""


class EngineError(LumiError):
    """The engine refused a call."""

    #: Whether the engine has written the text, which quotes no secrets: programs raise such errors, too.
    is_of_engine = False

    @classmethod
    def of_engine(cls, *arguments: str) -> EngineError:
        """One with a text of the engine."""
        error = cls(*arguments)
        error.is_of_engine = True
        return error


class ResourceError(EngineError):
    """A resource failed, or one that it needs did. `urn` names it; empty if it is about no resource."""

    def __init__(self, message: str, urn: str = "") -> None:
        super().__init__(message)
        self.urn = urn


class Stopping(BaseException):
    """The run is ending: the program ends, too, and says nothing. Not for programs to catch."""


class Stopped(BaseException):
    """A preview came to what only a deployment can tell. Not for programs to catch."""
