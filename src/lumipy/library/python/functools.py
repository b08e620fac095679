"""The module `functools`."""

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__")


class partial:
    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})


_nothing = object()


def reduce(function, sequence, initial=_nothing, /):
    steps = iter(sequence)
    if initial is _nothing:
        try:
            value = next(steps)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value")
    else:
        value = initial
    for step in steps:
        value = function(value, step)
    return value


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=()):
    wrapper.__wrapped__ = wrapped
    wrapper.__name__ = getattr(wrapped, "__name__", "")
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=()):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped)

    return decorate


def _cached(function, maxsize):
    known = {}
    counts = {"hits": 0, "misses": 0}

    @wraps(function)
    def remembered(*args, **named):
        key = (args, tuple(named.items()))
        if key in known:
            counts["hits"] += 1
            value = known.pop(key)
            known[key] = value
            return value
        value = function(*args, **named)
        counts["misses"] += 1
        known[key] = value
        if maxsize is not None and len(known) > maxsize:
            del known[next(iter(known))]
        return value

    def clear():
        known.clear()
        counts["hits"] = 0
        counts["misses"] = 0

    def info():
        return CacheInfo(counts["hits"], counts["misses"], maxsize, len(known))

    remembered.cache_clear = clear
    remembered.cache_info = info
    return remembered


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _cached(maxsize, 128)

    def decorate(function):
        return _cached(function, maxsize)

    return decorate


def cache(user_function, /):
    return _cached(user_function, None)


def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0

    return K


def singledispatch(function):
    kinds = []

    @wraps(function)
    def dispatched(*args, **named):
        found = function
        for kind, other in kinds:
            if isinstance(args[0], kind):
                found = other
        return found(*args, **named)

    def register(kind, implementation=None):
        if implementation is not None:
            kinds.append((kind, implementation))
            return implementation

        def decorate(other):
            kinds.append((kind, other))
            return other

        return decorate

    dispatched.register = register
    return dispatched


def cached_property(function):
    raise TypeError("LumiPy has cached_property as a decorator of methods alone")


def total_ordering(kind):
    return kind


class CacheInfo:
    def __init__(self, hits, misses, maxsize, currsize):
        self.hits = hits
        self.misses = misses
        self.maxsize = maxsize
        self.currsize = currsize

    def __repr__(self):
        return f"CacheInfo(hits={self.hits}, misses={self.misses}, maxsize={self.maxsize}, currsize={self.currsize})"
