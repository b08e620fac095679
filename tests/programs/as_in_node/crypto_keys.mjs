// Keys in all forms, signatures and encryption. The keys were made for this test alone.
import c from "node:crypto";
import { promisify } from "node:util";
const t = (n, f) => { try { const r = f(); console.log(n, Buffer.isBuffer(r) ? r.toString("hex") : typeof r === "string" ? r : JSON.stringify(r, (_, v) => typeof v === "bigint" ? String(v) : v)); } catch (e) { console.log(n, e.name, e.code, e.message); } };
const keys = {
  rsa: `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDKKUoqsxz/1mBw
PdVsB/RNRhEWKwsCoiVp7RPvJMMq0CgnE5mfQx4qpscpThMD+gPiGpBDaFAYt9iO
PFcdsshY+CorTJrNhqMK8zJMyhjJS1HLox4eO3fV0vBTFUtywF0MFsNOmEczxYqg
m3MZZl7pYFb6R9Wys5P7CGw4mc38K2h93Vh/668j30v6aVFKNWQQTW6trmugRt6B
2VGJUN77le8jl+tBbl1PWe9q8ZPYXTgVnj836J5gPcY4QQ8fXQvRfF8DLo91UhTZ
dBgWHuqzcKjzw/lL9UZNn9UxjWJ0hyG5J4XbRt4ktNGjVME6Xha6bkDoj1yd6pW9
PJbFwI/nAgMBAAECggEAXkgwZ0aehTCRTHeCA/6XsLw3Nsv/OAyv/z1KmTLfdKWc
vFC3Sh/uvzyF0N0xIB8nVXlHA7Dv/f8r13YLuPWK23dtj0EMR0L94hr2v/pW4fYn
IR4jaz0Xz9ivLUhWph9RpdQt5Qc+2cXMt8eXv+ZO6G9+UP5UiyGWJ7LPafxNJUez
Glfm10Q935kFtKyPgr6Ux6stFZj3ACSfwfOaW1kN3be3KHhoYLdeWydQy1Hl62q+
BJhE+1tKdv4g7DSB6iIJIVpA8tF2J01njYE34hfXyvzJTc1FvQmZDHZp/kBq9QXn
it8rMvesxG/ZRzbJAlEFUgBEBQorvYWo6OFP3g7EqQKBgQDnpxuBYZuWQLufTT1a
Q/cKGAL96xdUtQSQVmmTEz/1ifNwFdJYxfItw3MKyIyWOoP5W3wr8rrkuQzMg9/a
D77joyuEh9tGGV7jTAIROAG7KTTrx/KSZLhh6dOsdsnWvoHUtHdUKM4YiY4KbYuA
lpPg7uqY6gTkrk9LS2lxL1C2fwKBgQDfaK3asYUTpCaKaOHWkwJuZ5IznF38tvBf
8k+dxWj8LquMHTuZnhEBTcxzjF1d5Jnqq2xEUDHReKaZxkqzX8yQjlch+fNL90xg
F9B8LO1/2zR+5Zlyk5Hjad7GR6LQ2mkEfqdkATz5wJ6MnxB5QTP+lPzQr2r/oBeq
samp+KmCmQKBgQDA9ksMIAFZTHy9OrrTeO/MQaokVvLtRYgSr1hsAcnyP0I/6H16
IxETm841ek7ZSM7sJI+vkBasNZT6uxL5cspAlofGcuBtaO7IiWTjcPLIM4/4o2pl
FW8daIhBDgYdUj2Vr+oCeacLe3GNMCjXKRbvdDSIwc7nqmc0whGIDbC/AwKBgQCA
QaBNhMxZUkut+jhs70jeCSet6X8rrfqhmoKKmOKEpGZnsgCdWFl63icZzuNrG+oh
BvjI3yE6mIFMlsIb6EuQUadEIjLC0d5O7F0MbN6MIFQq5bUKSh3e6NC0FDwsmrbf
lbaTewJ+f06GfGsAsaYf6XiadZp/1nC/1e8JXXAzQQKBgAQdXJw4fuhPt/otg9Ja
sNRY3EpdDAify5IKhqQHa2LtWXK2YLsfvesblZ2oelOe+SpO6GPnsovnOO9G4+4v
/8NJXAUUxXCg7xf5Wt0H/cScswO0ELtWkrKgV04OtDBM3it7eNcOl0dEkGmykVpj
t48NGANBwDFKVoUdkbK/7pGo
-----END PRIVATE KEY-----
`,
  ec: `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIEkLzuKoEJN4Z16i9TOC2ijJIkKv+fQo5eUna6c6MAgtoAoGCCqGSM49
AwEHoUQDQgAEN5giZDg/G/DdWPeybbdSapGUn7HVRcC4SwdXwG4Iv/BtWBtw1tKw
8WTt1+Lw0MIwhvdCt8EDsw78vUNzTYaRDA==
-----END EC PRIVATE KEY-----
`,
  ed: `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIPCEhLICDe4DgbS9kSqwKZgwZg0KrPjAe4PA1rWSg2rZ
-----END PRIVATE KEY-----
`,
  x: `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VuBCIEIDh+37qyqwEpBreWa5cWY531Z8fFj6bj8Msese8Mn7Ro
-----END PRIVATE KEY-----
`,
  p384: `-----BEGIN PRIVATE KEY-----
MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDC1bDdstUFx1y0vej0C
5sBU3XuWU4O2U0IWOhGbmikXVGljq3cmfRSQ1kcvZg0HrLShZANiAASw4HsKiZQL
F4eI6UzxX2tvVcTPz0rbh5/XLVvbXhz+rfKfWiILyYZjcFJT598LOyet/dXC05MU
SoYQloBNE8qp3HK4ws8XRCl6vpFXR+3vxBJmBmc40nnQ5bA7JPI0lM8=
-----END PRIVATE KEY-----
`,
  p521: `-----BEGIN PRIVATE KEY-----
MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIBthBlt7niNR+IsUF0
6dtE+n/aUCOx0rMGNUtKuWBHuUMKHDnnx7N41vW5vNT0Hml1NWNWLUi5z30mELAT
a7Nm8GuhgYkDgYYABAFVQH895no0RBrj7yicYWk7anvpwLrBdcw4gtMTM39DG3++
yo/luy1vUvt3LOW1DAmuGFkpTr9F9O9AYB+eZstFUAB2EgAuazXMzYnYnbiBAKTg
BMsGmyWAmOsbNSnxSTyXQPifW2v8VjHFyCI60UjehJ42xuwvu80ELfKgctMjfOKZ
fA==
-----END PRIVATE KEY-----
`,
  k256: `-----BEGIN PRIVATE KEY-----
MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgt5g3wWgFrMbFtz5h6Cwb
l3hLRF7jwXY7YIsjMgU68JKhRANCAASYhAh7fmzi5DCAY3g6p7K2WYpY+9iCHoA9
M4SvXq3WJraS0GdK3SKBZ7T1S3vrsMBcDrw9mDYEZVdZMviLElM1
-----END PRIVATE KEY-----
`,
  encrypted: `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIIFLTBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQIfBGxx6YUeJYCAggA
MAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBBYYyO2x9Y5Pfo/HD9wGyE/BIIE
0OQo+3gN3j7n3rafrwhvrPV6/n1qDzt44Hm3MShuftvjDee3KGFcFJTzAAqOmQ2R
R1aBZ5T1A40eJuEjzdmmJ6gyaZey8iiGTkrCuQSe2zMA+W89q8eKGiu+xGDq10qz
1/U46qu71MsrUa9iakzgJjXK8awfvyjMYtlK37ZfOXy5mXAUQeSerWFxIU+rTylD
SL5s8omb5ElW8flzopyZespkmA4EA3v4QRpVXUn8KkiVJEDgTyv6+M2HceJJvjb1
rwF+lAdgRCaM14Vxs5bZBLWClFllMCreIyxaT3kW4+0EDEiYXQJCUpCDijga6nEC
NvhhXguHMbeD1IVwxCEk5AI2EkspCjqsFVU32PTTtnKMgPIj0i2vQKDiel5StDwx
iQvH7PjdkPwmDZuACNVJW/1l9mdout5M7kpWUa8pH+/I7xwgLSuntMAMCRRLGxwx
X+gB60lJQQsSYGE+HMH/M90jgL6+t8ULaT6Tzd6EzMk4fatM7LJECWiQKmpVbN1P
xKP+p+Hm3ZDtMJf3AiHli5RD9uErlzI3ByVH1tos4u464cZLDTn4sLuHAtYf9Scv
mSq/ko0rC6NtEuThJN29hwbVuJqXEJsyl5/+8y6Labb5birHE35HUY/xZfRivrCd
bvzQr2AW24kctK1N0QfE0n4FjkjeKirZhdgMgaCs+SRmmVblfJFwaqMuuZgweEEZ
22UmawJJC+FGVuIqzrVxYkxFTzJkWZ+vwtEZa7kDxjP3tzBaluzwz1Xlynk3f4Fx
WaVVhFs14jUkNdynOzmL8iRXFPw6lXYE1nxyha5h2idFL8j289HnzIkAJjdeGxD8
ZP26G798Sc0Kk2L7Q8z/f8TJ8CPxjyvO4RtHO7vWD0RED1+KDT8jUSMJ6o953wA6
/V5sNoQuW2qpTEdkGftTSbqQQdmyzisC19DzRnyOwN3JNaYeMwIkpSbTsKHVZU2I
xYLGOg6DyETbWpLZyZ6llKKP9ZBMmCRjf0+ED28+OywNaYEe+8+3wCIUhrX+4NcA
2GM79Z2szRJhQkkK3+9uc1xM5wwilp7bd2s28m0OzumKb21lFqgcCqiVDtAE0ZMg
3ei7yYoDJSx1caUXXgOJ9mMXv6Z/SMcje8stfDpgDS279z1brGyX772ZVJZkWR64
K3mq9Zo1u8psWcsk+JU71D0Dz7Y+pMUcGLNjMVBtesI1Jic9e3fyaqMNcno4JBug
eV+AkffjhcURyGq4vYp5tP0qjjcRr05DnMWU8zdy0O3MXxAxoPZSjS6voR1zsjZ+
ukpuFTeIe2jwVFNAo3IetXjup5dCJYJibILTUiiHPheokr34yzC4I/MLpFFgShb2
3BPNBkDIz3Rapt+0VHpH9QPAjI7GTv0/4BxerrgwZP/SVIIXCC6e53O553gggBYa
FBlWxymm1zN3DuJa6/WAmdHTgEEU/j9wZik9slXTdDH9Y/evXT28YE5MUtZExcj2
QzUGzzhJuvCuT7RGVbFfe/jvMfqgO9HjNh3pWnun+aMtURA/3XXKB9+vO8glGxt5
AQrVod9CXzZbR4iPW0qNAXLP+KNHplUtdOh/wR0BG9N+T3sepTzj9Bk63sLv7Wu2
OW8yTiZqeHAPKBMlLd8hFBui60mxtmsufFQUoqoqyevw
-----END ENCRYPTED PRIVATE KEY-----
`,
  old: `-----BEGIN RSA PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-128-CBC,49D2C6C5BBFAA90E11F1EE1B6E5D4F4D

Ynod6T124noDwL+4on/pOiTYOxIHUWQpHmRrYEyzw1D+EQrBrfz5zeZnv5BQ/u2w
dpMZDytodSbe8cpkW79zRvfiAwOdop2kz2J3tS5s2wK2WEA3dJ17fyO4D243fBP1
/knRQEIuLFLhI3fg+vty8BjPYrKET46eG/GKQavzpPKO5huqFIcMISPJx4BhAqAM
i3CU5DYzr0UWhZzODzJTxLIegBFAHFIlmXPMz/jsCmDhhkjBub6UgjT7bsJFnZlR
3WIgMl83EC6BIS5ZpfwdrbpYc9KaxNgUcvV+MwVyf1Tyr+/U8MFyLSUFeWzzUp4U
O0jRprjkyca+30C1kYV/mWTIWHBrYvv6ovBS5vgMVswxXsvLa30sfreORzgB+SMa
1SlzQkn+pHGHWUTiRHoEy4FlPG6QC0G9yV9/wGkq5Y+kYwT96S3pXsKUtmbaPDCN
NahSJHxKXP1l7xRfcjJdO8VkTqceoHqxMkFhnxDotV0kA7NQffl3ye5B6pZuQ0Mg
jxOrarwqOeGwjc9AXHgD0Dv7TM1LiAjC9qvQRNB56Tw+t9FRwtT5+FOtyZ1rftBm
vL71i2keXsWzPOM9ZiNyGMDsTwNNM6KCJ5Felq5df6bsMHSttyhK1qe/BpUPdmy1
tsgWoSz8hlmLMD1HmFXSnwnIApj2Zf1fdUN/p2XiJqOARfD1i0gxNqii4shuYN4M
l0mgH0D5taA7WIDJ1yhu3iDYnLa27HsSgwPvMwBprAzQ7BSOwiGzzN03kyFZ4N8e
G7fBuQtNXB7m0jILsuD81K0VpEY1f3WwtIj4KHiDsMNU1FRqg2AVGQxykCPkE/G5
ztzWKr1Ny5NAICir/KDZ3qdPEHDxJbrFWQAi5sJ/h7TMEbAGH3B397hAvLx2Vvyw
FCIG6C+/Mch7qorIwTa9NzxJK3tFf++Nz1oAemqmDhmk3LQOJgb4vc3mxuo2ne6t
4hYN6Qon9dowvBNvo1NIKCaIDe8UwiXc+xpaw1wTEpy0AfrUBEf6YsKhrOknreI5
z2iHrBD6WV+1xIQXNmqb+b8LPgk5OZH7LLAxYg3sXt4IXVtGjXujc/tPjXa6NEsP
xN6wUv8h6H1MCrJ1x6P5q+WI4PNa1pULjvhiJh7seN+J6QC8mJUEIg4l2vc05a6o
DIHZDFyDS4UqjTktf/Y9GwOv2Uf0vhLeywJXlJsF556Sr07gQd5KkoyFey11U4Kx
niRHMDHPqVOB33b41uqTHnnMX3UZn6KTkSPZg8Wl7BwOKeG4f77feHV4BqujW329
+foxGBLV8vUdj5ER7cKD3JeRZejk/TL0a/V7ylP+0ke6DgySvVCF+1xOlxm5gOZd
wJmJmh6KmRUBfimQLOUEHK1iF6z5SlT9aTCh28hCfd+F/FqgclrS6c3xo/QLShyM
WCk7zvPZB/Djl08jeYmwMFpwH3kXR+tfrofgw/dEo84G71QXv1Xfvk6FSYBfHM9i
O4+LTXzlfSn9xWiICTPBnyOo3FnIWM4TbnnMv7dI+sBqwxJbK7FyrjU0rm2x74SC
p2/Rzu9Xxwt0dPFvclYiG1kTzjmvVX1uc4rjumwXaNPg3TrP5UoDz7hbh1LulZpX
-----END RSA PRIVATE KEY-----
`,
  certificate: `-----BEGIN CERTIFICATE-----
MIIDDzCCAfegAwIBAgIUcIQQQd47ZYo3oTBs19EnizyVfT4wDQYJKoZIhvcNAQEL
BQAwFzEVMBMGA1UEAwwMZXhhbXBsZS50ZXN0MB4XDTI2MTEyNTA1MDAxOVoXDTM2
MTEyMjA1MDAxOVowFzEVMBMGA1UEAwwMZXhhbXBsZS50ZXN0MIIBIjANBgkqhkiG
9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyilKKrMc/9ZgcD3VbAf0TUYRFisLAqIlae0T
7yTDKtAoJxOZn0MeKqbHKU4TA/oD4hqQQ2hQGLfYjjxXHbLIWPgqK0yazYajCvMy
TMoYyUtRy6MeHjt31dLwUxVLcsBdDBbDTphHM8WKoJtzGWZe6WBW+kfVsrOT+whs
OJnN/Ctofd1Yf+uvI99L+mlRSjVkEE1ura5roEbegdlRiVDe+5XvI5frQW5dT1nv
avGT2F04FZ4/N+ieYD3GOEEPH10L0XxfAy6PdVIU2XQYFh7qs3Co88P5S/VGTZ/V
MY1idIchuSeF20beJLTRo1TBOl4Wum5A6I9cneqVvTyWxcCP5wIDAQABo1MwUTAd
BgNVHQ4EFgQUuRpRfvPzC32tcwNWPesnsDTjq/8wHwYDVR0jBBgwFoAUuRpRfvPz
C32tcwNWPesnsDTjq/8wDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC
AQEApbxqsGkAYb11l3L7TsMrpOtMuIyo0TJDtLc2DzI9bOxlePG7IOCzyc5nc6YV
UdbPxzbtT/Ni4xD+Vus2kKXwYZlLGplov4Ok1Y3ggFJQ553tQiZgdh0NfRJjUKVe
zZYLaYCodVihpyvh3C5DGc3qnED6vUsLuMPPROA5RzlNjhIH5cnQMH84quMXB+vL
CcfFImkfFkoRDoyAnbk+K1pToEqUoiFw4PT6uwjZhkQweaED+DTWSSfVob8+CDaX
jKBsrgMbzs+MGqf85IyNUZ0XVf82wZz/+/RY3gqfIbZ1HDmfcbEFb+QNzc06bvRy
cWrwVrnm0Lbar46GPaG7hmWttA==
-----END CERTIFICATE-----
`,
};
for (const [name, text] of Object.entries(keys)) {
  if (name === "certificate" || name === "encrypted" || name === "old") continue;
  const secret = c.createPrivateKey(text);
  const open = c.createPublicKey(text);
  t(name, () => [secret.type, open.type, secret.asymmetricKeyType, open.asymmetricKeyType, secret.asymmetricKeyDetails]);
  t(name, () => open.export({ type: "spki", format: "pem" }));
  t(name, () => secret.export({ type: "pkcs8", format: "pem" }));
  t(name, () => secret.export({ type: "pkcs8", format: "der" }));
  t(name, () => secret.export({ type: "pkcs1", format: "pem" }));
  t(name, () => open.export({ type: "pkcs1", format: "pem" }));
  t(name, () => secret.export({ type: "sec1", format: "pem" }));
  t(name, () => secret.export({ format: "jwk" }));
  t(name, () => open.export({ format: "jwk" }));
  t(name, () => c.createPrivateKey({ key: secret.export({ format: "jwk" }), format: "jwk" }).equals(secret));
  t(name, () => c.createPublicKey({ key: open.export({ format: "jwk" }), format: "jwk" }).equals(open));
  t(name, () => c.createPublicKey({ key: open.export({ type: "spki", format: "der" }), type: "spki", format: "der" }).equals(open));
  t(name, () => c.createPublicKey(secret).equals(open));
  t(name, () => c.createPrivateKey({ key: secret.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" }), passphrase: "x" }).equals(secret));
  if (name !== "x") t(name, () => {
    const hash = name === "ed" ? null : "sha256";
    const signature = c.sign(hash, Buffer.from("data"), secret);
    return [c.verify(hash, Buffer.from("data"), open, signature), c.verify(hash, Buffer.from("other"), open, signature)];
  });
}
t("encrypted", () => c.createPrivateKey({ key: keys.encrypted, passphrase: "secret" }).equals(c.createPrivateKey(keys.rsa)));
t("encrypted", () => c.createPrivateKey(keys.encrypted));
t("old", () => c.createPrivateKey(keys.old));
t("old", () => c.createPrivateKey({ key: keys.old, passphrase: "secret" }).equals(c.createPrivateKey(keys.rsa)));
t("certificate", () => c.createPublicKey(keys.certificate).equals(c.createPublicKey(keys.rsa)));
for (const hash of ["sha1", "sha256", "RSA-SHA384", "sha512"]) {
  t(hash, () => c.createSign(hash).update("some ").update("data").sign(keys.rsa, "base64"));
  t(hash, () => c.createVerify(hash).update("data").verify(keys.rsa, c.sign(hash, Buffer.from("data"), keys.rsa)));
  for (const salt of [undefined, 0, 20, -1, -2]) t(hash, () => {
    const options = { key: keys.rsa, padding: c.constants.RSA_PKCS1_PSS_PADDING, saltLength: salt };
    const signature = c.sign(hash, Buffer.from("data"), options);
    return [signature.length, c.verify(hash, Buffer.from("data"), options, signature), c.verify(hash, Buffer.from("date"), options, signature)];
  });
}
t("plain", () => { const options = { key: keys.ec, dsaEncoding: "ieee-p1363" }; const s = c.sign("sha512", Buffer.from("a"), options); return [s.length, c.verify("sha512", Buffer.from("a"), options, s)]; });
t("ed", () => c.sign(null, Buffer.from("data"), keys.ed));
for (const options of [{}, { oaepHash: "sha256" }, { oaepHash: "sha512", oaepLabel: Buffer.from("label") }]) {
  t("encrypt", () => c.privateDecrypt({ key: keys.rsa, ...options }, c.publicEncrypt({ key: keys.rsa, ...options }, Buffer.from("hello"))));
}
t("private", () => c.privateEncrypt(keys.rsa, Buffer.from("hello")));
t("private", () => c.publicDecrypt(keys.rsa, c.privateEncrypt(keys.rsa, Buffer.from("hello"))).toString());
t("size", () => c.publicEncrypt(keys.rsa, Buffer.alloc(300)));
t("wrong", () => c.createPrivateKey("nope"));
t("wrong", () => c.createPublicKey("nope"));
t("wrong", () => c.createPrivateKey(5));
t("wrong", () => c.createSign("nope"));
t("wrong", () => c.createSign("sha256").sign());
t("wrong", () => c.sign("nope", Buffer.from("a"), keys.rsa));
t("wrong", () => c.createSecretKey(Buffer.from("abc")).export({ format: "jwk" }));
t("wrong", () => c.createSecretKey(Buffer.from("abc")).export());
t("wrong", () => c.createPublicKey(c.createSecretKey(Buffer.from("abc"))));
t("wrong", () => c.sign("sha256", Buffer.from("a"), c.createPublicKey(keys.rsa)));
t("ecdh", () => { const a = c.createECDH("prime256v1"); a.setPrivateKey("01".repeat(32), "hex"); return a.getPublicKey("hex", "compressed") + a.getPublicKey("hex") + a.getPublicKey("hex", "hybrid"); });
t("ecdh", () => { const [a, b] = [c.createECDH("secp256k1"), c.createECDH("secp256k1")]; a.setPrivateKey("01".repeat(32), "hex"); b.setPrivateKey("02".repeat(32), "hex"); return [a.computeSecret(b.getPublicKey(), null, "hex"), b.computeSecret(a.getPublicKey(), null, "hex")]; });
for (const [type, options] of [["rsa", { modulusLength: 1024 }], ["ec", { namedCurve: "P-384" }], ["ed25519"], ["x25519"]]) {
  const { publicKey, privateKey } = await promisify(c.generateKeyPair)(type, options);
  t(type, () => [publicKey.type, privateKey.type, publicKey.asymmetricKeyType, publicKey.asymmetricKeyDetails, c.createPublicKey(privateKey).equals(publicKey)]);
}
const pair = c.generateKeyPairSync("ec", { namedCurve: "secp256k1", publicKeyEncoding: { type: "spki", format: "pem" }, privateKeyEncoding: { type: "pkcs8", format: "pem" } });
console.log(pair.publicKey.split("\n").length, pair.privateKey.split("\n")[0]);
const [one, two] = [c.generateKeyPairSync("x25519"), c.generateKeyPairSync("x25519")];
console.log(c.diffieHellman({ privateKey: one.privateKey, publicKey: two.publicKey }).equals(c.diffieHellman({ privateKey: two.privateKey, publicKey: one.publicKey })));
console.log(c.generateKeySync("aes", { length: 256 }).symmetricKeySize, (await promisify(c.sign)("sha256", Buffer.from("a"), keys.rsa)).length);
for (const [type, cipher] of [["pkcs1", "aes-256-cbc"], ["pkcs8", "des-ede3-cbc"], ["pkcs1", "des-ede3-cbc"]]) {
  t(type, () => {
    const text = c.createPrivateKey(keys.rsa).export({ type, format: "pem", cipher, passphrase: "x" });
    const again = c.createPrivateKey({ key: text, passphrase: "x" });
    return [again.equals(c.createPrivateKey(keys.rsa)), text.split("\n")[0], type === "pkcs1" && text.split("\n")[1]];
  });
}
const limited = c.generateKeyPairSync("rsa-pss", { modulusLength: 1024, hashAlgorithm: "sha256", mgf1HashAlgorithm: "sha256", saltLength: 16 });
t("pss", () => limited.publicKey.asymmetricKeyDetails);
t("pss", () => c.sign("sha1", Buffer.from("a"), limited.privateKey));
t("pss", () => c.sign("sha256", Buffer.from("a"), { key: limited.privateKey, saltLength: 4 }));
t("pss", () => c.sign("sha256", "a", { key: limited.privateKey, padding: 1 }));
t("pss", () => c.verify("sha256", "a", limited.publicKey, c.sign("sha256", "a", limited.privateKey)));
t("pss", () => c.publicEncrypt(limited.publicKey, Buffer.from("a")));
t("pss", () => limited.privateKey.export({ format: "jwk" }));
t("wrong", () => c.publicEncrypt({ key: keys.rsa, oaepHash: "Hello" }, Buffer.alloc(4)));
t("wrong", () => c.createPrivateKey({ key: Buffer.alloc(0), format: "der", type: "spki" }));
t("wrong", () => c.createPublicKey({ key: "a", format: "der" }));
t("wrong", () => c.createPrivateKey({ key: "a", passphrase: 5 }));
t("wrong", () => c.generateKeyPairSync("rsa", { modulusLength: 1024, publicKeyEncoding: 5 }));
t("wrong", () => c.generateKeyPairSync("rsa", { modulusLength: 1024, privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "nope", passphrase: "x" } }));
t("names", () => Object.keys(c).sort().filter((it) => it !== "Certificate"));
