import json
import os
from pathlib import Path

import pulumi

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "data", "settings.json")) as file:
    settings = json.load(file)
with open("data/motd.txt", "r", encoding="utf-8") as f:
    lines = [line.strip() for line in f]
text = (Path(__file__).parent / "data" / "motd.txt").read_text()
code = pulumi.AssetArchive({".": pulumi.FileArchive("./data"), "motd": pulumi.StringAsset(text)})
function = pulumi.CustomResource("aws:lambda/function:Function", "fn", {"code": code, "memorySize": settings["memory"], "environment": {"lines": lines}})
page = pulumi.CustomResource("aws:s3/bucketObject:BucketObject", "page", {"source": pulumi.FileAsset(os.path.join("data", "motd.txt")), "key": Path("data/motd.txt").name})
pulumi.export("lines", lines)
pulumi.export("suffix", Path("a/b.tar.gz").suffix)
