"""A program as one writes for infrastructure, without resources."""
from typing import Optional
from dataclasses import dataclass

REGIONS = ["eu-1", "us-2"]
SIZES = {"small": {"cpu": 1, "memory": 512}, "large": {"cpu": 4, "memory": 8192}}

@dataclass
class Service:
    name: str
    size: str = "small"
    ports: tuple = (80, 443)
    env: Optional[dict] = None

    def container(self, region: str) -> dict:
        limits = SIZES[self.size]
        return {
            "name": f"{self.name}-{region}",
            "limits": {k: f"{v}Mi" if k == "memory" else str(v) for k, v in limits.items()},
            "ports": [{"port": p, "tls": p == 443} for p in self.ports],
            "env": sorted((self.env or {}).items()),
        }

def cidr(index: int, prefix: int = 16, bits: int = 24) -> str:
    return f"10.{index // 256}.{index % 256}.0/{bits}"

services = [Service("web", "large", env={"B": "2", "A": "1"}), Service("api", ports=(8080,))]
for region_index, region in enumerate(REGIONS):
    for service in services:
        print(service.container(region))
    print(cidr(region_index), cidr(300), cidr(index=5, bits=28))

def chunks(items, size):
    return [items[i:i + size] for i in range(0, len(items), size)]
print(chunks(list(range(7)), 3), dict(zip(REGIONS, chunks("abcdef", 3))))
tags = {**{"team": "core", "env": "dev"}, "name": "x"}
print(",".join(f"{k}={v}" for k, v in sorted(tags.items())))
policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": [f"s3:{a}" for a in ("Get", "Put")], "Resource": "*"}]}
import json
print(json.dumps(policy, indent=4))
print(len(json.dumps(policy)), policy["Statement"][0]["Action"][-1])
total = sum(SIZES[s.size]["memory"] for s in services)
print(f"{total} MiB = {total / 1024:.2f} GiB, {total // 1024} whole, {total:>8,}|")
matrix = [[i * j for j in range(1, 4)] for i in range(1, 4)]
print(matrix, [list(row) for row in zip(*matrix)])
flat = [x for row in matrix for x in row if x % 2 == 0]
print(flat, max(flat, default=None), sorted(set(flat)))
