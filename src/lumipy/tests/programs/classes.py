from dataclasses import dataclass, field, asdict, replace
class Animal:
    kind = "animal"
    count = 0
    def __init__(self, name, sound="..."):
        self.name = name
        self.sound = sound
        Animal.count += 1
    def speak(self, times=1):
        return f"{self.name} says {' '.join([self.sound] * times)}"
    def __str__(self):
        return f"<{self.name}>"
    @property
    def loud(self):
        return self.sound.upper()
    @staticmethod
    def make(name): return Animal(name)
    @classmethod
    def named(cls, name, **kwargs): return cls(name, **kwargs)
class Dog(Animal):
    kind = "dog"
    def __init__(self, name):
        super().__init__(name, sound="woof")
        self.tricks = []
    def add(self, trick):
        self.tricks.append(trick)
        return self
    def speak(self, times=2):
        return super().speak(times=times) + "!"
a = Animal("Cat", "meow")
d = Dog("Rex")
print(a.speak(), d.speak(), d.speak(times=1), str(a), f"{d}", a.loud, d.kind, a.kind, Animal.count, Dog.kind, Dog.count)
print(d.add("sit").add("roll").tricks, isinstance(d, Animal), isinstance(a, Dog), isinstance(a, (int, Animal)), type(d) is Dog, type(d).__name__, Animal.make("m").name, Dog.named("n").name, Animal.named("k", sound="s").sound)
f = d.speak
print(f(), f(times=1), hasattr(d, "tricks"), hasattr(d, "nope"), getattr(d, "nope", 5), getattr(d, "name"))
setattr(d, "age", 3); d.age += 1; print(d.age); del d.age; print(hasattr(d, "age"))
class Vec:
    def __init__(self, x, y): self.x, self.y = x, y
    def __repr__(self): return f"Vec({self.x}, {self.y})"
    def __add__(self, other): return Vec(self.x + other.x, self.y + other.y)
    def __mul__(self, k): return Vec(self.x * k, self.y * k)
    def __rmul__(self, k): return self * k
    def __eq__(self, other): return isinstance(other, Vec) and self.x == other.x and self.y == other.y
    def __lt__(self, other): return self.x < other.x
    def __len__(self): return 2
    def __getitem__(self, i): return [self.x, self.y][i]
    def __iter__(self):
        yield self.x
        yield self.y
    def __contains__(self, v): return v in (self.x, self.y)
    def __call__(self, z): return self.x + z
    def __neg__(self): return Vec(-self.x, -self.y)
    def __bool__(self): return self.x != 0
    def __hash__(self): return 1
v = Vec(1, 2)
print(v + Vec(3, 4), v * 3, 3 * v, v == Vec(1, 2), v != Vec(1, 2), v < Vec(2, 0), len(v), v[1], list(v), 2 in v, v(10), -v, bool(Vec(0, 1)), [v], sorted([Vec(3, 0), Vec(1, 0)]), max([Vec(3, 0), Vec(1, 0)]), {v: 1}[Vec(1, 2)])
x, y = v
print(x, y)
@dataclass
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)
    def dist(self): return abs(self.x) + abs(self.y)
@dataclass
class Point3(Point):
    z: float = 1.5
p = Point(1)
q = Point(x=1, y=2, tags=["a"])
p.tags.append("t")
print(p, q, p == Point(1, 0, ["t"]), p != q, p.dist(), Point3(1, 2, z=3.0), Point3(1), asdict(q), replace(q, y=9), Point(5).tags)
@dataclass(frozen=True, order=True)
class Key:
    a: str
    b: int = 1
k = Key("x")
print(k, {k: 1}[Key("x", 1)], Key("a") < Key("b"), sorted([Key("b"), Key("a", 2), Key("a", 1)]), len({Key("x"), Key("x")}))
try:
    k.a = "y"
except Exception as e:
    print(type(e).__name__, e)
@dataclass
class Temp:
    celsius: float
    def __post_init__(self):
        self.fahrenheit = self.celsius * 9 / 5 + 32
print(Temp(100.0), Temp(100).fahrenheit)
class Stack:
    def __init__(self): self._items = []
    def push(self, *items):
        for i in items: self._items.append(i)
        return self
    @property
    def size(self): return len(self._items)
    @size.setter
    def size(self, n): self._items = self._items[:n]
s = Stack().push(1, 2, 3)
print(s.size); s.size = 1; print(s.size, s._items)
class Counter:
    def __iter__(self): self.n = 0; return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(list(Counter()), [x for x in Counter()])
class Base:
    def template(self): return self.step() + 1
    def step(self): raise NotImplementedError("step")
class Impl(Base):
    def step(self): return 41
print(Impl().template())
try:
    Base().template()
except NotImplementedError as e:
    print("NI", e)
for bad in (lambda: Animal(), lambda: a.nope, lambda: a.speak(1, 2), lambda: Animal.nope, lambda: Point(), lambda: Point(1, 2, 3, 4)):
    try:
        bad()
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
