"""The same shop in Python: `lumi run examples/component-library/index.py`."""

import lumi
from network import Network
from service import Service

europe = lumi.ProviderResource("aws", "europe", {"region": "eu-central-1"})

# All that stands below these components is created with this provider.
options = lumi.ResourceOptions(providers=[europe])

network = Network("shop", prefix="10.0", zones=["eu-central-1a", "eu-central-1b"], opts=options)

api = Service("api", image="shop/api:1.4", network=network, port=8080, replicas=3, opts=options)

web = Service("web", "shop/web:2.0", network, environment={"API_URL": api.url}, opts=options)

lumi.export("url", web.url)
lumi.export("apiUrl", api.url)
lumi.export("networkId", network.vpc_id)
