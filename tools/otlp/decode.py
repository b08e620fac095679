"""Decodes requests of OTLP by its published messages.

Standard input has a line for each request: the path and the body in base64. Standard output has a line of JSON for each.
Unknown fields, of which the published messages have none, are an error.
"""

import base64
import json
import sys

from google.protobuf.json_format import MessageToDict
from google.protobuf.unknown_fields import UnknownFieldSet
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

MESSAGES = {
    "/v1/traces": ExportTraceServiceRequest,
    "/v1/logs": ExportLogsServiceRequest,
    "/v1/metrics": ExportMetricsServiceRequest,
}


def check(message):
    """Fails if the message, or one in it, has an unknown field."""
    if len(UnknownFieldSet(message)) > 0:
        raise ValueError(f"{message.DESCRIPTOR.full_name} has unknown fields")
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        for part in value if hasattr(value, "__len__") else [value]:
            check(part)


for line in sys.stdin:
    path, body = line.split()
    message = MESSAGES[path].FromString(base64.b64decode(body))
    check(message)
    print(json.dumps(MessageToDict(message)))
