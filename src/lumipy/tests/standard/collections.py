from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
import copy
import json

groups = defaultdict(list)
for name, value in [("a", 1), ("b", 2), ("a", 3)]:
    groups[name].append(value)
counts = defaultdict(int)
for it in "banana":
    counts[it] += 1
nested = defaultdict(lambda: defaultdict(int))
nested["x"]["y"] += 1
print(groups, dict(groups), counts, nested["x"]["y"], groups.get("z"), "z" in groups, json.dumps(groups), sorted(counts.items()))
print(isinstance(groups, dict), len(groups), list(groups), groups == {"a": [1, 3], "b": [2]})
letters = Counter("abracadabra")
print(letters, letters.most_common(2), letters["z"], sum(letters.values()), letters.total(), list(letters.elements())[:6])
letters.update("aaa")
letters.subtract({"a": 1})
print(letters, Counter(a=1, b=2), Counter(["x", "y", "x"])["x"])
ordered = OrderedDict([("b", 1), ("a", 2)])
ordered.move_to_end("b")
print(ordered, ordered.popitem(last=False), list(ordered), OrderedDict(a=1))
queue = deque([1, 2, 3], maxlen=3)
queue.append(4)
queue.appendleft(0)
queue.rotate(1)
print(queue, queue.popleft(), queue.pop(), len(queue), list(queue), queue[0], 2 in queue, deque("ab"), bool(deque()))
Point = namedtuple("Point", "x y")
Named = namedtuple("Named", ["name", "size"], defaults=[3])
point = Point(1, y=2)
x, y = point
print(point, point.x, point[1], x + y, point == (1, 2), point._asdict(), point._replace(x=5), Point._fields, Named("a"), len(point))
print(sorted([Point(2, 1), Point(1, 5)]), {point: 1}[(1, 2)], Point._make([3, 4]), isinstance(point, tuple), point + (3,), list(point))
for wrong in (lambda: Point(1), lambda: Point(1, 2, 3), lambda: groups["a"][9], lambda: deque().pop()):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, str(error).replace("Point.__new__", "Point.__init__").replace("Point.__init__", "f"))
deep = {"a": [1, {"b": 2}], "c": (1, [2])}
other = copy.deepcopy(deep)
shallow = copy.copy(deep)
other["a"][1]["b"] = 9
shallow["d"] = 1
deep["a"].append(3)
print(deep, other, shallow)


class Thing:
    def __init__(self, a, b=2):
        self.a = [a]
        self.b = b


thing = Thing(1)
second = copy.deepcopy(thing)
second.a.append(2)
third = copy.copy(thing)
third.a.append(3)
print(thing.a, second.a, third.a, third.b, type(second).__name__)
