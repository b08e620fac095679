"""Lets moto judge signed URLs of S3, as botocore computes their signatures: moto knows those in headers only."""

import urllib.parse
from datetime import datetime, timedelta, timezone

from botocore.auth import S3SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from moto.iam.access_control import S3IAMRequest

made_by_moto = S3IAMRequest.__init__
calculated_by_moto = S3IAMRequest._calculate_signature


def made(self, account_id, method, path, data, body, headers, action):
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query, keep_blank_values=True))
    self._signed_query = query if "X-Amz-Signature" in query else None
    if self._signed_query is not None:
        parts = {name: query[f"X-Amz-{name}"] for name in ("Credential", "SignedHeaders", "Signature")}
        authorization = ", ".join(f"{name}={value}" for name, value in parts.items())
        headers = {
            **dict(headers),
            "Authorization": f"AWS4-HMAC-SHA256 {authorization}",
            "X-Amz-Security-Token": query.get("X-Amz-Security-Token"),
        }
    made_by_moto(self, account_id, method, path, data, body, headers, action)


def calculated(self):
    query = self._signed_query
    if query is None:
        return calculated_by_moto(self)
    time = datetime.strptime(query["X-Amz-Date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc)
    if datetime.now(timezone.utc) > time + timedelta(seconds=int(query["X-Amz-Expires"])):
        self._raise_access_denied()
    url = "&".join(it for it in self._path.split("&") if not it.startswith("X-Amz-Signature="))
    host = next(value for name, value in self._headers.items() if name.lower() == "host")
    request = AWSRequest(method=self._method, url=url, headers={"Host": host})
    request.context["timestamp"] = query["X-Amz-Date"]
    credentials = self._access_key.create_credentials()
    auth = S3SigV4QueryAuth(credentials, self._service, self._region, int(query["X-Amz-Expires"]))
    return auth.signature(auth.string_to_sign(request, auth.canonical_request(request)), request)


def judge_signed_urls():
    S3IAMRequest.__init__ = made
    S3IAMRequest._calculate_signature = calculated
