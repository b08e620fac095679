import { Config, interpolate } from "lumi";
import * as local from "lumi:local";
import * as tls from "lumi:tls";

const step = Number(new Config().require("step"));

const source = new local.File("source", { filename: "./source.txt", content: `step ${step}` });
// Read in the deployment alone, as the file is not there before.
const read = local.data.file({ filename: source.filename });
// The argument does not tell what the call depends on.
const same = local.data.file({ filename: "./source.txt" }, { dependsOn: source });
new local.File("copy", { filename: "./copy.txt", content: same.content });
const key = new tls.PrivateKey("key", { algorithm: "ED25519" });
const publicKey = tls.data.publicKey({ privateKeyOpenssh: key.privateKeyOpenssh });
new local.File("public", {
  filename: "./public.txt",
  content: interpolate`${read.content} ${publicKey.publicKeyOpenssh}`,
});
