"""The module `operator`."""


def add(a, b, /):
    return a + b


def sub(a, b, /):
    return a - b


def mul(a, b, /):
    return a * b


def truediv(a, b, /):
    return a / b


def floordiv(a, b, /):
    return a // b


def mod(a, b, /):
    return a % b


def pow(a, b, /):
    return a**b


def neg(a, /):
    return -a


def pos(a, /):
    return +a


def inv(a, /):
    return ~a


invert = inv


def and_(a, b, /):
    return a & b


def or_(a, b, /):
    return a | b


def xor(a, b, /):
    return a ^ b


def lshift(a, b, /):
    return a << b


def rshift(a, b, /):
    return a >> b


def not_(a, /):
    return not a


def truth(a, /):
    return bool(a)


def is_(a, b, /):
    return a is b


def is_not(a, b, /):
    return a is not b


def eq(a, b, /):
    return a == b


def ne(a, b, /):
    return a != b


def lt(a, b, /):
    return a < b


def le(a, b, /):
    return a <= b


def gt(a, b, /):
    return a > b


def ge(a, b, /):
    return a >= b


def concat(a, b, /):
    return a + b


def contains(a, b, /):
    return b in a


def getitem(a, b, /):
    return a[b]


def setitem(a, b, c, /):
    a[b] = c


def delitem(a, b, /):
    del a[b]


def countOf(a, b, /):
    return sum(1 for it in a if it == b)


def indexOf(a, b, /):
    for at, it in enumerate(a):
        if it == b:
            return at
    raise ValueError("sequence.index(x): x not in sequence")


def itemgetter(item, /, *items):
    def get(of):
        if not items:
            return of[item]
        return tuple(of[it] for it in (item, *items))

    return get


def _attribute(of, name):
    for part in name.split("."):
        of = getattr(of, part)
    return of


def attrgetter(attr, /, *attrs):
    def get(of):
        if not attrs:
            return _attribute(of, attr)
        return tuple(_attribute(of, it) for it in (attr, *attrs))

    return get


def methodcaller(name, /, *args, **kwargs):
    def call(of):
        return getattr(of, name)(*args, **kwargs)

    return call
