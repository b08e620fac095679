from enum import Enum, IntEnum, StrEnum, auto
import pulumi

class Tier(StrEnum):
    FREE = auto()
    PAID = auto()

class Priority(IntEnum):
    LOW = 1
    HIGH = 10

class Size(Enum):
    S = ("t3.small", 1)
    L = ("t3.large", 4)

    def __init__(self, instance, cpus):
        self.instance = instance
        self.cpus = cpus

    @classmethod
    def for_cpus(cls, wanted: int) -> "Size":
        return next(it for it in cls if it.cpus >= wanted)

table = {Tier.FREE: Size.S, Tier.PAID: Size.for_cpus(3)}
for tier, size in table.items():
    pulumi.CustomResource("x:index:Plan", f"plan-{tier}", {"tier": tier, "instance": size.instance, "priority": Priority.HIGH if tier is Tier.PAID else Priority.LOW})
pulumi.export("tiers", [it.value for it in Tier])
pulumi.export("chosen", {str(tier): size.name for tier, size in table.items()})
pulumi.export("text", f"{Tier.FREE} {Size.S} {Priority.HIGH:03d}")
