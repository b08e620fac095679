import { show } from "../show.mjs";
import { generateKeyPairSync } from "node:crypto";
import jwt from "jsonwebtoken";

const signed = jwt.sign({ a: 1, iat: 1_700_000_000 }, "secret", { subject: "s", issuer: "i" });
show(signed, jwt.verify(signed, "secret", { issuer: "i" }));
for (const [algorithm, type, options] of [["RS256", "rsa", { modulusLength: 2048 }], ["PS384", "rsa", { modulusLength: 2048 }], ["ES256", "ec", { namedCurve: "P-256" }], ["ES512", "ec", { namedCurve: "P-521" }]]) {
  const { publicKey, privateKey } = generateKeyPairSync(type, options);
  const token = jwt.sign({ b: 2 }, privateKey.export({ type: "pkcs8", format: "pem" }), { algorithm, noTimestamp: true });
  show(algorithm, jwt.verify(token, publicKey.export({ type: "spki", format: "pem" })), jwt.decode(token, { complete: true }).header);
}
for (const [token, key, options] of [[signed, "wrong"], [jwt.sign({ exp: 1 }, "k"), "k"], ["not.a.token", "k"], [signed, "secret", { audience: "x" }]]) {
  try {
    jwt.verify(token, key, options);
  } catch (error) {
    show(error.name, error.message);
  }
}
