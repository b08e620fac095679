"""A web server on this machine, behind a security group."""

import lumi
from security_group import Rule, SecurityGroup
from std import RandomId
from web_server import WebServer

config = lumi.Config()
port = config.get_int("port")

group = SecurityGroup(
    "web-traffic",
    description="HTTP from this machine",
    ingress=[Rule(protocol="tcp", cidr_blocks=config.get_object("allow") or ["127.0.0.0/8"])],
)

# Made up once: who visits the server sees that it is still the same one.
release = RandomId("release", byte_length=4)

server = WebServer(
    "web-server",
    port=8080 if port is None else port,
    page=lumi.Output.format("<h1>{}</h1>\n<p>release {}</p>\n", config.get("title") or "Hello", release.hex),
    security_group=group,
)

lumi.export("release", release.hex)
lumi.export("url", server.url)
