from abc import ABC, ABCMeta, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, Optional, Protocol, TypedDict, TypeVar, Union, cast, overload

T = TypeVar("T")
Tags = dict[str, str]
Maybe = Optional[Union[int, str]]


class Base:
    shared = []

    def __init__(self, name):
        self.name = name

    def describe(self):
        return f"Base({self.name})"

    def order(self):
        return ["Base"]


class Left(Base):
    def order(self):
        return ["Left"] + super().order()


class Right(Base):
    def order(self):
        return ["Right"] + super().order()

    @property
    def loud(self):
        return self.name.upper()


class Both(Left, Right):
    def __init__(self, name, size):
        super().__init__(name)
        self.size = size

    def order(self):
        return ["Both"] + super().order()

    @classmethod
    def made(cls):
        return cls("made", 1)


class Logged:
    def log(self):
        return f"log {self.describe()}"


class Service(Logged, Both):
    pass


both = Both("b", 2)
print(both.order(), both.describe(), both.size, both.loud, isinstance(both, Left), isinstance(both, Right), isinstance(both, Base))
service = Service.made()
print(service.log(), service.order(), service.size, isinstance(service, Logged), isinstance(service, Service), issubclass(Service, Right))
both.shared.append(1)
print(Base.shared, Service.shared, [it.__name__ for it in Both.__mro__], type(service).__name__)


class Shape(ABC):
    @abstractmethod
    def area(self) -> float:
        """The area."""

    @property
    @abstractmethod
    def title(self): ...

    def shown(self):
        return f"{self.title} {self.area()}"


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side

    @property
    def title(self):
        return "square"


class Partial(Shape):
    def area(self):
        return 0


class Meta(metaclass=ABCMeta):
    @abstractmethod
    def run(self): ...


print(Square(3).shown(), isinstance(Square(1), Shape))
for wrong in (Shape, Partial, Meta):
    try:
        wrong()
    except TypeError as error:
        print(error)


class Subnet(NamedTuple):
    cidr: str
    zone: str = "a"

    @property
    def label(self):
        return f"{self.cidr}@{self.zone}"


class Options(TypedDict, total=False):
    size: int


class Runner(Protocol):
    def run(self) -> str: ...


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: list[T] = []

    def push(self, item: T) -> "Stack[T]":
        self.items.append(item)
        return self


subnet = Subnet("10.0.0.0/24")
cidr, zone = subnet
print(subnet, subnet.label, cidr, zone, subnet[0], subnet == ("10.0.0.0/24", "a"), subnet._asdict(), subnet._replace(zone="b"), len(subnet))
print(Subnet(cidr="x", zone="y"), Subnet._fields, {subnet: 1}[subnet], [*subnet], isinstance(subnet, tuple), sorted([Subnet("b"), Subnet("a")])[0])
print(Options(size=1), Options(size=1) == {"size": 1}, Stack[int]().push(1).push(2).items, cast(int, "x"), isinstance(3, (int, str)), isinstance("x", int | str))


@overload
def double(value: int) -> int: ...
@overload
def double(value: str) -> str: ...
def double(value: Any) -> Any:
    return value * 2


@dataclass
class Defaults:
    retries: ClassVar[int] = 3
    tags: Tags = field(default_factory=dict)
    size: Maybe = None


@dataclass
class Child(Defaults, Logged):
    label: str = "c"

    def describe(self):
        return self.label


print(double(2), double("a"), Defaults(), Child(label="z").log(), Child({"a": "b"}), Child() == Child())


def decorate(kind):
    kind.extra = "yes"
    return kind


@decorate
class Decorated:
    def value(self):
        return 1


class Celsius:
    def __init__(self, degrees):
        self._degrees = degrees

    @property
    def degrees(self):
        return self._degrees

    @degrees.setter
    def degrees(self, value):
        self._degrees = value


temperature = Celsius(1)
temperature.degrees = 5
print(Decorated.extra, Decorated().value(), temperature.degrees)


class X: ...
class Y: ...
class A(X, Y): ...
class B(Y, X): ...


try:
    class C(A, B): ...
except TypeError as error:
    print("inconsistent")
