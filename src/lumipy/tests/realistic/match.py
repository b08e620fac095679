import pulumi

config = pulumi.Config()

def sized(size: str):
    match size:
        case "small" | "s":
            return {"cpu": 1, "memory": 512}
        case "large":
            return {"cpu": 4, "memory": 4096}
        case other if other.isdigit():
            return {"cpu": int(other), "memory": int(other) * 1024}
        case _:
            raise ValueError(f"unknown size {size!r}")

for size in ("small", "large", "3"):
    match sized(size):
        case {"cpu": 1, **rest}:
            kind = "tiny"
        case {"cpu": cpu, "memory": memory} if cpu > 3:
            kind = f"big {memory}"
        case _:
            kind = "other"
    vm = pulumi.CustomResource("x:index:Vm", f"vm-{size}", {"kind": kind, **sized(size)})
    if size == "small":
        pulumi.export("smallest", vm.kind)
try:
    sized("huge?")
except ValueError as error:
    pulumi.log.warn(str(error))
