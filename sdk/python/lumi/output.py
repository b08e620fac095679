"""Output: a value that may come later, may be secret, and knows which resources it came from."""

from __future__ import annotations

import inspect
import json
from typing import Any, Callable, Generic, NoReturn, Optional, TypeVar, Union

from .cell import Cell
from .errors import InputError, Stopped
from .failure import Failure
from .gathering import gather
from .position import text_of_caller
from .session import Session, session
from .unknown import UNKNOWN, has_unknown

T = TypeVar("T", covariant=True)
U = TypeVar("U")


class Output(Generic[T]):
    """A value that may not be there yet.

    Outputs are given to other resources as they are. `apply` derives another value; in a preview it
    does not call its callback for a value of which anything is unknown, and the result is unknown.
    What is derived from a secret is a secret.
    """

    __slots__ = ("_cell",)

    def __init__(self, cell: Cell) -> None:
        self._cell = cell

    def apply(
        self,
        callback: Callable[[T], Union[Output[U], U]],
        on_error: Optional[Callable[[Exception], Union[Output[U], U]]] = None,
    ) -> Output[U]:
        """What the callback makes of the value: a value, an Output, or data with Outputs in it.

        `on_error` is called instead if there will be no value, because a resource failed or a
        callback raised. An error that is not handled ends the program.
        """
        return Output(_applied(self._cell, callback, on_error))

    def __getitem__(self, key: Union[str, int]) -> Output[Any]:
        """A member of a dict or list."""
        result = Cell(self._cell.session)
        self._cell.subscribe(lambda cell: _read_member(cell, key, result))
        return Output(result)

    def wait(self) -> T:
        """The value itself. A deployment waits until it is there; a preview ends here, as `Stopped`,
        if only a deployment can tell. Not to be used in callbacks."""
        cell = self._cell
        loop = cell.session.loop
        if loop.is_busy:
            raise RuntimeError("a callback cannot wait for an Output; let it answer the Output instead")
        loop.run(until=lambda: not cell.is_pending)
        if cell.failure is not None:
            cell.failure.handle()
            raise cell.failure.error
        if cell.is_pending:
            raise RuntimeError("nothing will ever settle this Output")
        if has_unknown(cell.value):
            raise Stopped(cell.origin or "a value")
        return cell.value  # type: ignore[no-any-return]

    @property
    def is_secret(self) -> Output[bool]:
        """Whether the value is secret; always known."""
        return self._ask(lambda cell: cell.is_secret)

    @property
    def is_known(self) -> Output[bool]:
        """Whether the value is known in this run; always known."""
        return self._ask(lambda cell: not has_unknown(cell.value))

    @staticmethod
    def from_input(value: Union[Output[U], U]) -> Output[U]:
        """An Output of a value, of an Output, or of data in which Outputs stand."""
        return Output(cell_of(value))

    @staticmethod
    def all(*values: Any, **named: Any) -> Output[Any]:
        """One Output of several: of a list, or of a dict if they are given by name."""
        if values and named:
            raise InputError("Output.all takes values or named values, not both")
        return Output(cell_of(named if named else list(values)))

    @staticmethod
    def concat(*parts: Any) -> Output[str]:
        """The parts one after the other, as text."""
        return Output.all(*parts).apply(lambda settled: "".join(map(str, settled)))

    @staticmethod
    def format(template: Union[Output[str], str], *values: Any, **named: Any) -> Output[str]:
        """`str.format` for templates and values that may be Outputs."""
        parts = Output.all(template, list(values), named)
        return parts.apply(lambda it: str(it[0]).format(*it[1], **it[2]))

    @staticmethod
    def json_dumps(value: Any, **options: Any) -> Output[str]:
        """`json.dumps` for data with Outputs in it."""
        return Output.from_input(value).apply(lambda it: json.dumps(it, **options))

    @staticmethod
    def json_loads(text: Union[Output[str], str], **options: Any) -> Output[Any]:
        """`json.loads` for text that may be an Output."""
        return Output.from_input(text).apply(lambda it: json.loads(it, **options))

    @staticmethod
    def secret(value: Union[Output[U], U]) -> Output[U]:
        """The value as a secret: encrypted in state, never shown. So is all that is derived from it."""
        return _with_secrecy(value, True)

    @staticmethod
    def unsecret(value: Union[Output[U], U]) -> Output[U]:
        """The value, no longer secret."""
        return _with_secrecy(value, False)

    def _ask(self, question: Callable[[Cell], bool]) -> Output[bool]:
        result = Cell(self._cell.session)

        def answer(cell: Cell) -> None:
            if cell.failure is not None:
                result.fail_like(cell)
            else:
                result.settle(question(cell))

        self._cell.subscribe(answer)
        return Output(result)

    def __repr__(self) -> str:
        cell = self._cell
        if cell.failure is not None:
            return "<Output: failed>"
        if cell.is_pending:
            return "<Output: not there yet>"
        if cell.is_secret:
            return "<Output: [secret]>"
        return f"<Output: {cell.value!r}>"

    def __str__(self) -> NoReturn:
        raise _misuse("turned into text", "use Output.concat, Output.format or output.apply")

    def __format__(self, spec: str) -> NoReturn:
        raise _misuse("put into an f-string", 'use Output.concat, Output.format("{}", output) or output.apply')

    def __bool__(self) -> NoReturn:
        raise _misuse("true or false", "decide in output.apply")

    def __iter__(self) -> NoReturn:
        raise _misuse("iterated", "use output.apply")

    def __len__(self) -> NoReturn:
        raise _misuse("counted", "use output.apply(len)")

    def __contains__(self, item: object) -> NoReturn:
        raise _misuse("searched", "use output.apply")

    def __setitem__(self, key: object, value: object) -> NoReturn:
        raise _misuse("changed", "derive a new value with output.apply")

    def __call__(self, *_: object, **__: object) -> NoReturn:
        raise _misuse("called", "if it was to be a method of the value, call that in output.apply")

    def __add__(self, _: object) -> NoReturn:
        raise _misuse("calculated with", "use Output.concat for texts, else output.apply")

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = __add__
    __truediv__ = __rtruediv__ = __floordiv__ = __lt__ = __le__ = __gt__ = __ge__ = __add__


