from dataclasses import asdict, dataclass, field, fields, replace
from typing import ClassVar, List, Optional
import copy
import math
import pulumi

@dataclass(frozen=True)
class Spec:
    name: str
    cpu: float = 0.5
    volumes: List[str] = field(default_factory=list)
    LIMIT: ClassVar[int] = 8

    def __post_init__(self):
        if self.cpu > self.LIMIT:
            raise ValueError(f"{self.name}: too many CPUs")

    @property
    def memory(self) -> int:
        return math.ceil(self.cpu * 2048)

base = Spec("base")
specs = [base, replace(base, name="big", cpu=4.0), Spec("disk", volumes=["a", "b"])]
for spec in specs:
    pulumi.CustomResource("x:index:Task", spec.name, {**asdict(spec), "memory": spec.memory})
template = {"a": {"b": [1, 2]}}
changed = copy.deepcopy(template)
changed["a"]["b"].append(3)
try:
    Spec("huge", cpu=99)
except ValueError as error:
    message = str(error)
pulumi.export("fields", [it.name for it in fields(Spec)])
pulumi.export("template", [template, changed])
pulumi.export("message", message)
