"""The same shop in Python: `lumi run examples/component-library/index.py`."""

import lumi
from network import Network
from service import Service

network = Network("shop", domain="shop.internal", zones=["north", "south"])

api = Service("api", image="shop/api:1.4", network=network, replicas=3)

web = Service("web", "shop/web:2.0", network, environment={"API_URL": api.url})

lumi.export("url", web.url)
lumi.export("apiUrl", api.url)
lumi.export("hosts", network.hosts)
