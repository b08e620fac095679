// A site on this machine: pages made from a layout, a key and a certificate for the server, and,
// once a server has it, a check.

import { AssetArchive, Config, FileAsset, interpolate } from "lumi";
import { exec, fs, tls } from "lumi/std";
import { pages } from "./pages.ts";

const folder = new fs.Directory("pages", {
  path: "out/www",
  source: new AssetArchive({ ...pages("content", "layout.html"), "style.css": new FileAsset("style.css") }),
});

const key = new tls.PrivateKey("site", { algorithm: "ECDSA" });

const certificate = new tls.SelfSignedCert("site", {
  privateKeyPem: key.privateKeyPem,
  subject: { commonName: "localhost" },
  dnsNames: ["localhost"],
  validityPeriodHours: 90 * 24,
  earlyRenewalHours: 30 * 24,
});

// Only its owner may read the key, from the first byte on.
const keyFile = new fs.File("key", { path: "out/tls/key.pem", content: key.privateKeyPem, mode: "0600" });
const certificateFile = new fs.File("certificate", { path: "out/tls/cert.pem", content: certificate.certPem });

// Whenever pages or certificate change, their server must have the new ones.
const url = new Config().get("url");
if (url !== undefined) {
  new exec.Command("served", {
    create: ["curl", "--silent", "--show-error", "--fail", "--cacert", certificateFile.path, url],
    triggers: [folder.sha256, certificateFile.sha256],
  }, { dependsOn: keyFile });
}

export const served = url ?? "nowhere yet";
export const files = folder.files.then((files) => Object.keys(files).sort());
export const validUntil = certificate.validityEndTime;
export const serve = interpolate`openssl s_server -accept 8443 -cert ../tls/cert.pem -key ../tls/key.pem -WWW`;
