import functools
import operator
from collections import Counter, OrderedDict, defaultdict, namedtuple
import pulumi

Server = namedtuple("Server", ["name", "zone", "role"])
servers = [Server(f"s{i}", zone, role) for i, (zone, role) in enumerate([("a", "web"), ("b", "web"), ("a", "db")])]

by_zone = defaultdict(list)
for server in servers:
    by_zone[server.zone].append(server.name)
roles = Counter(it.role for it in servers)

@functools.lru_cache(maxsize=None)
def group(zone: str):
    return pulumi.CustomResource("x:index:Group", f"group-{zone}", {"members": by_zone[zone]})

make = functools.partial(pulumi.CustomResource, "x:index:Server")
made = [make(it.name, {"group": group(it.zone).id, "role": it.role}) for it in sorted(servers, key=operator.attrgetter("role", "name"))]
total = functools.reduce(operator.add, roles.values())
pulumi.export("roles", dict(roles.most_common()))
pulumi.export("zones", OrderedDict(sorted(by_zone.items())))
pulumi.export("total", total)
pulumi.export("same", group("a") is group("a"))
