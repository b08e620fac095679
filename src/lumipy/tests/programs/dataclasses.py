from dataclasses import asdict, dataclass, field, replace
from typing import ClassVar


@dataclass
class Base:
    x: int
    y: int = 2

    def __post_init__(self):
        self.total = self.x + self.y


@dataclass
class Derived(Base):
    z: int = 3

    def __post_init__(self):
        super().__post_init__()
        self.total += self.z


@dataclass
class Changed(Base):
    x: int = 10
    w: list = field(default_factory=list)


@dataclass
class Plain(Derived):
    pass


class Undecorated(Base):
    def __init__(self, x):
        super().__init__(x, 5)


for it in (Base(1), Derived(1), Derived(1, 4), Changed(), Changed(1, 2, [3]), Plain(1), Plain(1, 2, 9), Undecorated(7)):
    print(it, it.total, asdict(it))
print(Base(1) == Derived(1), Base(1) == Base(1), Changed().w is Changed().w)
for make in (lambda: Derived(), lambda: Derived(1, 2, 3, 4), lambda: Changed(q=1)):
    try:
        make()
    except TypeError as error:
        print(error)


@dataclass
class Options:
    limit: ClassVar[int] = 5
    name: str
    secret: str = field(default="hidden", repr=False)
    cached: int = field(init=False, default=7)
    tags: list = field(default_factory=lambda: ["a"], compare=False)
    late: int = field(init=False, repr=False)

    def __post_init__(self):
        self.late = self.cached + Options.limit


one = Options("n")
print(one, one.secret, one.late, Options.limit, one == Options("n", tags=[]), one == Options("n", "x"))
print(replace(one, name="m"), asdict(one))
try:
    replace(one, cached=1)
except ValueError as error:
    print(error)


@dataclass(kw_only=True)
class Named:
    a: int
    b: str = "b"


@dataclass
class Mixed(Named):
    c: int
    d: int = field(default=4, kw_only=True)


print(Named(a=1), Mixed(3, a=1), Mixed(a=1, c=3, d=5, b="x"))
for make in (lambda: Named(1), lambda: Mixed(1)):
    try:
        make()
    except TypeError as error:
        print(error)


@dataclass(frozen=True, order=True)
class Point:
    x: int
    y: int = field(default=0, compare=False)

    def __post_init__(self):
        try:
            self.x = 5
        except AttributeError as error:
            print(error)
        object.__setattr__(self, "y", self.x * 2)


print(Point(1), Point(1) == Point(1, 9), Point(1) < Point(2), len({Point(1), Point(1), Point(2)}))

if True:

    @dataclass
    class Inner:
        a: int

    @dataclass
    class Below(Inner):
        b: int = 2

    print(Below(1), Below(1, 3).a)


def local():
    @dataclass
    class A:
        a: int

    class B(A):
        def twice(self):
            return self.a * 2

    @dataclass
    class C(B):
        c: str = "c"

    return C(4)


print(local().a, local().c, local().twice())