Input = Union[U, Output[U]]


def secret(value: Input[U]) -> Output[U]:
    """The same as `Output.secret`."""
    return Output.secret(value)


def unsecret(value: Input[U]) -> Output[U]:
    """The same as `Output.unsecret`."""
    return Output.unsecret(value)


def cell_of(value: object, owner: Optional[Session] = None) -> Cell:
    """The cell of an Output, or one of data in which Outputs stand."""
    if isinstance(value, Output):
        return value._cell
    return gather(owner or session(), value, lambda it: it._cell if isinstance(it, Output) else None)


def _misuse(what: str, advice: str) -> TypeError:
    return TypeError(f"an Output cannot be {what}: its value may not be known yet; {advice}")


def _applied(parent: Cell, callback: Callable[[Any], Any], on_error: Optional[Callable[[Exception], Any]]) -> Cell:
    result = Cell(parent.session)
    place = text_of_caller()

    def call(function: Callable[[Any], Any], argument: Any) -> None:
        # The outputs that the callback makes have the secret, too, whether it answers them or not.
        with parent.session.loop.holding(result.is_secret):
            try:
                answer = function(argument)
                if inspect.iscoroutine(answer):
                    answer.close()
                    raise InputError(f"the callback of apply at {place} is async; use a plain function")
                result.follow(cell_of(answer, parent.session))
            except Exception as error:
                result.fail(Failure(parent.session, error))
            except BaseException as error:
                # It ends the program, with a text that may quote the secret.
                Failure(parent.session, error).handle()
                raise

    def go_on(cell: Cell) -> None:
        failure = cell.failure
        if failure is not None:
            if on_error is not None and isinstance(failure.error, Exception):
                failure.handle()
                result.is_secret = cell.is_secret or failure.is_secret
                call(on_error, failure.error)
            else:
                result.fail_like(cell)
            return
        result.absorb(cell)
        if has_unknown(cell.value):
            result.settle_unknown("")
        else:
            call(callback, cell.value)

    parent.subscribe(go_on)
    return result


def _read_member(cell: Cell, key: Union[str, int], result: Cell) -> None:
    if cell.failure is not None:
        result.fail_like(cell)
        return
    result.absorb(cell)
    result.is_open = cell.is_open
    if cell.value is UNKNOWN:
        result.settle_unknown("")
        return
    if cell.is_open and isinstance(cell.value, dict) and key not in cell.value:
        result.settle_unknown(f"the member {key!r} of an input")
        return
    try:
        result.settle(cell.value[key])
    except (LookupError, TypeError) as error:
        problem = InputError(f"there is no member {key!r} in the value of an Output")
        problem.__cause__ = None if cell.is_secret else error
        result.fail(Failure(cell.session, problem))


def _with_secrecy(value: Input[U], wanted: bool) -> Output[U]:
    source = cell_of(value)
    result = Cell(source.session)

    def settle(cell: Cell) -> None:
        if cell.failure is not None:
            result.fail_like(cell)
            return
        result.absorb(cell)
        result.is_secret = wanted
        result.settle(cell.value)

    source.subscribe(settle)
    return Output(result)
