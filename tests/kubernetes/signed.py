"""Lets moto's S3 refuse requests whose signed URL is not that of the key of the stack, as botocore computes signatures: moto
takes any."""

import urllib.parse
from datetime import datetime, timedelta, timezone

from botocore.auth import S3SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from moto.server import DomainDispatcherApplication

# As `cloud:s3-access-key` and `cloud:s3-secret-key` of the tests say.
KEYS = Credentials("key", "correct-horse")
answered = DomainDispatcherApplication.__call__


def is_good(environ):
    path = environ["RAW_URI"]
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query, keep_blank_values=True))
    start = datetime.strptime(query["X-Amz-Date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc)
    seconds = int(query["X-Amz-Expires"])
    if datetime.now(timezone.utc) > start + timedelta(seconds=seconds):
        return False
    unsigned = "&".join(it for it in path.split("&") if not it.startswith("X-Amz-Signature="))
    host = environ["HTTP_HOST"]
    request = AWSRequest(method=environ["REQUEST_METHOD"], url=f"http://{host}{unsigned}", headers={"Host": host})
    request.context["timestamp"] = query["X-Amz-Date"]
    auth = S3SigV4QueryAuth(KEYS, "s3", query["X-Amz-Credential"].split("/")[2], seconds)
    signature = auth.signature(auth.string_to_sign(request, auth.canonical_request(request)), request)
    return signature == query["X-Amz-Signature"]


def judged(self, environ, start_response):
    if "X-Amz-Signature=" in environ.get("QUERY_STRING", "") and not is_good(environ):
        start_response("403 Forbidden", [("content-type", "application/xml")])
        return [b"<Error><Code>SignatureDoesNotMatch</Code></Error>"]
    return answered(self, environ, start_response)


def judge_signed_urls():
    DomainDispatcherApplication.__call__ = judged
