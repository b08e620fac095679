// The authentication SCRAM-SHA-256 (RFC 5802, RFC 7677). This code is a part of bundles.

/** Both messages of a client, and the check of the last one of the server. */
export interface Scram {
  readonly first: string;
  /** Answers the challenge of the server. */
  final(challenge: string): Promise<string>;
  /** Fails unless the server knows the password, too. */
  verify(answer: string): void;
}

const HEADER = "n,,";
/** Fewer iterations are a server that wants to guess; more would take minutes. */
const ITERATIONS = { least: 4096, most: 10_000_000 };

export function scram(password: string): Scram {
  const nonce = base64(crypto.getRandomValues(new Uint8Array(18)));
  const bare = `n=,r=${nonce}`;
  let expected: string | undefined;
  return {
    first: HEADER + bare,
    async final(challenge) {
      const { r: both = "", s: salt = "", i: iterations = "" } = attributes(challenge);
      const count = Number(iterations);
      if (!both.startsWith(nonce) || both === nonce || !(count >= ITERATIONS.least && count <= ITERATIONS.most)) {
        throw new Error("the server of Postgres asks for another authentication than SCRAM-SHA-256");
      }
      const salted = await derived(password.normalize("NFKC"), bytesOf(salt), count);
      const unsigned = `c=${btoa(HEADER)},r=${both}`;
      const text = `${bare},${challenge},${unsigned}`;
      const clientKey = await signed(salted, "Client Key");
      const storedKey = new Uint8Array(await crypto.subtle.digest("SHA-256", clientKey as BufferSource));
      const signature = await signed(storedKey, text);
      const proof = clientKey.map((it, at) => it ^ signature[at]!);
      expected = base64(await signed(await signed(salted, "Server Key"), text));
      return `${unsigned},p=${base64(proof)}`;
    },
    verify(answer) {
      if (expected === undefined || attributes(answer)["v"] !== expected) {
        throw new Error("the server of Postgres does not know the password that it asks for");
      }
    },
  };
}

/** Attributes such as `r=NONCE,s=SALT` by their letters. */
function attributes(text: string): Record<string, string | undefined> {
  return Object.fromEntries(text.split(",").map((it) => [it.slice(0, 1), it.slice(2)]));
}

async function derived(password: string, salt: Uint8Array, iterations: number): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(password), "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: salt as BufferSource, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256));
}

async function signed(key: Uint8Array, text: string): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key as BufferSource, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const bytesOf = (text: string) => Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
