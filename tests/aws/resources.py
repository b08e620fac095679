"""The resources of a plan, made with the SDK of AWS."""

import base64
import json
import uuid

from botocore.validate import ParamValidator

ACCOUNT = "123456789012"
REGION = "us-east-1"



class Resources:
    """A method for each type; answers the id and the outputs besides the inputs."""

    def __init__(self, client, cloud):
        self.client = client
        self.cloud = cloud

    def make(self, kind, inputs):
        return getattr(self, kind)(inputs)

    def dynamodb_table(self, it):
        table = self.client("dynamodb").create_table(
            TableName=it["name"],
            BillingMode=it["billingMode"],
            KeySchema=[
                {"AttributeName": it["hashKey"], "KeyType": "HASH"},
                {"AttributeName": it["rangeKey"], "KeyType": "RANGE"},
            ],
            AttributeDefinitions=[{"AttributeName": a["name"], "AttributeType": a["type"]} for a in it["attribute"]],
        )
        ttl = {"AttributeName": it["ttl"]["attributeName"], "Enabled": it["ttl"]["enabled"]}
        self.client("dynamodb").update_time_to_live(TableName=it["name"], TimeToLiveSpecification=ttl)
        return it["name"], {"arn": table["TableDescription"]["TableArn"]}

    def s3_bucket(self, it):
        name = it["bucketPrefix"] + uuid.uuid4().hex[:26]
        self.client("s3").create_bucket(Bucket=name)
        return name, {"bucket": name, "arn": f"arn:aws:s3:::{name}"}

    def s3_object(self, it):
        body = base64.b64decode(it["contentBase64"])
        self.client("s3").put_object(Bucket=it["bucket"], Key=it["key"], Body=body)
        return it["key"], {}

    def s3_bucket_notification(self, it):
        topics = [{"TopicArn": t["topicArn"], "Events": t["events"]} for t in it["topic"]]
        configuration = {"TopicConfigurations": topics}
        self.client("s3").put_bucket_notification_configuration(
            Bucket=it["bucket"], NotificationConfiguration=configuration
        )
        return it["bucket"], {}

    def sns_topic(self, it):
        arn = self.client("sns").create_topic(Name=it["name"])["TopicArn"]
        return arn, {"arn": arn}

    def sns_topic_policy(self, it):
        self.client("sns").set_topic_attributes(
            TopicArn=it["arn"], AttributeName="Policy", AttributeValue=it["policy"]
        )
        return it["arn"], {}

    def sns_topic_subscription(self, it):
        raw = {"RawMessageDelivery": str(it["rawMessageDelivery"]).lower()}
        made = self.client("sns").subscribe(
            TopicArn=it["topicArn"], Protocol=it["protocol"], Endpoint=it["endpoint"], Attributes=raw
        )
        return made["SubscriptionArn"], {}

    def sqs_queue(self, it):
        names = {
            "visibilityTimeoutSeconds": "VisibilityTimeout",
            "messageRetentionSeconds": "MessageRetentionPeriod",
            "redrivePolicy": "RedrivePolicy",
            "fifoQueue": "FifoQueue",
            "deduplicationScope": "DeduplicationScope",
            "fifoThroughputLimit": "FifoThroughputLimit",
            "sqsManagedSseEnabled": "SqsManagedSseEnabled",
        }
        text = lambda value: value if isinstance(value, str) else json.dumps(value)
        attributes = {names[name]: text(value) for name, value in it.items() if name in names}
        url = self.client("sqs").create_queue(QueueName=it["name"], Attributes=attributes)["QueueUrl"]
        arn = f"arn:aws:sqs:{REGION}:{ACCOUNT}:{it['name']}"
        self.cloud.queues[arn] = url
        return url, {"url": url, "arn": arn}

    def sqs_queue_policy(self, it):
        self.client("sqs").set_queue_attributes(QueueUrl=it["queueUrl"], Attributes={"Policy": it["policy"]})
        return it["queueUrl"], {}

    def cloudwatch_log_group(self, it):
        return it["name"], {"arn": f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:{it['name']}"}

    def iam_role(self, it):
        made = self.client("iam").create_role(
            RoleName=it["name"], AssumeRolePolicyDocument=it["assumeRolePolicy"]
        )
        return it["name"], {"arn": made["Role"]["Arn"]}

    def iam_role_policy(self, it):
        self.client("iam").put_role_policy(
            RoleName=it["role"], PolicyName=it["name"], PolicyDocument=it["policy"]
        )
        return f"{it['role']}:{it['name']}", {}

    def lambda_function(self, it):
        arn = self.cloud.add_function(it)
        return it["functionName"], {"arn": arn, "invokeArn": f"arn:aws:apigateway:{REGION}:lambda:path/{arn}"}

    def lambda_permission(self, it):
        self.client("lambda").add_permission(
            FunctionName=it["functionName"],
            StatementId=uuid.uuid4().hex,
            Action=it["action"],
            Principal=it["principal"],
            SourceArn=it["sourceArn"],
        )
        return "permission", {}

    def lambda_event_source_mapping(self, it):
        # Made for moto, it would take the messages itself, and run no function.
        assert it["functionResponseTypes"] == ["ReportBatchItemFailures"]
        self.cloud.mappings.append(it)
        return uuid.uuid4().hex, {}

    def secretsmanager_secret(self, it):
        arn = self.client("secretsmanager").create_secret(Name=it["namePrefix"] + uuid.uuid4().hex)["ARN"]
        return arn, {"arn": arn}

    def secretsmanager_secret_version(self, it):
        put = self.client("secretsmanager").put_secret_value
        version = put(SecretId=it["secretId"], SecretString=it["secretString"])["VersionId"]
        return f"{it['secretId']}|{version}", {"arn": it["secretId"], "versionId": version}

    def checked(self, operation, **parameters):
        """Checks what API Gateway is asked for: moto needs more packages for it, and answers no requests of HTTP."""
        shape = self.client("apigatewayv2").meta.service_model.operation_model(operation).input_shape
        report = ParamValidator().validate(parameters, shape)
        assert not report.has_errors(), report.generate_report()

    def apigatewayv2_api(self, it):
        self.checked("CreateApi", Name=it["name"], ProtocolType=it["protocolType"])
        identity = uuid.uuid4().hex[:10]
        execution = f"arn:aws:execute-api:{REGION}:{ACCOUNT}:{identity}"
        return identity, {"apiEndpoint": f"{self.cloud.url}/api/{identity}", "executionArn": execution}

    def apigatewayv2_integration(self, it):
        self.checked(
            "CreateIntegration",
            ApiId=it["apiId"],
            IntegrationType=it["integrationType"],
            IntegrationUri=it["integrationUri"],
            PayloadFormatVersion=it["payloadFormatVersion"],
            TimeoutInMillis=it["timeoutMilliseconds"],
        )
        assert it["payloadFormatVersion"] == "2.0" and it["timeoutMilliseconds"] <= 30_000
        self.cloud.apis[it["apiId"]] = it["integrationUri"].split(":")[-1]
        return uuid.uuid4().hex[:7], {}

    def apigatewayv2_route(self, it):
        self.checked("CreateRoute", ApiId=it["apiId"], RouteKey=it["routeKey"], Target=it["target"])
        assert it["routeKey"] == "$default"
        return uuid.uuid4().hex[:7], {}

    def apigatewayv2_stage(self, it):
        self.checked("CreateStage", ApiId=it["apiId"], StageName=it["name"], AutoDeploy=it["autoDeploy"])
        # Any other stage would be a part of paths.
        assert it["name"] == "$default"
        return it["name"], {}

    def scheduler_schedule_group(self, it):
        arn = self.client("scheduler").create_schedule_group(Name=it["name"])["ScheduleGroupArn"]
        return it["name"], {"arn": arn}

    def scheduler_schedule(self, it):
        target = it["target"]
        self.client("scheduler").create_schedule(
            Name=it["name"],
            GroupName=it["groupName"],
            ScheduleExpression=it["scheduleExpression"],
            ScheduleExpressionTimezone=it["scheduleExpressionTimezone"],
            FlexibleTimeWindow={"Mode": it["flexibleTimeWindow"]["mode"]},
            Target={"Arn": target["arn"], "RoleArn": target["roleArn"], "Input": target["input"]},
        )
        self.cloud.schedules.append(target)
        return it["name"], {}
