// Web Crypto: results, keys in all forms, and the names and codes of errors.
const { subtle } = globalThis.crypto;
const hex = (buffer) => Buffer.from(buffer).toString("hex");
const bytes = (text) => new Uint8Array(Buffer.from(text, "hex"));
const data = new TextEncoder().encode("some data, and more of them");
const shown = (it) => it instanceof ArrayBuffer ? hex(it) : JSON.stringify(it, (_, v) => v instanceof Uint8Array ? [...v] : v);
async function t(name, work) {
  try {
    console.log(name, shown(await work()));
  } catch (error) {
    console.log(name, error.constructor.name, error.name, error.code);
  }
}
const described = ({ type, extractable, algorithm, usages }) => ({ type, extractable, algorithm, usages });

// Secret keys.
for (const hash of ["SHA-1", "sha-256", "SHA-384", "SHA-512"]) {
  await t("digest", () => subtle.digest(hash, data));
  const key = await subtle.importKey("raw", bytes("0b".repeat(20)), { name: "hmac", hash }, true, ["sign", "verify"]);
  await t("hmac", () => subtle.sign("HMAC", key, data));
  await t("hmac", async () => subtle.verify("HMAC", key, await subtle.sign("HMAC", key, data), data));
  await t("hmac", () => subtle.verify("HMAC", key, new Uint8Array(20), data));
  await t("hmac", () => described(key));
  await t("hmac", () => subtle.exportKey("jwk", key));
  const base = await subtle.importKey("raw", bytes("0b".repeat(22)), "HKDF", false, ["deriveBits", "deriveKey"]);
  const salted = { name: "HKDF", hash, salt: bytes("000102"), info: bytes("f0f1") };
  await t("hkdf", () => subtle.deriveBits(salted, base, 336));
  await t("hkdf", async () => described(await subtle.deriveKey(salted, base, { name: "HMAC", hash }, true, ["sign"])));
  await t("hkdf", async () => subtle.exportKey("raw", await subtle.deriveKey(salted, base, { name: "AES-CBC", length: 256 }, true, ["encrypt"])));
  const password = await subtle.importKey("raw", data, { name: "PBKDF2" }, false, ["deriveBits"]);
  await t("pbkdf2", () => subtle.deriveBits({ name: "PBKDF2", hash, salt: bytes("0102"), iterations: 3 }, password, 256));
}
for (const length of [128, 192, 256]) {
  const raw = bytes("42".repeat(length / 8));
  const uses = ["encrypt", "decrypt", "wrapKey", "unwrapKey"];
  for (const algorithm of [
    { name: "AES-CBC", iv: bytes("00".repeat(16)) },
    { name: "AES-CTR", counter: bytes("ff".repeat(16)), length: 64 },
    { name: "AES-CTR", counter: bytes("ff".repeat(16)), length: 5 },
    { name: "AES-GCM", iv: bytes("01".repeat(12)) },
    { name: "AES-GCM", iv: bytes("01".repeat(20)), additionalData: data, tagLength: 96 },
  ]) {
    const key = await subtle.importKey("raw", raw, algorithm.name, true, uses);
    await t("aes", () => subtle.encrypt(algorithm, key, data));
    await t("aes", async () => subtle.decrypt(algorithm, key, await subtle.encrypt(algorithm, key, data)));
    await t("aes", () => subtle.exportKey("jwk", key));
    await t("aes", () => subtle.wrapKey("raw", key, key, algorithm));
  }
  const kek = await subtle.importKey("raw", raw, "AES-KW", true, ["wrapKey", "unwrapKey"]);
  await t("kw", () => subtle.wrapKey("raw", kek, kek, "AES-KW"));
  await t("kw", async () => subtle.exportKey("raw", await subtle.unwrapKey("raw", await subtle.wrapKey("raw", kek, kek, "AES-KW"), kek, "AES-KW", "AES-CBC", true, ["encrypt"])));
}

