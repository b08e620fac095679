import functools
import re
import pulumi
from typing import Callable

registry: dict[str, Callable] = {}

def resource(kind: str):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(name, *args, **kwargs):
            if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
                raise ValueError(f"bad name: {name}")
            return pulumi.CustomResource(kind, name, function(*args, **kwargs))
        registry[function.__name__] = wrapper
        return wrapper
    return decorate

@resource("aws:sns/topic:Topic")
def topic(display: str = "x"):
    return {"displayName": display}

@resource("aws:sqs/queue:Queue")
def queue(delay=0, *, fifo=False):
    return {"delaySeconds": delay, "fifoQueue": fifo}

made = [topic("alerts", display="Alerts"), queue("jobs", 5, fifo=True)]
try:
    topic("Bad Name")
except ValueError as error:
    problem = str(error)
pulumi.export("kinds", sorted(registry))
pulumi.export("problem", problem)
pulumi.export("match", [m.group("major") for m in re.finditer(r"v(?P<major>\d+)\.\d+", "v1.2 v10.3")])
