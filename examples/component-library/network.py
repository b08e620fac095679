"""A network: the zones of a domain, and an authority whose certificates everyone in it trusts."""

import lumi
from lumi.std import fs, random, tls


class Network(lumi.ComponentResource):
    def __init__(self, name, domain, zones, opts=None):
        super().__init__("shop:network:Network", name, {"domain": domain, "zones": zones}, opts)
        below = lumi.ResourceOptions(parent=self)

        key = tls.PrivateKey(name, algorithm="ECDSA", opts=below)

        authority = tls.SelfSignedCert(
            name,
            private_key_pem=key.private_key_pem,
            subject={"commonName": f"{domain} authority"},
            validity_period_hours=365 * 24,
            early_renewal_hours=60 * 24,
            is_ca_certificate=True,
            opts=below,
        )

        trusted = fs.File(
            f"{name}-authority",
            path=f"out/{name}/authority.pem",
            content=authority.cert_pem,
            opts=below,
        )

        hosts = [random.Pet(f"{name}-{zone}", prefix=zone, opts=below) for zone in zones]

        self.domain = domain
        self.hosts = [f"{host.result}.{domain}" for host in hosts]
        self.authority_key = key.private_key_pem
        self.authority_certificate = authority.cert_pem
        self.trusted_path = trusted.path
        self.register_outputs({"hosts": self.hosts})
