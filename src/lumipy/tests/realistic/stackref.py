import pulumi
from pulumi import StackReference

def tags(name: str, **more: str) -> dict:
    return {"Name": name, **more}

class Database(pulumi.ComponentResource):
    def __init__(self, name, *, engine="postgres", storage: int = 20, opts=None, **kwargs):
        pulumi.ComponentResource.__init__(self, "acme:db:Database", name, None, opts)
        self.instance = pulumi.CustomResource("aws:rds/instance:Instance", f"{name}-instance", {"engine": engine, "allocatedStorage": storage, "tags": tags(name, **kwargs)}, opts=pulumi.ResourceOptions(parent=self))
        self.endpoint = self.instance.endpoint.apply(lambda it: it.split(":")[0])
        self.register_outputs({"endpoint": self.endpoint})

    @staticmethod
    def port(engine: str) -> int:
        return {"postgres": 5432, "mysql": 3306}.get(engine, 0)

    @classmethod
    def small(cls, name):
        return cls(name, storage=5, size="small")

db = Database("main", storage=100, owner="me")
replica = Database.small("replica")
pulumi.export("endpoint", db.endpoint)
pulumi.export("port", Database.port("mysql"))
pulumi.export("connection", pulumi.Output.all(db.endpoint, replica.endpoint).apply(lambda it: "postgres://{}/{}".format(*it)))
