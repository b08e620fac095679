// Certificates as objects.
import c from "node:crypto";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
const folder = fileURLToPath(new URL("certificates/", import.meta.url));
const t = (name, work) => {
  try {
    console.log(name, work());
  } catch (error) {
    console.log(name, error.name, error.code);
  }
};
const all = fs.readdirSync(folder).filter((it) => it.endsWith(".pem")).sort();
const certificates = [];
for (const file of all) {
  const text = fs.readFileSync(folder + file, "utf8");
  if (!text.includes("BEGIN CERTIFICATE")) continue;
  const it = new c.X509Certificate(text);
  certificates.push(it);
  for (const name of ["subject", "issuer", "subjectAltName", "infoAccess", "validFrom", "validTo", "fingerprint", "fingerprint256", "fingerprint512", "keyUsage", "serialNumber", "ca"]) {
    t(`${file} ${name}`, () => JSON.stringify(it[name]));
  }
  t(file, () => JSON.stringify(it.toLegacyObject()));
  t(file, () => it.toString() + it.toJSON().length + it.raw.toString("base64").length);
  t(file, () => new c.X509Certificate(it.raw).fingerprint === it.fingerprint);
  t(file, () => it.publicKey.export({ type: "spki", format: "pem" }));
  t(file, () => c.createPublicKey(text).equals(it.publicKey));
  for (const host of ["localhost", "a.test", "example.test", "www.example.test", "LOCALHOST", "other"]) t(`${file} ${host}`, () => it.checkHost(host));
  t(file, () => it.checkHost("localhost", { subject: "never" }));
  t(file, () => it.checkHost("localhost", { subject: "always", wildcards: false }));
  for (const ip of ["127.0.0.1", "::1", "10.0.0.1", "[::]", "x"]) t(`${file} ${ip}`, () => it.checkIP(ip));
  t(file, () => it.checkEmail("a@a.test"));
  t(file, () => it.checkHost("a\0b"));
  t(file, () => it.checkHost("a", 1));
  t(file, () => it.checkHost("a", { wildcards: 1 }));
}
for (const one of certificates) {
  for (const other of certificates) {
    t("issued", () => [one.checkIssued(other), one.verify(other.publicKey)].join());
  }
}
for (const file of all) {
  const text = fs.readFileSync(folder + file, "utf8");
  if (!text.includes("PRIVATE KEY")) continue;
  for (const it of certificates) t(`${file} key`, () => it.checkPrivateKey(c.createPrivateKey(text)));
}
t("wrong", () => new c.X509Certificate("nope"));
t("wrong", () => new c.X509Certificate(5));
t("wrong", () => certificates[0].checkIssued({}));
t("wrong", () => certificates[0].verify(5));
t("wrong", () => certificates[0].checkPrivateKey(certificates[0].publicKey));
