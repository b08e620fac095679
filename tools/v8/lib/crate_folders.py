"""Prints the folders of the named crates, given `cargo metadata` on stdin."""

import json
import os
import sys

packages = {
    package["name"]: package["manifest_path"] for package in json.load(sys.stdin)["packages"]
}
for name in sys.argv[1:]:
    print(os.path.dirname(packages[name]))
