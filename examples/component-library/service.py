"""A service: its port, its certificate, and the settings that it is started with."""

import json

import lumi
from lumi.std import fs, random, tls


class Service(lumi.ComponentResource):
    def __init__(self, name, image, network, replicas=1, environment=None, opts=None):
        if not isinstance(replicas, int) or replicas < 1:
            raise ValueError(f'service "{name}" must have 1 replica or more, not {replicas}')
        super().__init__(
            "shop:service:Service", name, {"image": image, "replicas": replicas}, opts
        )
        below = lumi.ResourceOptions(parent=self)
        host = f"{name}.{network.domain}"

        port = random.Integer(name, min=20000, max=29999, opts=below)

        key = tls.PrivateKey(name, algorithm="ECDSA", opts=below)

        request = tls.CertificateRequest(
            name, private_key_pem=key.private_key_pem, dns_names=[host], opts=below
        )

        certificate = tls.SignedCertificate(
            name,
            cert_request_pem=request.cert_request_pem,
            ca_private_key_pem=network.authority_key,
            ca_cert_pem=network.authority_certificate,
            validity_period_hours=90 * 24,
            early_renewal_hours=30 * 24,
            opts=below,
        )

        identity = fs.File(
            f"{name}-identity",
            path=f"out/{name}/identity.pem",
            mode="0600",
            content=f"{certificate.cert_pem}{key.private_key_pem}",
            opts=below,
        )

        settings = {
            "image": image,
            "replicas": replicas,
            "hosts": network.hosts,
            "port": port.result,
            "identity": f"out/{name}/identity.pem",
            "trusted": network.trusted_path,
            "environment": environment or {},
        }
        # A service must not start before its identity is there, of which its settings name the path alone.
        fs.File(
            name,
            path=f"out/{name}/settings.json",
            content=json.dumps(settings, separators=(",", ":")),
            opts=lumi.ResourceOptions(parent=self, depends_on=identity),
        )

        self.url = f"https://{host}:{port.result}"
        self.register_outputs({"url": self.url})
