// Ciphers in pieces, at once and as streams, and their errors.
import c from "node:crypto";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
const t = (n, f) => { try { const r = f(); console.log(n, Buffer.isBuffer(r) ? r.toString("hex") : typeof r === "string" ? r : JSON.stringify(r)); } catch (e) { console.log(n, e.name, e.code, e.message); } };
const text = "The quick brown fox jumps over the lazy dog, \u00e4\u20ac\u{1f600} and on";
const key = (n) => Buffer.from(Array.from({ length: n }, (_, i) => i * 7 + 1 & 255));
for (const bits of [128, 192, 256]) for (const mode of ["cbc", "ctr", "ecb", "gcm"]) {
  const name = `aes-${bits}-${mode}`;
  const iv = mode === "ecb" ? null : key(mode === "gcm" ? 12 : 16);
  const cipher = c.createCipheriv(name, key(bits / 8), iv);
  if (mode === "gcm") cipher.setAAD(Buffer.from("some data"));
  const made = cipher.update(text.slice(0, 5), "utf8", "hex") + cipher.update(text.slice(5), "utf8", "hex") + cipher.final("hex");
  console.log(name, made);
  const decipher = c.createDecipheriv(name, key(bits / 8), iv);
  if (mode === "gcm") {
    const tag = cipher.getAuthTag();
    console.log(tag.toString("hex"));
    decipher.setAAD(Buffer.from("some ")).setAAD(Buffer.from("data")).setAuthTag(tag);
  }
  console.log(decipher.update(made.slice(0, 22), "hex", "utf8") + decipher.update(made.slice(22), "hex", "utf8") + decipher.final("utf8"));
}
for (const length of [1, 8, 12, 16, 60]) t("iv " + length, () => {
  const cipher = c.createCipheriv("aes-256-gcm", key(32), key(length), { authTagLength: 12 });
  return cipher.update("abc", "utf8", "hex") + cipher.final("hex") + cipher.getAuthTag().toString("hex");
});
t("chacha", () => {
  const cipher = c.createCipheriv("chacha20-poly1305", key(32), key(12), { authTagLength: 16 });
  cipher.setAAD(Buffer.from("aad"), { plaintextLength: 3 });
  return cipher.update("abc", "utf8", "hex") + cipher.final("hex") + cipher.getAuthTag().toString("hex");
});
t("long", () => c.createHash("sha256").update(c.createCipheriv("aes-128-ctr", key(16), Buffer.alloc(16, 255)).update(Buffer.alloc(100000))).digest("hex"));
t("auth", () => { const d = c.createDecipheriv("aes-128-gcm", key(16), key(12)); d.setAuthTag(Buffer.alloc(16)); d.update("abc"); return d.final(); });
t("no tag", () => { const d = c.createDecipheriv("aes-128-gcm", key(16), key(12)); d.update("abc"); return d.final(); });
t("tag", () => c.createDecipheriv("aes-128-gcm", key(16), key(12)).setAuthTag(Buffer.alloc(3)));
t("tag", () => c.createCipheriv("aes-128-gcm", key(16), key(12)).getAuthTag());
t("bad", () => { const d = c.createDecipheriv("aes-128-cbc", key(16), key(16)); d.update(Buffer.alloc(16)); return d.final(); });
t("bad", () => { const d = c.createDecipheriv("aes-128-cbc", key(16), key(16)); d.update(Buffer.alloc(15)); return d.final(); });
t("none", () => { const d = c.createCipheriv("aes-128-cbc", key(16), key(16)).setAutoPadding(false); d.update(Buffer.alloc(15)); return d.final(); });
t("none", () => { const d = c.createDecipheriv("aes-128-cbc", key(16), key(16)).setAutoPadding(false); return Buffer.concat([d.update(Buffer.alloc(32)), d.final()]); });
t("name", () => c.createCipheriv("nope", key(16), key(16)));
t("key", () => c.createCipheriv("aes-128-cbc", key(15), key(16)));
t("iv", () => c.createCipheriv("aes-128-cbc", key(16), key(15)));
t("iv", () => c.createCipheriv("aes-128-cbc", key(16), null));
t("iv", () => c.createCipheriv("aes-128-cbc", key(16), 5));
t("cipher", () => c.createCipheriv(5, key(16), null));
t("key", () => c.createCipheriv("aes-128-cbc", 5, null));
t("data", () => c.createCipheriv("aes-128-ecb", key(16), null).update(5));
t("final", () => { const d = c.createCipheriv("aes-128-ecb", key(16), null); d.final(); return d.final(); });
t("info", () => c.getCipherInfo("aes-256-gcm"));
t("info", () => c.getCipherInfo("AES-128-CBC"));
t("info", () => c.getCipherInfo("aes-128-ecb"));
t("info", () => c.getCipherInfo("nope") === undefined);
t("secret", () => c.createCipheriv("aes128", c.createSecretKey(key(16)), "0123456789abcdef").final("base64"));
const pieces = [];
await pipeline(Readable.from([Buffer.from("abc"), Buffer.from("defghijklmnopqrstuvwxyz")]), c.createCipheriv("aes-256-cbc", key(32), key(16)), async (source) => { for await (const it of source) pieces.push(it); });
console.log(Buffer.concat(pieces).toString("hex"));
const supported = /^((id-)?aes-?(128|192|256)(-(cbc|ccm|cfb8?|ctr|ecb|gcm|ofb|wrap))?|chacha20(-poly1305)?|des-ede3(-cbc|-ecb)?|des3)$/i;
for (const name of c.getCiphers().filter((it) => supported.test(it))) {
  const { ivLength, keyLength } = c.getCipherInfo(name);
  const iv = ivLength === undefined ? null : Buffer.alloc(ivLength, 9);
  const [given, text] = [Buffer.alloc(keyLength, 3).fill(5, 8, 16), Buffer.alloc(32, 1)];
  t(name, () => { const it = c.createCipheriv(name, given, iv, { authTagLength: 16 }); return it.update(text, undefined, "hex") + it.final("hex"); });
  t(name, () => {
    const it = c.createCipheriv(name, given, iv, { authTagLength: 16 });
    const made = Buffer.concat([it.update(text), it.final()]);
    const back = c.createDecipheriv(name, given, iv, { authTagLength: 16 });
    if (/gcm|ccm|poly/i.test(name)) back.setAuthTag(it.getAuthTag());
    return Buffer.concat([back.update(made), back.final()]).equals(text);
  });
}
const ccm = (data, options) => { const it = c.createCipheriv("aes-256-ccm", key(32), key(11), { authTagLength: 12 }); it.setAAD(key(20), options); return it.update(data, undefined, "hex") + it.final("hex") + it.getAuthTag("hex").toString("hex"); };
t("ccm", () => ccm(key(50), { plaintextLength: 50 }));
t("ccm", () => ccm(key(50)));
t("ccm", () => c.createCipheriv("aes-256-ccm", key(32), key(11)));
t("ccm", () => c.createCipheriv("aes-256-ccm", key(32), key(5), { authTagLength: 12 }));
t("ccm", () => { const it = c.createCipheriv("aes-256-ccm", key(32), key(11), { authTagLength: 12 }); it.update("a"); it.update("b"); });
t("ccm", () => { const it = c.createDecipheriv("aes-256-ccm", key(32), key(11), { authTagLength: 12 }); it.setAuthTag(key(12)); it.update("abc"); it.final(); });
t("wrap", () => c.createCipheriv("aes128-wrap", key(16), key(8)).update("abc"));
t("encoding", () => { const it = c.createCipheriv("aes-128-cbc", key(16), key(16)); it.update("a", "utf8", "hex"); try { return it.final("base64"); } catch { return "refused"; } });
t("encoding", () => c.createCipheriv("aes-128-cbc", key(16), key(16)).update("a", "utf8", "nope"));
t("password", () => { const it = c.Cipher("aes192", "secret"); return it.update("text", "utf8", "hex") + it.final("hex"); });
const whole = c.createCipheriv("aes-128-cbc", key(16), key(16));
whole.end("text");
t("stream", () => whole.read());
