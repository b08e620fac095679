import pulumi
from pulumi import ProviderResource, ResourceOptions, InvokeOptions

regions = ["us-east-1", "eu-west-1"]
providers = {region: pulumi.ProviderResource("aws", f"aws-{region}", {"region": region}) for region in regions}
buckets = []
for region, provider in providers.items():
    previous = buckets[-1:] or None
    buckets.append(pulumi.CustomResource("aws:s3/bucket:Bucket", f"logs-{region}", {"forceDestroy": True}, opts=ResourceOptions(provider=provider, depends_on=previous, protect=False, ignore_changes=["tags"], delete_before_replace=None)))
pulumi.export("buckets", pulumi.Output.all(*[b.id for b in buckets]).apply(lambda ids: ",".join(ids)))
pulumi.export("bucket_names", [b.bucket for b in buckets])
