a = [3, 1, 2]
b = a
b.append(4)
print(a, len(a), a[0], a[-1], a[1:3], a == [3, 1, 2, 4], a is b, a + [5], a * 2, 3 in a, 9 not in a)
a.sort()
print(a, sorted(a, reverse=True), sorted(["bb", "a", "ccc"], key=len), list(reversed(a)))
a.insert(1, 10); a.remove(3); a.extend((7, 8)); print(a, a.pop(), a.pop(0), a, a.index(10), a.count(7))
a[0] = 99; a[1:3] = [1, 2, 3]; print(a); del a[0]; del a[1:3]; print(a); a[::2] = [0] * len(a[::2]); print(a)
a += [1]; print(a, b, a is b)
d = {"b": 1, "a": 2, 3: "x", (1, 2): "tuple", None: 0, True: "t"}
print(d, d["b"], d[(1, 2)], d.get("zz"), d.get("zz", 5), "a" in d, 99 in d, len(d), d[1], d[None])
d["new"] = [1]; d["b"] += 10; d.setdefault("k", []).append(5); d.update({"a": 3}, z=1); print(d)
print(d.pop("new"), d.pop("gone", None), list(d.keys()), list(d.values()), list(d.items()))
del d["a"]; print(d); print({**{"x": 1}, "y": 2, **{"x": 3}}, {"a": 1} | {"b": 2})
print({"1": "a", "10": "b", "2": "c"}, {1: 1, 1.0: 2, True: 3})
for key, value in {"x": 1, "y": 2}.items():
    print(key, value)
print([x * x for x in range(5)], [x for x in range(10) if x % 2 if x > 3], [(x, y) for x in range(2) for y in "ab"], {x: x * 2 for x in range(3)}, sorted({x % 3 for x in range(9)}))
print(list(range(5)), list(range(2, 8, 2)), list(range(5, 0, -2)), range(3), len(range(0, 10, 3)), 4 in range(0, 10, 2), range(10)[2:5], range(10)[-1])
t = (1, "a", 2.0)
x, y, z = t
print(t, x, y, z, t[1], t + (4,), t * 2, len(t), (), (1,), t == (1, "a", 2.0), t < (2,), (1, 2) == [1, 2])
first, *rest = [1, 2, 3, 4]
*init, last = "abc"
(p, q), r = (1, 2), 3
print(first, rest, init, last, p, q, r)
x, y = y, x
print(x, y)
s = {3, 1, 2}
s.add(1); s.discard(9)
print(sorted(s), len(s), 2 in s, sorted(s & {1, 2}), sorted(s | {7}), sorted(s - {1}), sorted(s ^ {1, 9}), s == {1, 2, 3}, s <= {1, 2, 3, 4}, set(), {1} < {1, 2})
print(list(enumerate("ab")), list(enumerate(["x"], start=1)), list(zip([1, 2, 3], "ab")), list(map(str, [1, 2])), list(filter(None, [0, 1, "", "a"])), list(map(lambda a, b: a + b, [1, 2], [3, 4])))
print(any([0, 1]), all([]), all([1, 0]), any(x > 2 for x in [1, 2, 3]), sum(x for x in range(4)), min("b", "a"), max([1, 3], key=lambda v: -v), min([], default=7))
print(list(dict(a=1, b=2)), dict([("x", 1), ("y", 2)]), list({"a": 1}), tuple([1, 2]), list((1, 2)), set([1, 1]), frozenset([1]))
m = [[0] * 3 for _ in range(2)]
m[0][1] = 5
print(m, [row[:] for row in m], [[j for j in range(i)] for i in range(4)])
print([1, 2] < [1, 3], [1] < [1, 0], [[1, 2], [3]] == [[1, 2], [3]], {"a": [1]} == {"a": [1]}, {"a": 1, "b": 2} == {"b": 2, "a": 1})
n = [1, [2, 3]]
c = n.copy(); c[1].append(4); print(n, c)
print(bool([]), bool({}), bool(()), bool(""), bool(0), bool(0.0), bool(None), bool([0]), bool("0"))
print([] or "default", [1] and "yes", None or 0 or "last", 0 and 1, "" or [], not [])
g = (i * i for i in range(3))
print(next(g), list(g), next(g, "done"))
it = iter([1, 2]); print(next(it), next(it), next(it, None))
print({"a": {"b": [1, {"c": None}]}}, [True, False, None], [1.0, 2.5])
print(sorted([(2, "b"), (1, "z"), (2, "a")]), sorted({"b": 1, "a": 2}), sorted([3, 1.5, True]))
d2 = {}
for w in "the cat the dog".split():
    d2[w] = d2.get(w, 0) + 1
print(d2, max(d2, key=d2.get), sorted(d2.items(), key=lambda kv: (-kv[1], kv[0])))
print(d2.keys() & {"cat", "x"} == {"cat"}, len(d2.items()), "cat" in d2.keys())
