// The facts with which apps find and trust each other: a port for each of them, and an authority.

import { Config, getStack } from "lumi";
import { random, tls } from "lumi/std";

const apps = new Config().getObject<string[]>("apps") ?? ["shop", "stock"];

const key = new tls.PrivateKey("authority", { algorithm: "ED25519" });
const authority = new tls.SelfSignedCert("authority", {
  privateKeyPem: key.privateKeyPem,
  subject: { commonName: `authority of ${getStack()}` },
  isCaCertificate: true,
  validityPeriodHours: 365 * 24,
});

// The seed makes it the same number for the same name, whatever else there is.
const port = (app: string) => new random.Integer(app, { min: 20_000, max: 29_999, seed: `${getStack()}/${app}` });

export const domain = `${getStack()}.internal`;
export const ports = Object.fromEntries(apps.map((app) => [app, port(app).result]));
export const authorityPem = authority.certPem;
export const joinToken = new random.Password("join", { length: 32, special: false }).result;
