"""The module `contextlib`."""

from functools import wraps


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return None


class _Generated:
    def __init__(self, function, args, named):
        self._steps = function(*args, **named)

    def __enter__(self):
        try:
            return next(self._steps)
        except StopIteration:
            raise RuntimeError("generator didn't yield")

    def __exit__(self, kind, error, trace):
        if error is None:
            try:
                next(self._steps)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        try:
            self._steps.throw(error)
        except StopIteration as ended:
            return ended is not error
        except BaseException as other:
            if other is error:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")

    def __call__(self, function):
        @wraps(function)
        def within(*args, **named):
            with self:
                return function(*args, **named)

        return within


def contextmanager(function):
    @wraps(function)
    def made(*args, **named):
        return _Generated(function, args, named)

    return made


class suppress:
    def __init__(self, *kinds):
        self._kinds = kinds

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return error is not None and isinstance(error, self._kinds)


class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, kind, error, trace):
        return None


class closing:
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, kind, error, trace):
        self.thing.close()
        return None


class ExitStack:
    def __init__(self):
        self._exits = []

    def enter_context(self, manager):
        value = manager.__enter__()
        self._exits.append(manager.__exit__)
        return value

    def push(self, manager):
        self._exits.append(manager.__exit__)
        return manager

    def callback(self, function, /, *args, **named):
        def leave(kind, error, trace):
            function(*args, **named)
            return False

        self._exits.append(leave)
        return function

    def pop_all(self):
        other = ExitStack()
        other._exits = self._exits
        self._exits = []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        current = error
        while self._exits:
            leave = self._exits.pop()
            try:
                if leave(None if current is None else type(current), current, None) and current is not None:
                    current = None
            except BaseException as other:
                current = other
        if current is None:
            return error is not None
        if current is error:
            return False
        raise current
