// A `Response` of the web as the result of a function.

import { base64 } from "../cell/plain_form.ts";

/** Not the class itself: it is loaded late, and packages bring their own. */
export interface WebResponse {
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The result of HTTP functions that do not use the web's class. */
interface PlainResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body?: string;
  isBase64Encoded?: true;
}

/** The result, or the status, headers and body of a `Response`, which is read whole. */
export async function withoutResponse(result: unknown): Promise<unknown> {
  return isResponse(result) ? await plain(result) : result;
}

/** @internal */
export function isResponse(result: unknown): result is WebResponse {
  if (typeof result !== "object" || result === null) return false;
  if ((result as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] !== "Response") return false;
  const { status, headers, arrayBuffer } = result as Partial<WebResponse>;
  return typeof status === "number" && typeof headers === "object" && typeof arrayBuffer === "function";
}

async function plain(response: WebResponse): Promise<PlainResponse> {
  const bytes = await bytesOf(response);
  const headers: Record<string, string | string[]> = {};
  const cookies: string[] = [];
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") cookies.push(value);
    else headers[name] = value;
  }
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  const answer: PlainResponse = { status: response.status, headers };
  if (bytes.length === 0) return answer;
  const text = textOf(bytes);
  if (text !== null) return { ...answer, body: text };
  return { ...answer, body: base64(bytes), isBase64Encoded: true };
}

/** @internal */
export async function bytesOf(response: WebResponse): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

/** Null for bytes that are not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
