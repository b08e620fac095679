// Signatures of webhooks, as the specification Standard Webhooks has them. This code is a part of bundles.

/** The headers that sign a body. `secret` is text, or base64 after `whsec_`. */
export async function signed(id: string, body: string, secret: string): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", keyOf(secret), algorithm, false, ["sign"]);
  const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, text));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...signature))}`,
  };
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  if (!secret.startsWith("whsec_")) return new TextEncoder().encode(secret);
  return Uint8Array.from(atob(secret.slice(6)), (it) => it.charCodeAt(0));
}
