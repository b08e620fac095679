import pulumi
from typing import Iterator, Tuple

def walk(tree, path=()) -> Iterator[Tuple[str, int]]:
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from walk(value, path + (name,))
        else:
            yield "/".join(path + (name,)), value

tree = {"app": {"web": 80, "admin": {"ui": 8080}}, "db": 5432}
parameters = {}
for path, value in walk(tree):
    parameters[path] = pulumi.CustomResource("aws:ssm/parameter:Parameter", path.replace("/", "-"), {"name": f"/{path}", "value": str(value)})
first, *others = sorted(parameters)
pulumi.export("first", first)
pulumi.export("count", len(others))
pulumi.export("total", sum(value for _, value in walk(tree)))
pulumi.export("formatted", "%s has %d, %5.1f%%" % (first, len(others), 33.333))
