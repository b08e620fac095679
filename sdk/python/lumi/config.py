"""Config: the settings of a stack, from `Lumi.<stack>.yaml` and `-c`."""

from __future__ import annotations

import json
import math
from typing import Any, Callable, Optional, TypeVar

from . import log
from .errors import ConfigError
from .output import Output, secret
from .session import ConfigEntry, session

T = TypeVar("T")


class Config:
    """The configuration of one namespace: that of the project, unless another is named."""

    def __init__(self, name: Optional[str] = None) -> None:
        self.name = name or session().facts.project

    def get(self, key: str) -> Optional[str]:
        return self._plain(key, "get_secret", _text)

    def get_int(self, key: str) -> Optional[int]:
        return self._plain(key, "get_secret_int", _int)

    def get_float(self, key: str) -> Optional[float]:
        return self._plain(key, "get_secret_float", _float)

    def get_bool(self, key: str) -> Optional[bool]:
        return self._plain(key, "get_secret_bool", _bool)

    def get_object(self, key: str) -> Any:
        """A structured value."""
        return self._plain(key, "get_secret_object", _object)

    def require(self, key: str) -> str:
        return self._required(key, self.get(key))

    def require_int(self, key: str) -> int:
        return self._required(key, self.get_int(key))

    def require_float(self, key: str) -> float:
        return self._required(key, self.get_float(key))

    def require_bool(self, key: str) -> bool:
        return self._required(key, self.get_bool(key))

    def require_object(self, key: str) -> Any:
        return self._required(key, self.get_object(key))

    def get_secret(self, key: str) -> Optional[Output[str]]:
        return self._secret(key, _text)

    def get_secret_int(self, key: str) -> Optional[Output[int]]:
        return self._secret(key, _int)

    def get_secret_float(self, key: str) -> Optional[Output[float]]:
        return self._secret(key, _float)

    def get_secret_bool(self, key: str) -> Optional[Output[bool]]:
        return self._secret(key, _bool)

    def get_secret_object(self, key: str) -> Optional[Output[Any]]:
        return self._secret(key, _object)

    def require_secret(self, key: str) -> Output[str]:
        return self._required(key, self.get_secret(key), is_secret=True)

    def require_secret_int(self, key: str) -> Output[int]:
        return self._required(key, self.get_secret_int(key), is_secret=True)

    def require_secret_float(self, key: str) -> Output[float]:
        return self._required(key, self.get_secret_float(key), is_secret=True)

    def require_secret_bool(self, key: str) -> Output[bool]:
        return self._required(key, self.get_secret_bool(key), is_secret=True)

    def require_secret_object(self, key: str) -> Output[Any]:
        return self._required(key, self.get_secret_object(key), is_secret=True)

    def _find(self, key: str) -> Optional[ConfigEntry]:
        return session().facts.config.get(f"{self.name}:{key}")

    def _plain(self, key: str, instead: str, read: Callable[[str], T]) -> Optional[T]:
        entry = self._find(key)
        if entry is None:
            return None
        if entry.secret:
            log.warning(
                f'configuration "{self.name}:{key}" is secret, but is read as plain text; '
                f"use {instead} to keep it secret"
            )
        return self._read(key, entry, read, entry.secret)

    def _secret(self, key: str, read: Callable[[str], T]) -> Optional[Output[T]]:
        entry = self._find(key)
        return None if entry is None else secret(self._read(key, entry, read, is_secret=True))

    def _read(self, key: str, entry: ConfigEntry, read: Callable[[str], T], is_secret: bool) -> T:
        try:
            return read(entry.value)
        except _Malformed as wanted:
            shown = "" if is_secret else f", but is {json.dumps(entry.value, ensure_ascii=False)}"
            raise ConfigError(f'configuration "{self.name}:{key}" must be {wanted}{shown}') from None

    def _required(self, key: str, value: Optional[T], is_secret: bool = False) -> T:
        if value is not None:
            return value
        facts = session().facts
        # Keys of the project need no namespace.
        shown = key if self.name == facts.project else f"{self.name}:{key}"
        advice = (
            f"`lumi config set {shown} --secret -s {facts.stack}`, which asks for the value and encrypts it"
            if is_secret
            else f"`lumi config set {shown} VALUE -s {facts.stack}`, or pass `-c {shown}=VALUE` for one run"
        )
        raise ConfigError(f'missing configuration "{self.name}:{key}"; set it with {advice}')


class _Malformed(Exception):
    """Completes "must be"."""


def _text(value: str) -> str:
    return value


def _int(value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise _Malformed("an integer") from None


def _float(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise _Malformed("a number")
    return number


def _bool(value: str) -> bool:
    if value not in ("true", "false"):
        raise _Malformed("true or false")
    return value == "true"


def _object(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        raise _Malformed("a structured value (JSON)") from None
