import os
import pulumi

class ConfigError(Exception):
    def __init__(self, key, reason="missing"):
        super().__init__(f"{key}: {reason}")
        self.key = key

def required(values: dict, key: str):
    try:
        return values[key]
    except KeyError as error:
        raise ConfigError(key) from error
    finally:
        seen.append(key)

seen: list = []
values = {"a": 1}
results = []
for key in ("a", "b"):
    try:
        results.append(required(values, key))
    except ConfigError as error:
        results.append(str(error))
        assert error.key == "b", "wrong key"
    else:
        results.append("fine")
assert len(seen) == 2
path = os.path.join("modules", "app", "main.py")
name, extension = os.path.splitext(os.path.basename(path))
total = 0
while True:
    total += 1
    if total > 3:
        break
else:
    total = -1
count = (lambda *args, **named: len(args) + len(named))(1, 2, x=3)
pulumi.export("results", results)
pulumi.export("file", [name, extension, os.path.dirname(path)])
pulumi.export("numbers", [total, count, -7 // 2, round(2.675, 2), 0x1F, 1_000])
