import pulumi
from pulumi import Config, Output, export, get_project, get_stack, log

config = Config()
app = Config("app")
size = config.get_int("size") or 3
debug = config.get_bool("debug")
ratio = config.get_float("ratio") or 0.5
settings = config.get_object("settings") or {"tags": {"a": "b"}}
token = config.get_secret("token") or Output.secret("none")
region = app.get("region", "eu")
tags = {**settings["tags"], "project": get_project(), "stack": get_stack()}
log.info(f"size is {size}")
for index in range(size):
    pulumi.CustomResource("x:index:Vm", f"vm-{index:02d}", {"tags": tags, "debug": debug, "region": region, "ratio": ratio, "token": token})
if debug:
    export("debugging", True)
export("tags", tags)
export("token", token)
export("has_a", "a" in settings["tags"])
export("keys", sorted(settings["tags"].keys()))
