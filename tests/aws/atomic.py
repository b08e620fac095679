"""Lets moto's tables check a condition and write as one step, as DynamoDB does: its server answers requests in threads."""

import threading

from moto.dynamodb.models import DynamoDBBackend

lock = threading.RLock()


def atomic(method):
    def locked(self, *args, **kwargs):
        with lock:
            return method(self, *args, **kwargs)

    return locked


def make_writes_atomic():
    for name in ("put_item", "update_item", "delete_item", "transact_write_items"):
        setattr(DynamoDBBackend, name, atomic(getattr(DynamoDBBackend, name)))
