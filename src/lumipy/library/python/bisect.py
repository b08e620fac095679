"""The module `bisect`."""


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    high = len(a) if hi is None else hi
    while lo < high:
        middle = (lo + high) // 2
        value = a[middle] if key is None else key(a[middle])
        if value < x:
            lo = middle + 1
        else:
            high = middle
    return lo


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    high = len(a) if hi is None else hi
    while lo < high:
        middle = (lo + high) // 2
        value = a[middle] if key is None else key(a[middle])
        if x < value:
            high = middle
        else:
            lo = middle + 1
    return lo


def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


bisect = bisect_right
insort = insort_right
