import mimetypes
import os
import re
from string import Template
import pulumi
from lumi.std import fs

pages = {"index.html": "<h1>$title</h1>", "about/us.html": "<p>$title</p>", "style.css": "body {}", "logo.svg": "<svg/>"}

def slug(path: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", path.lower()).strip("-")

for path, body in sorted(pages.items()):
    mime, _ = mimetypes.guess_type(path)
    content = Template(body).safe_substitute(title="Hello")
    fs.File(slug(path), path=os.path.join("out", path), content=content)
    pulumi.export(f"mime:{path}", mime)
pulumi.export("names", [slug(it) for it in pages])
