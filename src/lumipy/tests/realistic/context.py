from contextlib import contextmanager
import pulumi

@contextmanager
def tagged(**tags):
    before = dict(current)
    current.update(tags)
    try:
        yield current
    finally:
        current.clear()
        current.update(before)

current: dict[str, str] = {"team": "core"}

def bucket(name):
    return pulumi.CustomResource("aws:s3/bucket:Bucket", name, {"tags": dict(current)})

first = bucket("plain")
with tagged(stage="prod", owner="me") as tags:
    second = bucket("tagged")
    with tagged(stage="dev"):
        third = bucket("inner")
fourth = bucket("after")
pulumi.export("tags", [it.tags for it in (first, second, third, fourth)])
