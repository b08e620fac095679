import { Config } from "lumi";
import * as tls from "lumi:tls";

const step = Number(new Config().require("step"));

const authorityKey = new tls.PrivateKey("authority", { algorithm: "ED25519" });
const authority = new tls.SelfSignedCert("authority", {
  privateKeyPem: authorityKey.privateKeyPem,
  isCaCertificate: true,
  validityPeriodHours: 48,
  allowedUses: ["cert_signing", "digital_signature"],
  subject: { commonName: "Authority", organization: "Example" },
});
const serverKey = new tls.PrivateKey("server", { algorithm: "ECDSA", ecdsaCurve: "P256" });
const request = new tls.CertRequest("server", {
  privateKeyPem: serverKey.privateKeyPem,
  dnsNames: step === 1 ? ["a.example"] : ["a.example", "b.example"],
  subject: { commonName: "a.example" },
});
new tls.LocallySignedCert("server", {
  certRequestPem: request.certRequestPem,
  caPrivateKeyPem: authorityKey.privateKeyPem,
  caCertPem: authority.certPem,
  validityPeriodHours: 24,
  allowedUses: ["server_auth"],
});