// Pairs of keys: what is made with one is checked, and each form is read again.
const forms = { public: ["spki", "jwk", "raw"], private: ["pkcs8", "jwk"] };
const rsa = { modulusLength: 2048, publicExponent: bytes("010001"), hash: "SHA-256" };
for (const [algorithm, uses, operation] of [
  [{ name: "RSASSA-PKCS1-v1_5", ...rsa }, ["sign", "verify"], "RSASSA-PKCS1-v1_5"],
  [{ name: "RSA-PSS", ...rsa }, ["sign", "verify"], { name: "RSA-PSS", saltLength: 32 }],
  [{ name: "RSA-OAEP", ...rsa }, ["encrypt", "decrypt"], { name: "RSA-OAEP", label: data }],
  [{ name: "ECDSA", namedCurve: "P-256" }, ["sign", "verify"], { name: "ECDSA", hash: "SHA-256" }],
  [{ name: "ECDSA", namedCurve: "P-384" }, ["sign", "verify"], { name: "ECDSA", hash: "SHA-512" }],
  [{ name: "ECDSA", namedCurve: "P-521" }, ["sign", "verify"], { name: "ECDSA", hash: "SHA-1" }],
  [{ name: "Ed25519" }, ["sign", "verify"], "Ed25519"],
  [{ name: "ECDH", namedCurve: "P-256" }, ["deriveBits", "deriveKey"], "ECDH"],
  [{ name: "ECDH", namedCurve: "P-521" }, ["deriveBits"], "ECDH"],
  [{ name: "X25519" }, ["deriveBits"], "X25519"],
]) {
  const { publicKey, privateKey } = await subtle.generateKey(algorithm, true, uses);
  const label = algorithm.name + (algorithm.namedCurve ?? "");
  await t(label, () => [described(publicKey), described(privateKey)]);
  for (const key of [publicKey, privateKey]) {
    for (const format of forms[key.type]) {
      await t(`${label} ${format}`, async () => {
        const form = await subtle.exportKey(format, key);
        const again = await subtle.exportKey(format, await subtle.importKey(format, form, algorithm, true, key.usages));
        return [shown(form) === shown(again), format === "jwk" ? Object.keys(form).sort() : typeof form.byteLength];
      });
    }
  }
  if (uses.includes("sign")) {
    await t(label, async () => {
      const signature = await subtle.sign(operation, privateKey, data);
      const other = bytes("00".repeat(signature.byteLength));
      return [signature.byteLength, await subtle.verify(operation, publicKey, signature, data), await subtle.verify(operation, publicKey, other, data)];
    });
    await t(label, () => subtle.sign(operation, publicKey, data));
  } else if (uses.includes("encrypt")) {
    await t(label, async () => subtle.decrypt(operation, privateKey, await subtle.encrypt(operation, publicKey, data)));
    await t(label, async () => subtle.decrypt("RSA-OAEP", privateKey, await subtle.encrypt(operation, publicKey, data)));
  } else {
    const other = await subtle.generateKey(algorithm, true, uses);
    await t(label, async () => {
      const one = await subtle.deriveBits({ name: operation, public: other.publicKey }, privateKey, 256);
      const two = await subtle.deriveBits({ name: operation, public: publicKey }, other.privateKey, 256);
      return [hex(one) === hex(two), (await subtle.deriveBits({ name: operation, public: publicKey }, privateKey, null)).byteLength];
    });
    await t(label, () => subtle.deriveBits({ name: operation, public: privateKey }, privateKey, 8));
    await t(label, () => subtle.deriveBits({ name: operation, public: publicKey }, privateKey, 4096));
  }
}

// A signature of Ed25519 is always the same (RFC 8032, test 2); so is a secret of X25519 (RFC 7748, 6.1).
const edwards = { kty: "OKP", crv: "Ed25519", d: Buffer.from("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "hex").toString("base64url"), x: Buffer.from("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "hex").toString("base64url") };
await t("rfc 8032", async () => subtle.sign("Ed25519", await subtle.importKey("jwk", edwards, "Ed25519", false, ["sign"]), bytes("72")));
const alice = { kty: "OKP", crv: "X25519", d: Buffer.from("77076d0a7318a57d3c16c17251b26645c2dbc79a5f7aadbe4e5a1ac1b3b3e7f5".slice(0, 64), "hex").toString("base64url"), x: "" };
alice.x = (await subtle.exportKey("jwk", (await subtle.generateKey("X25519", true, ["deriveBits"])).publicKey)).x;
await t("mismatch", () => subtle.importKey("jwk", alice, "X25519", false, ["deriveBits"]));

