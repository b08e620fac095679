"""A server: the page it shows, and the process that shows it."""

from __future__ import annotations

from typing import Optional

import lumi
from lumi import Input, Output, ResourceOptions
from security_group import SecurityGroup
from std import Command, File


class WebServer(lumi.Component):
    url: Output[str]

    def __init__(
        self,
        name: str,
        *,
        port: int,
        page: Input[str],
        security_group: SecurityGroup,
        options: Optional[ResourceOptions] = None,
    ) -> None:
        super().__init__("web:index:Server", name, {"port": port, "securityGroup": security_group}, options)
        child = ResourceOptions(parent=self)
        index = File(f"{name}-page", path=f"out/{name}/index.html", content=page, options=child)

        def command(verb: str, *arguments: Input[str]) -> list[Input[str]]:
            return ["python3", "server.py", verb, f"out/{name}.url", *arguments]

        # The page may change under a running server; other rules need another server.
        process = Command(
            f"{name}-process",
            create=command("start", index.path, security_group.path, str(port)),
            read=command("status"),
            delete=command("stop"),
            triggers=[security_group.version],
            options=child,
        )
        self.url = process.stdout
        self.register_outputs({"url": self.url})
