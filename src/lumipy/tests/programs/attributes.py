class A:
    kind = "a"

    def __init__(self):
        self.own = 1

    def method(self):
        return 2


def function():
    return 3


function.cache = {"x": 1}
values = [[1], (1, 2), {"a": 1}, {1}, "text", 5, 1.5, True, None, A(), A, function, range(3), frozenset([1])]
names = ["items", "keys", "values", "append", "push", "length", "size", "entries", "sort", "split", "toUpperCase", "name", "constructor", "toString", "valueOf", "hasOwnProperty", "prototype", "call", "apply", "own", "kind", "cache", "value", "start", "get", "map", "forEach", "add", "has"]
for value in values:
    print(type(value).__name__, [name for name in names if hasattr(value, name)])
for make in (lambda: [1].push(2), lambda: [1].length, lambda: (1, 2).items, lambda: "a".toUpperCase(), lambda: A().constructor, lambda: A().toString(), lambda: A.name, lambda: {"a": 1}.a, lambda: (5).toFixed(1), lambda: {1}.has(1), lambda: (1.5).value, lambda: True.x):
    try:
        print(make())
    except AttributeError as error:
        print(error)
for target in ([1], (1,), {"a": 1}, "a", 5, None):
    try:
        target.x = 1
    except AttributeError as error:
        print(error)
print(function.cache, getattr(A(), "missing", "default"), getattr([1], "length", 0))
