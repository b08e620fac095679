// A private authority: keys, requests and certificates of the plugin `tls`, and answers of its functions.
const pulumi = require("@pulumi/pulumi");
const tls = require("@pulumi/tls");

const config = new pulumi.Config();
const hosts = config.get("hosts")?.split(",") ?? ["www", "mail"];
const domain = config.get("domain") ?? "example.com";

const own = new tls.Provider("own");
const key = new tls.PrivateKey("authority", { algorithm: "ECDSA", ecdsaCurve: "P256" });
const authority = new tls.SelfSignedCert("authority", {
  privateKeyPem: key.privateKeyPem, isCaCertificate: true, validityPeriodHours: 8760, allowedUses: ["cert_signing"],
  subject: { commonName: "Acme", organization: "Acme Ltd." },
}, { protect: config.getBoolean("protect") });

class Host extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("acme:tls:Host", name, {}, opts);
    this.key = new tls.PrivateKey(name, { algorithm: "ED25519" }, { parent: this });
    const request = new tls.CertRequest(name, {
      privateKeyPem: this.key.privateKeyPem, dnsNames: [`${name}.${domain}`], subject: { commonName: name },
    }, { parent: this });
    this.cert = new tls.LocallySignedCert(name, {
      certRequestPem: request.certRequestPem, caPrivateKeyPem: key.privateKeyPem, caCertPem: authority.certPem,
      validityPeriodHours: 720, earlyRenewalHours: 24, allowedUses: ["server_auth", "digital_signature"],
    }, { parent: this, customTimeouts: { create: "1m" } });
    this.registerOutputs({ cert: this.cert.certPem });
  }
}

const made = hosts.map((it) => new Host(it, { providers: [own] }));

exports.fingerprint = tls.getPublicKeyOutput({ privateKeyPem: key.privateKeyPem }).publicKeyFingerprintSha256;
exports.subject = tls.getCertificateOutput({ content: authority.certPem }).certificates[0].subject;
exports.certs = made.map((it) => it.cert.certPem);
exports.key = made[0].key.privateKeyPem;
