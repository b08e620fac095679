"""Who may talk to a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence

import lumi
from lumi import Output, ResourceOptions
from std import File


@dataclass(frozen=True)
class Rule:
    protocol: str
    #: Networks, such as `10.0.0.0/8`.
    cidr_blocks: Sequence[str]


class SecurityGroup(lumi.Component):
    """Rules in a file that the server reads when it starts."""

    path: Output[str]
    #: Changes with the rules.
    version: Output[str]

    def __init__(
        self,
        name: str,
        *,
        description: str,
        ingress: Sequence[Rule],
        options: Optional[ResourceOptions] = None,
    ) -> None:
        super().__init__("web:index:SecurityGroup", name, {"description": description, "ingress": ingress}, options)
        rules = File(
            f"{name}-rules",
            path=f"out/{name}.json",
            content=Output.json_dumps({"ingress": [vars(rule) for rule in ingress]}, indent=2),
            options=ResourceOptions(parent=self),
        )
        self.path = rules.path
        self.version = rules.sha256
        self.register_outputs({"path": self.path})
