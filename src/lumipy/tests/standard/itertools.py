from itertools import (
    accumulate, chain, combinations, combinations_with_replacement, compress, count, cycle, dropwhile, filterfalse, groupby,
    islice, pairwise, permutations, product, repeat, starmap, takewhile, tee, zip_longest,
)
import functools
import operator

print(list(product("ab", [1, 2])), list(product([0, 1], repeat=3))[:5], list(permutations("abc", 2)), list(combinations("abcd", 2)))
print(list(combinations_with_replacement("ab", 3)), list(chain("ab", [1])), list(chain.from_iterable([[1], [2, 3]])), list(permutations([1, 2, 3])))
print(list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], operator.mul)), list(accumulate([1, 2], initial=10)), list(compress("abc", [1, 0, 1])))
print(list(islice(count(5, 2), 4)), list(islice(cycle("ab"), 5)), list(repeat("x", 3)), list(islice("abcdefg", 1, None, 2)), list(islice("abc", 2)))
print(list(takewhile(lambda it: it < 3, [1, 2, 3, 1])), list(dropwhile(lambda it: it < 3, [1, 2, 3, 1])), list(filterfalse(lambda it: it % 2, range(5))))
print([(key, list(group)) for key, group in groupby("aabbbc")], [(key, list(group)) for key, group in groupby([1, 3, 2, 4], lambda it: it % 2)])
print(list(pairwise([1, 2, 3])), list(starmap(pow, [(2, 3), (3, 2)])), list(zip_longest([1, 2], "a", fillvalue="-")), [list(it) for it in tee([1, 2])])
print(list(product()), list(product([], [1])), list(combinations("ab", 3)), list(pairwise([])))


@functools.lru_cache(maxsize=None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@functools.cache
def square(n):
    print("squared", n)
    return n * n


def decorated(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return [function(*args, **kwargs)]

    return wrapper


@decorated
def named(a, b=2):
    return a + b


print(fibonacci(30), square(3), square(3), named(1, b=5), named.__name__, fibonacci.cache_info().misses)
add = functools.partial(lambda a, b, c=0: a + b + c, 1)
print(add(2), add(2, c=3), add.args, functools.reduce(lambda a, b: a * b, [1, 2, 3, 4]), functools.reduce(operator.add, [], 5))
print(sorted(["b", "C", "a"], key=functools.cmp_to_key(lambda a, b: (a.lower() > b.lower()) - (a.lower() < b.lower()))))


@functools.singledispatch
def shown(value):
    return "any"


@shown.register(int)
def _(value):
    return "int"


@functools.total_ordering
class Version:
    def __init__(self, text):
        self.parts = [int(it) for it in text.split(".")]

    def __eq__(self, other):
        return self.parts == other.parts

    def __lt__(self, other):
        return self.parts < other.parts


class Circle:
    def __init__(self, radius):
        self.radius = radius

    @functools.cached_property
    def area(self):
        print("computed")
        return self.radius * 2

    @functools.lru_cache
    def scaled(self, by):
        return self.radius * by

    @staticmethod
    @decorated
    def double(value):
        return value * 2

    @classmethod
    @decorated
    def unit(cls, more=0):
        return cls(1 + more).radius


circle = Circle(3)
print(shown(1), shown("x"), Version("1.2") < Version("1.10"), Version("2.0") >= Version("1.9"), max(Version("1.0"), Version("0.9")).parts, Version("1") <= Version("1"))
print(circle.area, circle.area, circle.scaled(2), circle.scaled(by=4), Circle.double(4), Circle.unit(), Circle.unit(more=2), circle.double(1))
print(operator.itemgetter(1)([5, 6]), operator.itemgetter("a", "b")({"a": 1, "b": 2}), operator.attrgetter("radius")(circle), operator.methodcaller("upper")("a"))
print(sorted([{"n": 2}, {"n": 1}], key=operator.itemgetter("n")), operator.contains([1], 1), operator.not_(0), list(map(operator.add, [1], [2])))
