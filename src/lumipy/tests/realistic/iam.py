import json
import hashlib
import pulumi

def policy(actions, resources, effect="Allow"):
    return {"Effect": effect, "Action": list(actions), "Resource": resources}

bucket = pulumi.CustomResource("aws:s3/bucket:Bucket", "data", {"acl": "private"})
document = pulumi.Output.json_dumps({"Version": "2012-10-17", "Statement": [policy({"s3:GetObject"}, [pulumi.Output.concat(bucket.arn, "/*")])]})
role = pulumi.CustomResource("aws:iam/role:Role", "reader", {"assumeRolePolicy": json.dumps({"Version": "2012-10-17", "Statement": [policy(["sts:AssumeRole"], None)]}, sort_keys=True)})
attached = pulumi.CustomResource("aws:iam/rolePolicy:RolePolicy", "reader-" + hashlib.sha256(b"reader").hexdigest()[:8], {"role": role.id, "policy": document}, pulumi.ResourceOptions(depends_on=[role, bucket]))
combined = pulumi.Output.all(bucket.id, role.arn).apply(lambda args: f"{args[0]}:{args[1]}")
named = pulumi.Output.all(bucket=bucket.id, role=role.arn).apply(lambda args: json.dumps(args["bucket"]))
pulumi.export("combined", combined)
pulumi.export("named", named)
