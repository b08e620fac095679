"""Lets moto judge the resources of more services: it looks at those of S3 and SQS only, and takes others to be `*`."""

from moto.awslambda.responses import LambdaResponse
from moto.dynamodb.responses import DynamoHandler
from moto.iam.access_control import IAMRequest
from moto.secretsmanager.responses import SecretsManagerResponse
from moto.sns.responses import SNSResponse

from resources import ACCOUNT, REGION

checked_by_moto = IAMRequest.check_action_permitted


def table(self):
    name = self._get_param("TableName")
    return f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{name}" if name else "*"


def topic(self):
    return self._get_param("TopicArn") or "*"


def secret(self):
    return self._get_param("SecretId") or "*"


def function(self):
    parts = self.path.split("/")
    return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{parts[3]}" if len(parts) > 3 else "*"


def check_call(self, resource):
    """Calls a function of Lambda by the name of the action, which is not that of the operation."""
    if self._action == "lambda:Invoke":
        self._action = "lambda:InvokeFunction"
    return checked_by_moto(self, resource)


def judge_resources():
    DynamoHandler._determine_resource = table
    SNSResponse._determine_resource = topic
    SecretsManagerResponse._determine_resource = secret
    LambdaResponse._determine_resource = function
    IAMRequest.check_action_permitted = check_call
