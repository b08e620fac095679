def numbers():
    n = 0
    while True:
        yield n
        n += 1
g = numbers()
print([next(g) for _ in range(3)], next(g))
for i, (a, b) in enumerate(zip("ab", [1, 2])):
    print(i, a, b)
for a, *b in [(1, 2, 3), (4,)]:
    print(a, b)
xs = [1, 2, 3]
for x in xs:
    if len(xs) < 6: xs.append(x * 10)
print(xs)
i = 10
[i for i in range(3)]
print(i)
for i in range(3): pass
print(i)
for i in []: pass
print(i)
print([a + b for a, b in zip([1, 2], [3, 4])], {k: v for k, v in [("a", 1)]}, list(zip()), list(zip([1], [2], [3])))
def f():
    return [x for x in range(3)], [y for y in (1, 2) if y > 1]
print(f())
nested = {"a": {"b": {"c": 1}}}
print(nested["a"]["b"]["c"], [k for k in nested for k in nested[k]])
it = iter("abc")
for c in it:
    print(c, end=" ")
    for d in it:
        print("inner", d, end=" ")
print()
print(list(map(lambda p: p[0] + p[1], [(1, 2), (3, 4)])), list(reversed([1, 2, 3])), list(reversed(range(3))))
print([*range(3), *"ab"], {**{}, "a": 1}, (*[1, 2], 3), [*{"k": 1}])
print(sum([[1], [2]], []), list(filter(lambda x: x > 1, [1, 2, 3])))
d = {"a": 1}
try:
    for k in d:
        d[k + "x"] = 1
except RuntimeError as e:
    print(e)
print(list(zip([1, 2], [3, 4], strict=True)))
try:
    list(zip([1, 2], [3], strict=True))
except ValueError as e:
    print(e)
words = ["apple", "bob", "cat"]
print({w[0]: w for w in words}, {len(w) for w in words} == {5, 3}, sorted(words, key=lambda w: (-len(w), w)), [w for w in words if "a" in w])
print(any(c.isupper() for c in "abC"), all(isinstance(w, str) for w in words), next((w for w in words if w.startswith("b")), None))
