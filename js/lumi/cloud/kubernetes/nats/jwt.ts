// Keys and JWTs of NATS, by which its server knows accounts, users, and what each may do.

/** The first bytes of public keys, by what they are of; the first letter of the text is the same. */
const PREFIXES = { O: 14 << 3, A: 0, U: 20 << 3 };

export type KeyKind = keyof typeof PREFIXES;

/** The subjects of a user. */
export interface NatsPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** A key that signs. */
export interface SigningKey {
  readonly kind: KeyKind;
  /** The public key as NATS writes it. */
  readonly name: string;
  sign(text: string): Promise<Uint8Array>;
}

/** Reads a private key of Ed25519, which is PKCS #8 in PEM. */
export async function signingKey(kind: KeyKind, pem: string): Promise<SigningKey> {
  const bytes = Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, "")), (it) => it.charCodeAt(0));
  const key = await crypto.subtle.importKey("pkcs8", bytes, "Ed25519", true, ["sign"]);
  const { x } = await crypto.subtle.exportKey("jwk", key);
  const point = Uint8Array.from(atob(x!.replace(/-/g, "+").replace(/_/g, "/")), (it) => it.charCodeAt(0));
  return {
    kind,
    name: publicName(kind, point),
    async sign(text) {
      return new Uint8Array(await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(text)));
    },
  };
}

/** The JWT of an operator, which signs itself. */
export function operatorToken(operator: SigningKey, name: string): Promise<string> {
  return token(operator, { name, sub: operator.name, nats: { type: "operator", version: 2 } });
}

/** An account. */
export interface Account {
  /** The name of its key. */
  readonly key: string;
  readonly name: string;
  /** Whether it may store messages, without limits of its own. */
  readonly hasStorage: boolean;
}

/** The JWT of an account. */
export function accountToken(operator: SigningKey, { key, name, hasStorage }: Account): Promise<string> {
  const limits = {
    ...{ subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
    ...hasStorage ? { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 } : {},
  };
  return token(operator, { name, sub: key, nats: { limits, type: "account", version: 2 } });
}

/** The name of a key that does not exist: nothing is signed with it. */
export async function unusedKey(kind: KeyKind, text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return publicName(kind, new Uint8Array(hash));
}

/** The JWT of a user. Who has it is the user, so that it is secret. */
export async function userToken(
  account: SigningKey,
  name: string,
  { publish, subscribe }: NatsPermissions,
): Promise<string> {
  // Nothing published is allowed by denying everything; an empty list allows everything.
  const pub = publish.length === 0 ? { deny: [">"] } : { allow: publish };
  const nats = {
    pub,
    sub: { allow: subscribe },
    subs: -1,
    data: -1,
    payload: -1,
    bearer_token: true,
    type: "user",
    version: 2,
  };
  // The JWT alone admits the user. NATS needs a public key as the name of a user; no private key belongs to this one.
  return token(account, { name, sub: await unusedKey("U", name), nats });
}

/** Signs claims. The same claims are the same text: the time is that of no clock. */
async function token(by: SigningKey, claims: object): Promise<string> {
  const dated = { iat: 1, iss: by.name, ...claims };
  const id = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(dated))));
  const text = [{ typ: "JWT", alg: "ed25519-nkey" }, { jti: base32(id), ...dated }].map((it) =>
    base64Url(new TextEncoder().encode(JSON.stringify(it)))
  ).join(".");
  return `${text}.${base64Url(await by.sign(text))}`;
}

/** A public key as a text: the kind, the key and a checksum. */
function publicName(kind: KeyKind, key: Uint8Array): string {
  const bytes = [PREFIXES[kind], ...key];
  const sum = crc16(bytes);
  return base32(Uint8Array.from([...bytes, sum & 0xff, sum >>> 8]));
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(bytes: Uint8Array): string {
  let [text, value, bits] = ["", 0, 0];
  for (const byte of bytes) {
    value = (value << 8 | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[value >>> (bits - 5) & 31];
  }
  return bits === 0 ? text : text + LETTERS[value << (5 - bits) & 31];
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** CRC-16 with the polynomial 0x1021 that begins with 0. */
function crc16(bytes: readonly number[]): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x8000 ? sum << 1 ^ 0x1021 : sum << 1) & 0xffff;
  }
  return sum;
}
