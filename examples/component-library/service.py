"""A service: a container that runs a number of times behind a load balancer."""

import json

import lumi


class Service(lumi.ComponentResource):
    def __init__(self, name, image, network, replicas=1, port=80, environment=None, opts=None):
        if not isinstance(replicas, int) or replicas < 1:
            raise ValueError(f'service "{name}" must have 1 replica or more, not {replicas}')
        super().__init__(
            "shop:service:Service", name, {"image": image, "replicas": replicas, "port": port}, opts
        )
        below = lumi.ResourceOptions(parent=self)

        balancer = lumi.CustomResource("aws:lb/loadBalancer:LoadBalancer", name, {
            "subnets": network.subnet_ids,
        }, opts=below)

        targets = lumi.CustomResource("aws:lb/targetGroup:TargetGroup", name, {
            "vpcId": network.vpc_id,
            "protocol": "HTTP",
            "port": port,
        }, opts=below)

        listener = lumi.CustomResource("aws:lb/listener:Listener", name, {
            "loadBalancerArn": balancer.id,
            "port": 80,
            "defaultActions": [{"type": "forward", "targetGroupArn": targets.id}],
        }, opts=below)

        containers = [{
            "name": name,
            "image": image,
            "portMappings": [{"containerPort": port}],
            "environment": [{"name": key, "value": it} for key, it in (environment or {}).items()],
        }]
        task = lumi.CustomResource("aws:ecs/taskDefinition:TaskDefinition", name, {
            "family": name,
            "containerDefinitions": json.dumps(containers, separators=(",", ":")),
        }, opts=below)

        # The service refuses targets that nothing listens for, but names no listener.
        lumi.CustomResource("aws:ecs/service:Service", name, {
            "taskDefinition": task.id,
            "desiredCount": replicas,
            "networkConfiguration": {"subnets": network.subnet_ids},
            "loadBalancers": [
                {"targetGroupArn": targets.id, "containerName": name, "containerPort": port}
            ],
        }, opts=lumi.ResourceOptions(parent=self, depends_on=listener))

        self.url = f"http://{balancer.dns_name}"
        self.register_outputs({"url": self.url})
