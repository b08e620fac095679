import crypto, { createHash, createHmac, getHashes, Hash, randomBytes, randomFill, randomFillSync } from "node:crypto";
import { format } from "node:util";

const show = (...values) => console.log(format(...values));

const first = createHash("sha256").update("a");
const second = first.copy().update("b");
show(first.copy().digest("hex"), second.digest("hex"), first.update("c").digest("base64"));
for (const act of [() => first.copy(), () => first.update("x"), () => first.digest()]) {
  try {
    act();
  } catch (error) {
    show(error.code, error.message);
  }
}
show(first instanceof Hash, createHmac("sha512", "key").update("text").digest("hex"));
for (const name of ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]) show(getHashes().includes(name), createHash(name).update("").digest("hex"));

const bytes = Buffer.alloc(8);
show(randomFillSync(bytes, 2, 4) === bytes, [0, 1, 6, 7].every((at) => bytes[at] === 0));
const words = new Uint32Array(4);
show(crypto.randomFillSync(words) === words, words.some((it) => it !== 0));
for (const args of [[bytes, 9], [bytes, 0, 9], [bytes, 4, 5], [bytes, -1]]) {
  try {
    randomFillSync(...args);
  } catch (error) {
    show(error.name, error.code);
  }
}
show(await new Promise((resolve) => randomFill(Buffer.alloc(4), (error, filled) => resolve([error, filled.length]))));
show(await new Promise((resolve) => randomFill(Buffer.alloc(4), 1, 2, (error, filled) => resolve([error, filled[0], filled[3]]))));
show(await new Promise((resolve) => randomBytes(5, (error, made) => resolve([error, made.length]))));

// Packages call the functions that make objects as constructors.
const cipher = new crypto.createCipheriv("aes-128-ecb", Buffer.alloc(16, 1), null);
show(new crypto.createHash("sha1").update("a").digest("hex"), new crypto.createHmac("sha1", "k").update("a").digest("hex"));
show(cipher.update("text", "utf8", "hex") + cipher.final("hex"));
for (const name of ["createDecipheriv", "createSign", "createVerify", "createECDH", "createDiffieHellman", "getDiffieHellman", "createPrivateKey"]) {
  show(name, Reflect.construct(Object, [], crypto[name]) instanceof Object);
}