// Wrapped keys.
const wrapping = await subtle.importKey("raw", bytes("42".repeat(16)), "AES-GCM", true, ["wrapKey", "unwrapKey"]);
const gcm = { name: "AES-GCM", iv: bytes("01".repeat(12)) };
const pair = await subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
for (const format of ["jwk", "pkcs8"]) {
  await t("wrapped", async () => {
    const wrapped = await subtle.wrapKey(format, pair.privateKey, wrapping, gcm);
    const key = await subtle.unwrapKey(format, wrapped, wrapping, gcm, { name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
    return shown(await subtle.exportKey("jwk", key)) === shown(await subtle.exportKey("jwk", pair.privateKey));
  });
}
await t("unwrapped", () => subtle.unwrapKey("raw", new Uint8Array(40), wrapping, gcm, "AES-CBC", true, ["encrypt"]));

// Calls that are refused.
const aes = await subtle.generateKey({ name: "AES-CBC", length: 128 }, true, ["decrypt", "encrypt"]);
const hidden = await subtle.generateKey({ name: "AES-CBC", length: 128 }, false, ["encrypt"]);
const derivation = await subtle.importKey("raw", new Uint8Array(5), "PBKDF2", false, ["deriveBits"]);
const pbkdf2 = { name: "PBKDF2", hash: "SHA-1", salt: new Uint8Array(1), iterations: 1 };
const one = new Uint8Array(1);
for (const [name, work] of Object.entries({
  "no arguments": () => subtle.importKey(),
  "no bytes": () => subtle.importKey("raw", 1, { name: "HMAC", hash: "SHA-1" }, true, ["sign"]),
  "no hash": () => subtle.importKey("raw", one, "HMAC", true, ["sign"]),
  "unknown hash": () => subtle.importKey("raw", one, { name: "HMAC", hash: "x" }, true, ["sign"]),
  "no key": () => subtle.importKey("raw", new Uint8Array(0), { name: "HMAC", hash: "SHA-1" }, true, ["sign"]),
  "no usage": () => subtle.importKey("raw", one, { name: "HMAC", hash: "SHA-1" }, true, []),
  "wrong usage": () => subtle.importKey("raw", one, { name: "HMAC", hash: "SHA-1" }, true, ["encrypt"]),
  "unknown usage": () => subtle.importKey("raw", one, { name: "HMAC", hash: "SHA-1" }, true, ["bogus"]),
  "unknown form": () => subtle.importKey("zzz", one, { name: "HMAC", hash: "SHA-1" }, true, ["sign"]),
  "wrong length": () => subtle.importKey("raw", new Uint8Array(5), "AES-CBC", true, ["encrypt"]),
  "extractable": () => subtle.importKey("raw", one, "PBKDF2", true, ["deriveBits"]),
  "jwk": () => subtle.importKey("jwk", {}, "AES-CBC", true, ["encrypt"]),
  "jwk kty": () => subtle.importKey("jwk", { kty: "RSA" }, "AES-CBC", true, ["encrypt"]),
  "jwk use": () => subtle.importKey("jwk", { kty: "oct", k: "AAAA", use: "sig" }, "AES-CBC", true, ["encrypt"]),
  "jwk alg": () => subtle.importKey("jwk", { kty: "oct", k: "A".repeat(22), alg: "A128GCM" }, "AES-CBC", true, ["encrypt"]),
  "jwk ext": () => subtle.importKey("jwk", { kty: "oct", k: "AAAA", ext: false }, "AES-CBC", true, ["encrypt"]),
  "jwk key_ops": () => subtle.importKey("jwk", { kty: "oct", k: "AAAA", key_ops: ["sign"] }, "AES-CBC", true, ["encrypt"]),
  "no iv": () => subtle.encrypt({ name: "AES-CBC" }, aes, one),
  "short iv": () => subtle.encrypt({ name: "AES-CBC", iv: one }, aes, one),
  "other algorithm": () => subtle.encrypt({ name: "AES-GCM", iv: one }, aes, one),
  "no cipher": () => subtle.encrypt({ name: "HMAC" }, aes, one),
  "bad padding": () => subtle.decrypt({ name: "AES-CBC", iv: new Uint8Array(16) }, aes, one),
  "not a signing key": () => subtle.sign("HMAC", aes, one),
  "bad AES": () => subtle.generateKey({ name: "AES-CBC", length: 5 }, true, ["encrypt"]),
  "unused": () => subtle.generateKey({ name: "AES-CBC", length: 128 }, true, []),
  "misused": () => subtle.generateKey({ name: "AES-CBC", length: 128 }, true, ["sign"]),
  "curve": () => subtle.generateKey({ name: "ECDSA", namedCurve: "P-1" }, true, ["sign"]),
  "no curve": () => subtle.generateKey({ name: "ECDSA" }, true, ["sign"]),
  "public alone": () => subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["verify"]),
  "exponent": () => subtle.generateKey({ name: "RSA-PSS", modulusLength: 1024, publicExponent: bytes("010000"), hash: "SHA-1" }, true, ["sign"]),
  "exponent number": () => subtle.generateKey({ name: "RSA-PSS", modulusLength: 1024, publicExponent: 5, hash: "SHA-1" }, true, ["sign"]),
  "unknown": () => subtle.generateKey("foo", true, ["sign"]),
  "nameless": () => subtle.generateKey({}, true, ["sign"]),
  "number": () => subtle.generateKey(5, true, ["sign"]),
  "iterations": () => subtle.deriveBits({ ...pbkdf2, iterations: 0 }, derivation, 128),
  "bits": () => subtle.deriveBits(pbkdf2, derivation, 127),
  "no bits": () => subtle.deriveBits(pbkdf2, derivation, 0),
  "null bits": () => subtle.deriveBits(pbkdf2, derivation, null),
  "not for keys": () => subtle.deriveKey(pbkdf2, derivation, { name: "AES-CBC", length: 128 }, true, ["encrypt"]),
  "hidden": () => subtle.exportKey("raw", hidden).then(() => "exported", () => "refused"),
  "export form": () => subtle.exportKey("zz", aes),
  "export number": () => subtle.exportKey("raw", 5),
  "digest": () => subtle.digest("SHA-3", one),
  "digest alone": () => subtle.digest("SHA-1"),
  "digest text": () => subtle.digest("SHA-1", "a"),
  "constructor": () => new CryptoKey(),
  "getter": () => CryptoKey.prototype.type,
  "this": () => SubtleCrypto.prototype.digest.call({}, "SHA-1", one),
  "floats": () => crypto.getRandomValues(new Float32Array(1)),
  "much": () => crypto.getRandomValues(new Uint8Array(65537)),
  "this crypto": () => Crypto.prototype.getRandomValues.call({}, one),
  "spki": () => subtle.importKey("spki", new Uint8Array(5), { name: "RSA-PSS", hash: "SHA-1" }, true, ["verify"]),
  "raw RSA": () => subtle.importKey("raw", new Uint8Array(5), { name: "RSA-PSS", hash: "SHA-1" }, true, ["verify"]),
  "raw point": () => subtle.importKey("raw", new Uint8Array(5), { name: "ECDSA", namedCurve: "P-256" }, true, ["verify"]),
  "raw Ed25519": () => subtle.importKey("raw", new Uint8Array(5), "Ed25519", true, ["verify"]),
  "other curve": () => subtle.importKey("jwk", { kty: "OKP", crv: "X25519", x: "AA" }, "Ed25519", true, ["verify"]),
  "shape": () => [Object.prototype.toString.call(aes), Object.keys(aes), Object.keys(CryptoKey.prototype), Object.keys(SubtleCrypto.prototype), subtle.importKey.length, subtle.unwrapKey.name],
})) await t(name, work);
