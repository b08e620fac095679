// Resources of the package `std`.

import * as lumi from "lumi";
import * as std from "lumi/std";
import { exec, fs, http, random, time, tls } from "lumi/std";

const file = new fs.File("motd", { path: "motd.txt", content: "hello", mode: 0o600 }, { protect: true });
export const path: lumi.Property<string> = file.path;
export const size: lumi.Property<number> = file.size;
export const id: lumi.Property<string> = file.id;

const copy: std.fs.File = new std.fs.File("copy", {
  path: lumi.interpolate`${file.path}.bak`,
  source: new lumi.FileAsset("motd.txt"),
});
export const sum = lumi.concat(copy.sha256, fs.File.get("other", "other.txt").sha256);

const site = new fs.Directory("site", {
  path: "public",
  source: new lumi.AssetArchive({ "index.html": new lumi.StringAsset("<p>"), img: new lumi.FileArchive("img") }),
});
export const files: lumi.Property<Record<string, string>> = site.files;
export const count: lumi.Property<number> = fs.Directory.get("old", site.id).count;

const args: exec.CommandArgs = {
  create: ["make", file.path, Promise.resolve("x")],
  delete: "rm x",
  environment: { HOST: file.content.then((it) => it ?? "") },
  triggers: [file.sha256, 3],
};
const build = new exec.Command("build", args, { dependsOn: site });
export const printed: lumi.Property<string> = build.stdout;

const rotation = new time.Rotating("monthly", { rotationMonths: 1, triggers: { build: build.id } });
const password = new random.Password("db", { length: 24, minNumeric: 2, keepers: { at: rotation.rfc3339 } });
export const result: lumi.Property<string> = password.result;
export const port: lumi.Property<number> = new random.Integer("port", { min: 1024, max: 65535, seed: 7 }).result;
export const suffix: lumi.Property<string> = new random.Id("suffix", { byteLength: 4, prefix: "web-" }).hex;
export const uuid = lumi.concat(new random.Uuid("u").result, new random.Pet("p").id,
  random.Pet.get("q", "old-otter").result);
const zones = new random.Shuffle("zones", { inputs: ["a", file.path, "c"], resultCount: 2 });
export const zone: lumi.Property<string[]> = zones.result;
export const dice: lumi.Property<number[]> = new random.Shuffle<number>("dice", { inputs: [1, 2, 3] }).result;

const key = new tls.PrivateKey("key", { algorithm: "ECDSA", ecdsaCurve: "P384" });
const rsa = new tls.PrivateKey("rsa", { algorithm: "RSA", rsaBits: 4096 });
const request = new tls.CertificateRequest("request", { privateKeyPem: rsa.privateKeyPem, dnsNames: ["a.test"] });
new tls.SignedCertificate("signed", {
  certRequestPem: request.certRequestPem,
  caPrivateKeyPem: key.privateKeyPem,
  caCertPem: request.certRequestPem,
  validityPeriodHours: 24,
}).validityEndTime satisfies lumi.Property<string>;
const cert = new tls.SelfSignedCert("cert", {
  privateKeyPem: key.privateKeyPem,
  validityPeriodHours: 24 * 90,
  subject: { commonName: "Web", organization: key.id },
  dnsNames: ["web.test", file.path],
  allowedUses: ["digitalSignature", "serverAuth"],
});
export const pem: lumi.Property<string> = cert.certPem;
export const ready: lumi.Property<boolean> = cert.readyForRenewal;

const user = new http.Resource<{ name: string }>("user", {
  create: { url: "https://api.test/users", expectStatus: [201] },
  read: { url: "https://api.test/users/{id}" },
  delete: { url: lumi.interpolate`https://api.test/users/{id}?by=${file.path}` },
  headers: { authorization: lumi.interpolate`Bearer ${password.result}` },
  body: { name: file.path, tags: ["a"] },
  outputs: { name: "/name" },
  find: { url: "https://api.test/users", items: "/data", match: { "/name": file.path } },
});
export const userName: lumi.Property<string> = user.values.name;
export const answer: lumi.Property<any> = user.response;
