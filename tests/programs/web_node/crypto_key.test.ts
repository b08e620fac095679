// Keys of Web Crypto decide by what they were made with, whatever a program does to their objects.

import { assertEquals, assertRejects, assertThrows, test } from "lumi/testing";

const { subtle } = crypto;
const aes = { name: "AES-GCM", iv: new Uint8Array(12) };
const secretKey = () => subtle.importKey("raw", new Uint8Array(16), "AES-GCM", false, ["encrypt"]);

test("a key that is not extractable stays so", async () => {
  const key = await secretKey();
  Object.defineProperty(key, "extractable", { value: true });
  await assertRejects(() => subtle.exportKey("raw", key), DOMException, "not extractable");
  const wrapping = await subtle.generateKey({ name: "AES-GCM", length: 128 }, true, ["wrapKey"]);
  await assertRejects(() => subtle.wrapKey("raw", key, wrapping, aes), DOMException, "not extractable");
  const before = Object.getOwnPropertyDescriptor(CryptoKey.prototype, "extractable")!;
  Object.defineProperty(CryptoKey.prototype, "extractable", { get: () => true, configurable: true });
  try {
    await assertRejects(() => subtle.exportKey("jwk", key), DOMException, "not extractable");
  } finally {
    Object.defineProperty(CryptoKey.prototype, "extractable", before);
  }
  assertThrows(() => Object.assign(key, { usages: [] }), TypeError);
});

test("a key gains no usages", async () => {
  const key = await secretKey();
  const made = await subtle.encrypt(aes, key, new Uint8Array(4));
  key.usages.push("decrypt");
  await assertRejects(() => subtle.decrypt(aes, key, made), DOMException, "not valid for the provided key");
  Object.defineProperty(key, "usages", { value: ["decrypt", "encrypt"] });
  await assertRejects(() => subtle.decrypt(aes, key, made), DOMException, "not valid for the provided key");
});

test("a key keeps its algorithm and its hash", async () => {
  const sha256 = { name: "HMAC", hash: "SHA-256" };
  const key = await subtle.importKey("raw", new Uint8Array(8), sha256, false, ["sign"]);
  const signed = async () => [...new Uint8Array(await subtle.sign("HMAC", key, new Uint8Array(1)))];
  const before = await signed();
  Object.assign(key.algorithm, { name: "AES-GCM", hash: { name: "SHA-1" } });
  Object.defineProperty(key, "algorithm", { value: { name: "HMAC", hash: { name: "SHA-1" } } });
  assertEquals(await signed(), before);
});

test("an object that inherits from a key is none", async () => {
  const key = await secretKey();
  const heir = Object.create(key) as CryptoKey;
  await assertRejects(() => subtle.encrypt(aes, heir, new Uint8Array(1)), TypeError, "of type CryptoKey");
  assertThrows(() => heir.type, TypeError, 'Value of "this" must be of type CryptoKey');
});
