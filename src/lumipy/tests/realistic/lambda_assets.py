import pulumi
import base64, hashlib, json

SOURCE = """
exports.handler = async () => ({ statusCode: 200 });
"""

archive = pulumi.AssetArchive({"index.js": pulumi.StringAsset(SOURCE)})
digest = base64.b64encode(hashlib.sha256(SOURCE.encode()).digest()).decode()
fn = pulumi.CustomResource("aws:lambda/function:Function", "fn", {"code": archive, "handler": "index.handler", "sourceCodeHash": digest, "environment": {"variables": {"CONFIG": json.dumps({"a": [1, 2.5, None, True]}, indent=2, separators=(",", ": "))}}})
rule = pulumi.CustomResource("aws:cloudwatch/eventRule:EventRule", "daily", {"scheduleExpression": "rate(1 day)"}, pulumi.ResourceOptions(parent=fn, delete_before_replace=True))
permission = pulumi.CustomResource("aws:lambda/permission:Permission", "allow", {"function": fn.name, "sourceArn": rule.arn, "statementId": pulumi.Output.concat("allow-", rule.name)})
invoke_url = pulumi.Output.all(fn.arn, rule.arn).apply(lambda it: "|".join(it))
pulumi.export("digest", digest)
pulumi.export("url", invoke_url)
