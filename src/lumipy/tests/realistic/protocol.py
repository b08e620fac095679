from __future__ import annotations
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar, cast
import pulumi

if TYPE_CHECKING:
    from typing import Iterable
    from mypy_boto3 import Something

T = TypeVar("T")

class HasArn(Protocol):
    arn: pulumi.Output[str]

class Rule(NamedTuple):
    port: int
    protocol: str = "tcp"

class Backend(ABC):
    def __init__(self, name: str):
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @abstractmethod
    def build(self) -> pulumi.Resource: ...

class Tagged:
    def tags(self) -> dict[str, str]:
        return {"backend": self.name}

class Queue(Tagged, Backend):
    def build(self):
        return pulumi.CustomResource("aws:sqs/queue:Queue", self.name, {"tags": self.tags()})

class Table(Tagged, Backend):
    def __init__(self, name: str, key: str):
        super().__init__(name)
        self.key = key

    def build(self):
        return pulumi.CustomResource("aws:dynamodb/table:Table", self.name, {"hashKey": self.key, "tags": self.tags()})

class Registry(Generic[T]):
    def __init__(self) -> None:
        self._items: list[T] = []

    def add(self, item: T) -> Registry[T]:
        self._items.append(item)
        return self

    def __iter__(self):
        return iter(self._items)

def arn_of(it: HasArn) -> pulumi.Output[str]:
    return it.arn

registry: Registry[Backend] = Registry[Backend]().add(Queue("jobs")).add(Table("users", "id"))
built = [it.build() for it in registry]
rules = [Rule(443), Rule(53, protocol="udp")]
pulumi.CustomResource("aws:ec2/securityGroup:SecurityGroup", "sg", {"ingress": [rule._asdict() for rule in rules], "first": rules[0].port})
pulumi.export("arns", [arn_of(it) for it in built])
pulumi.export("cast", cast(str, "x"))
