"""The module `itertools`."""

_nothing = object()


class chain:
    def __init__(self, *iterables):
        self._steps = _chained(iterables)

    @staticmethod
    def from_iterable(iterables):
        return _chained(iterables)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._steps)


def _chained(iterables):
    for one in iterables:
        yield from one


def count(start=0, step=1):
    value = start
    while True:
        yield value
        value += step


def cycle(iterable):
    kept = []
    for it in iterable:
        yield it
        kept.append(it)
    while kept:
        yield from kept


def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


def accumulate(iterable, func=None, *, initial=None):
    steps = iter(iterable)
    total = initial
    if initial is None:
        try:
            total = next(steps)
        except StopIteration:
            return
    yield total
    for it in steps:
        total = total + it if func is None else func(total, it)
        yield total


def batched(iterable, n):
    if n < 1:
        raise ValueError("n must be at least one")
    part = []
    for it in iterable:
        part.append(it)
        if len(part) == n:
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)


def compress(data, selectors):
    for it, chosen in zip(data, selectors):
        if chosen:
            yield it


def dropwhile(predicate, iterable):
    steps = iter(iterable)
    for it in steps:
        if not predicate(it):
            yield it
            break
    yield from steps


def takewhile(predicate, iterable):
    for it in iterable:
        if not predicate(it):
            break
        yield it


def filterfalse(predicate, iterable):
    for it in iterable:
        if not (it if predicate is None else predicate(it)):
            yield it


def groupby(iterable, key=None):
    group = []
    current = _nothing
    for it in iterable:
        own = it if key is None else key(it)
        if current is not _nothing and own != current:
            yield (current, iter(group))
            group = []
        current = own
        group.append(it)
    if current is not _nothing:
        yield (current, iter(group))


def islice(iterable, *args):
    bounds = slice_of(args)
    start, stop, step = bounds
    for number in (start, stop, step):
        if number is not None and number < 0:
            raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    wanted = start
    at = 0
    if stop is not None and stop <= start:
        return
    for it in iterable:
        if at == wanted:
            yield it
            wanted += step
        at += 1
        if stop is not None and at >= stop:
            return


def slice_of(args):
    if len(args) == 1:
        return (0, args[0], 1)
    start = 0 if args[0] is None else args[0]
    step = 1 if len(args) < 3 or args[2] is None else args[2]
    return (start, args[1], step)


def pairwise(iterable):
    before = _nothing
    for it in iterable:
        if before is not _nothing:
            yield (before, it)
        before = it


def starmap(function, iterable):
    for it in iterable:
        yield function(*it)


def tee(iterable, n=2):
    kept = []
    steps = iter(iterable)

    def walk():
        at = 0
        while True:
            if at == len(kept):
                try:
                    kept.append(next(steps))
                except StopIteration:
                    return
            yield kept[at]
            at += 1

    return tuple(walk() for _ in range(n))


def zip_longest(*iterables, fillvalue=None):
    steps = [iter(it) for it in iterables]
    left = len(steps)
    ended = [False] * left
    if not left:
        return
    while True:
        values = []
        for at, it in enumerate(steps):
            value = fillvalue
            if not ended[at]:
                value = next(it, _nothing)
                if value is _nothing:
                    ended[at] = True
                    left -= 1
                    value = fillvalue
                    if not left:
                        return
            values.append(value)
        yield tuple(values)


def product(*iterables, repeat=1):
    pools = [tuple(it) for it in iterables] * repeat
    found = [()]
    for pool in pools:
        found = [before + (it,) for before in found for it in pool]
    yield from found


def permutations(iterable, r=None):
    pool = tuple(iterable)
    size = len(pool) if r is None else r
    yield from _chosen(pool, size, True, False)


def combinations(iterable, r):
    pool = tuple(iterable)
    yield from _chosen(pool, r, False, False)


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    yield from _chosen(pool, r, False, True)


def _chosen(pool, size, is_ordered, is_repeated):
    def walk(places, start):
        if len(places) == size:
            yield tuple(pool[it] for it in places)
            return
        for place in range(0 if is_ordered else start, len(pool)):
            if not is_ordered or place not in places:
                yield from walk(places + [place], place if is_repeated else place + 1)

    yield from walk([], 0)
