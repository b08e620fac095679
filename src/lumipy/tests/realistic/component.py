from dataclasses import dataclass, field
from enum import Enum
from typing import Mapping, Optional, Sequence

import pulumi
from pulumi import ComponentResource, Input, Output, ResourceOptions


class Environment(str, Enum):
    DEV = "dev"
    PROD = "prod"


@dataclass
class ServiceArgs:
    image: Input[str]
    replicas: int = 1
    environment: Environment = Environment.DEV
    env: Mapping[str, str] = field(default_factory=dict)
    ports: Sequence[int] = (80,)


class Service(ComponentResource):
    url: Output[str]

    def __init__(self, name: str, args: ServiceArgs, opts: Optional[ResourceOptions] = None):
        super().__init__("acme:app:Service", name, {}, opts)
        child = ResourceOptions(parent=self)
        self.tasks = [
            pulumi.CustomResource(
                "aws:ecs/task:Task", f"{name}-{index}",
                {"image": args.image, "env": {**args.env, "STAGE": args.environment.value}, "stage": args.environment},
                opts=child,
            )
            for index in range(args.replicas)
        ]
        self.balancer = pulumi.CustomResource("aws:lb/balancer:Balancer", name, {"ports": list(args.ports), "targets": [it.id for it in self.tasks]}, opts=ResourceOptions.merge(child, ResourceOptions(protect=args.environment == Environment.PROD)))
        self.url = Output.concat("http://", self.balancer.dns_name)
        self.register_outputs({"url": self.url})


stage = Environment(pulumi.Config().get("stage", "dev"))
services = {name: Service(name, ServiceArgs(image=f"{name}:latest", replicas=2 if stage is Environment.PROD else 1, environment=stage)) for name in ("web", "api")}
for name, service in services.items():
    pulumi.export(f"{name}_url", service.url)
