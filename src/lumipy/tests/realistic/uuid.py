import uuid
import random
import string
from datetime import datetime, timedelta, timezone
import pulumi

namespace = uuid.uuid5(uuid.NAMESPACE_DNS, "example.com")
random.seed(42)
suffix = "".join(random.choices(string.ascii_lowercase + string.digits, k=6))
start = datetime(2024, 1, 1, tzinfo=timezone.utc)
window = timedelta(days=90)
pulumi.CustomResource("x:index:Certificate", f"cert-{suffix}", {"id": str(namespace), "from": start.isoformat(), "to": (start + window).strftime("%Y-%m-%dT%H:%M:%SZ")})
pulumi.export("id", str(namespace))
pulumi.export("days", window.days)
