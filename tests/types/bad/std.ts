// Code that TypeScript must refuse: each line below a comment is an error.

import * as lumi from "lumi";
import { exec, fs, http, random, time, tls } from "lumi/std";

// @ts-expect-error the path is missing
new fs.File("a", { content: "x" });
// @ts-expect-error a slip
new fs.File("a", { path: "a", contnet: "x" });
// @ts-expect-error an asset is not text
new fs.File("a", { path: "a", content: new lumi.StringAsset("x") });
// @ts-expect-error a folder is an archive
new fs.Directory("a", { path: "a", source: new lumi.FileAsset("x") });
// @ts-expect-error variables are text
new exec.Command("a", { create: "true", environment: { PORT: 80 } });
// @ts-expect-error there is nothing to look a command up by
exec.Command.get("a", "id");
// @ts-expect-error the type is known
fs.File.get("std:fs:File", "a", "a.txt");
// @ts-expect-error the size is a number
export const size: lumi.Property<string> = new fs.File("a", { path: "a", content: "" }).size;
// @ts-expect-error the length is missing
new random.Password("a", { special: false });
// @ts-expect-error a slip
new random.Id("a", { byteLenght: 8 });
// @ts-expect-error a password is not read by its text
random.Password.get("a", "text");
// @ts-expect-error pets have no seed
new random.Pet("a", { seed: 7 });
// @ts-expect-error items are text unless said otherwise
export const items: lumi.Property<number[]> = new random.Shuffle("a", { inputs: ["x"] }).result;
// @ts-expect-error such keys are too short
new tls.PrivateKey("a", { algorithm: "RSA", rsaBits: 1024 });
// @ts-expect-error the authority is missing
new tls.SignedCertificate("a", { certRequestPem: "", validityPeriodHours: 1 });
// @ts-expect-error uses are those of the certificate
new tls.CertificateRequest("a", { privateKeyPem: "", allowedUses: ["serverAuth"] });
// @ts-expect-error a slip
new tls.SelfSignedCert("a", { privateKeyPem: "", validityPeriodHours: 1, allowedUses: ["serverAuht"] });
// @ts-expect-error days are a number
new time.Rotating("a", { rotationDays: "7" });
// @ts-expect-error the URL is missing
new http.Resource("a", { create: { method: "PUT" } });
// @ts-expect-error create is missing
new http.Resource("a", { body: {} });
