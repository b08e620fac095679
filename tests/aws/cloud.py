"""AWS on loopback: moto with IAM enforced, and what moto lacks: running functions, API Gateway's requests, taking messages
from queues, and schedules. Prints its port."""

import base64
import http.client
import json
import logging
import os
import sys
import threading
import time
import traceback
import urllib.parse
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Making the administrator is free; everything after it needs permission.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "3"

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from moto.server import ThreadedMotoServer

from atomic import make_writes_atomic
from functions import Function, Sandboxes
from judged import judge_resources
from lossy import start_lossy
from presigned import judge_signed_urls
from resources import ACCOUNT, REGION, Resources


class Cloud:
    def __init__(self):
        self.moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.moto.start()
        self.moto_port = self.moto.get_host_and_port()[1]
        self.url = ""
        self.queues, self.apis, self.functions, self.roles = {}, {}, {}, {}
        self.mappings, self.schedules = [], []
        # Actions that the role of a function may not do with its queue.
        self.refused = []
        self.clients = {}
        self.lock = threading.Lock()
        self.sandboxes = Sandboxes()
        self.administrator = self.made_administrator()
        self.resources = Resources(self.client, self)
        request = http.client.HTTPConnection("127.0.0.1", self.moto_port)
        request.request("POST", "/moto-api/config", json.dumps({"lambda": {"use_docker": False}}))
        assert request.getresponse().status < 300

    def made_administrator(self):
        first = {"aws_access_key_id": "first", "aws_secret_access_key": "first"}
        iam = self.new_client("iam", first)
        iam.create_user(UserName="admin")
        document = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
        iam.put_user_policy(UserName="admin", PolicyName="all", PolicyDocument=json.dumps(document))
        key = iam.create_access_key(UserName="admin")["AccessKey"]
        return {"aws_access_key_id": key["AccessKeyId"], "aws_secret_access_key": key["SecretAccessKey"]}

    def new_client(self, service, credentials):
        endpoint = f"http://127.0.0.1:{self.moto_port}"
        config = Config(retries={"total_max_attempts": 1})
        return boto3.client(service, region_name=REGION, endpoint_url=endpoint, config=config, **credentials)

    def client(self, service):
        with self.lock:
            if service not in self.clients:
                self.clients[service] = self.new_client(service, self.administrator)
            return self.clients[service]

    def assumed(self, role):
        """Credentials of a role, which must be Lambda's. moto lets only users take one, so the policy changes for the moment."""
        iam, name = self.client("iam"), role.split("/")[-1]
        own = iam.get_role(RoleName=name)["Role"]["AssumeRolePolicyDocument"]
        assert [it["Principal"] for it in own["Statement"]] == [{"Service": "lambda.amazonaws.com"}]
        for_users = {**own, "Statement": [{**own["Statement"][0], "Principal": {"AWS": "*"}}]}
        iam.update_assume_role_policy(RoleName=name, PolicyDocument=json.dumps(for_users))
        made = self.client("sts").assume_role(RoleArn=role, RoleSessionName="function")["Credentials"]
        iam.update_assume_role_policy(RoleName=name, PolicyDocument=json.dumps(own))
        return {
            "aws_access_key_id": made["AccessKeyId"],
            "aws_secret_access_key": made["SecretAccessKey"],
            "aws_session_token": made["SessionToken"],
        }

    def add_function(self, it):
        name = it["functionName"]
        made = self.client("lambda").create_function(
            FunctionName=name,
            Role=it["role"],
            Runtime=it["runtime"],
            Architectures=it["architectures"],
            Handler=it["handler"],
            Timeout=it["timeout"],
            MemorySize=it["memorySize"],
            Code={"S3Bucket": it["s3Bucket"], "S3Key": it["s3Key"]},
            Environment={"Variables": it["environment"]["variables"]},
        )
        credentials = self.assumed(it["role"])
        environment = {
            **it["environment"]["variables"],
            **{key.upper(): value for key, value in credentials.items()},
            "AWS_REGION": REGION,
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.moto_port}",
            "AWS_ENDPOINT_URL_LAMBDA": self.url,
        }
        archive = self.client("s3").get_object(Bucket=it["s3Bucket"], Key=it["s3Key"])["Body"].read()
        self.functions[name] = Function(name, archive, environment, self.url.removeprefix("http://"), self.sandboxes)
        self.roles[name] = (it["role"], credentials)
        return made["FunctionArn"]

    def start(self):
        """Begins to take messages of queues."""
        for mapping in self.mappings:
            threading.Thread(target=self.pump, args=(mapping,), daemon=True).start()
        self.mappings = []

    def pump(self, mapping):
        arn, name = mapping["eventSourceArn"], mapping["functionName"].split(":")[-1]
        sqs = self.new_client("sqs", self.roles[name][1])
        url = self.queues[arn]
        while True:
            try:
                sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["ApproximateNumberOfMessages"])
                got = sqs.receive_message(
                    QueueUrl=url, MaxNumberOfMessages=mapping["batchSize"], WaitTimeSeconds=1, AttributeNames=["All"]
                ).get("Messages", [])
            except ClientError as error:
                self.refuse(name, error)
                continue
            if got:
                threading.Thread(target=self.deliver, args=(sqs, url, arn, name, got), daemon=True).start()

    def refuse(self, name, error):
        assert error.response["ResponseMetadata"]["HTTPStatusCode"] == 403, error
        self.refused.append(f"{name} {error.operation_name}")
        time.sleep(0.2)

    def deliver(self, sqs, url, arn, name, messages):
        records = [
            {
                "messageId": it["MessageId"],
                "receiptHandle": it["ReceiptHandle"],
                "body": it["Body"],
                "attributes": it["Attributes"],
                "messageAttributes": {},
                "md5OfBody": it["MD5OfBody"],
                "eventSource": "aws:sqs",
                "eventSourceARN": arn,
                "awsRegion": REGION,
            }
            for it in messages
        ]
        is_failed, answer = self.functions[name].call(json.dumps({"Records": records}).encode())
        if is_failed:
            print(f"{name} failed: {answer.decode()}", file=sys.stderr)
            return
        failed = {it["itemIdentifier"] for it in json.loads(answer)["batchItemFailures"]}
        for it in messages:
            if it["MessageId"] not in failed:
                try:
                    sqs.delete_message(QueueUrl=url, ReceiptHandle=it["ReceiptHandle"])
                except ClientError as error:
                    self.refuse(name, error)

    def tick(self):
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        for target in self.schedules:
            event = target["input"].replace("<aws.scheduler.scheduled-time>", now)
            is_failed, answer = self.functions[target["arn"].split(":")[-1]].call(event.encode())
            assert not is_failed, answer

    def invoked(self, path, headers, body):
        """A call through Lambda, which moto allows or refuses; it checks the signature, too."""
        request = http.client.HTTPConnection("127.0.0.1", self.moto_port)
        request.request("POST", path, body, dict(headers))
        response = request.getresponse()
        text = response.read()
        if response.status >= 300:
            return response.status, {}, text
        name = urllib.parse.unquote(path.split("/")[3])
        is_failed, answer = self.functions[name].call(body)
        return 200, {"X-Amz-Function-Error": "Unhandled"} if is_failed else {}, answer

    def requested(self, method, path, headers, body):
        """A request to API Gateway, in version 2.0 of its format: it decodes paths, and takes cookies out of headers."""
        raw, _, query = path.partition("?")
        identity, _, rest = raw.removeprefix("/api/").partition("/")
        fields = {}
        for name, value in headers:
            fields.setdefault(name.lower(), []).append(value)
        cookies = [it.strip() for value in fields.pop("cookie", []) for it in value.split(";")]
        raw_path = urllib.parse.unquote("/" + rest)
        is_text = any(it in fields.get("content-type", [""])[0] for it in ("text", "json", "xml", "javascript"))
        event = {
            "version": "2.0",
            "routeKey": "$default",
            "rawPath": raw_path,
            "rawQueryString": query,
            "headers": {name: ",".join(values) for name, values in fields.items()},
            "requestContext": {
                "accountId": ACCOUNT,
                "apiId": identity,
                "http": {"method": method, "path": raw_path, "protocol": "HTTP/1.1", "sourceIp": "127.0.0.1"},
                "routeKey": "$default",
                "stage": "$default",
            },
            "isBase64Encoded": bool(body) and not is_text,
        }
        if cookies:
            event["cookies"] = cookies
        if body:
            event["body"] = body.decode() if is_text else base64.b64encode(body).decode()
        is_failed, text = self.functions[self.apis[identity]].call(json.dumps(event).encode())
        if is_failed:
            return 500, [("content-type", "application/json")], b'{"message":"Internal Server Error"}'
        answer = json.loads(text)
        answered = list(answer.get("headers", {}).items()) + [("set-cookie", it) for it in answer.get("cookies", [])]
        content = answer.get("body", "")
        return answer["statusCode"], answered, base64.b64decode(content) if answer.get("isBase64Encoded") else content.encode()

    def without(self, name, action, resource):
        """Takes an action on a resource out of the policies of a role, whose function begins anew."""
        for policy, document in self.policies(name).items():
            statements = [
                {**it, "Action": action_, "Resource": resource_}
                for it in document["Statement"]
                for action_ in it["Action"]
                for resource_ in it["Resource"]
                if (action_, resource_) != (action, resource)
            ]
            self.set_policies(name, {policy: {**document, "Statement": statements}})
        self.functions[name].restart()

    def role_of(self, name):
        return self.roles[name][0].split("/")[-1]

    def policies(self, name):
        iam, role = self.client("iam"), self.role_of(name)
        names = iam.list_role_policies(RoleName=role)["PolicyNames"]
        return {it: iam.get_role_policy(RoleName=role, PolicyName=it)["PolicyDocument"] for it in names}

    def set_policies(self, name, policies):
        for policy, document in policies.items():
            self.client("iam").put_role_policy(
                RoleName=self.role_of(name), PolicyName=policy, PolicyDocument=json.dumps(document)
            )

    def external(self, name):
        """Leaves a function to the test."""
        function = self.functions[name]
        function.is_external = True
        function.restart()
        return {"environment": function.environment, "files": function.files()}

    def control(self, path, data):
        if path == "deploy":
            identity, outputs = self.resources.make(data["type"].removeprefix("aws:resources:aws_"), data["inputs"])
            return {"id": identity, "outputs": outputs}
        if path == "call":
            is_failed, answer = self.functions[data["name"]].call(json.dumps(data["event"]).encode())
            return {"failed": is_failed, "answer": json.loads(answer)}
        commands = {
            "start": self.start,
            "tick": self.tick,
            "policies": self.policies,
            "set-policies": self.set_policies,
            "without": self.without,
            "external": self.external,
            "restart": lambda name: self.functions[name].restart(),
            "lossy": lambda: {"moto": start_lossy(self.moto_port), "lambda": start_lossy(int(self.url.split(":")[-1]))},
            "refused": lambda: self.refused,
            "log": lambda: self.sandboxes.log,
        }
        return commands[path](**data)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            answer = self.routed(body)
            if answer is None:
                self.close_connection = True
                return
            status, headers, content = answer
        except Exception:
            traceback.print_exc()
            status, headers, content = 500, {}, str(sys.exception()).encode()
        self.send_response(status)
        for name, value in headers.items() if isinstance(headers, dict) else headers:
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if status != 204:
            self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def routed(self, body):
        if self.path.startswith("/runtime/"):
            own, _, path = self.path.removeprefix("/runtime/").partition("/2018-06-01/runtime/")
            name, generation = own.split("/")
            return cloud.functions[name].serve(int(generation), path, body)
        if self.path.startswith("/2015-03-31/"):
            return cloud.invoked(self.path, self.headers.items(), body)
        if self.path.startswith("/api/"):
            return cloud.requested(self.command, self.path, self.headers.items(), body)
        return 200, {}, json.dumps(cloud.control(self.path[1:], json.loads(body or b"{}"))).encode()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


logging.getLogger("werkzeug").setLevel(logging.ERROR)
judge_resources()
make_writes_atomic()
judge_signed_urls()
cloud = Cloud()
server = Server(("127.0.0.1", 0), Handler)
cloud.url = f"http://127.0.0.1:{server.server_port}"
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
# The end of the test closes it.
sys.stdin.read()
cloud.sandboxes.stop()
os._exit(0)
