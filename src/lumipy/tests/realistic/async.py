import asyncio
import pulumi

bucket = pulumi.CustomResource("aws:s3/bucket:Bucket", "b", {})

async def lookup(name):
    await asyncio.gather()
    return f"found-{name}"

async def both():
    first, second = await asyncio.gather(lookup("a"), lookup("b"))
    return {"first": first, "second": second}

found = pulumi.Output.from_input(both())
pulumi.export("found", found["first"])
pulumi.export("direct", pulumi.Output.from_input(lookup("c")))
