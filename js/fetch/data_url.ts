// data: URLs, whose content is in the URL itself.

import { Response } from "./response.ts";

function percentDecoded(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const digits = text[i] === "%" ? /^[0-9a-f]{2}/i.exec(text.slice(i + 1, i + 3)) : null;
    bytes.push(digits ? parseInt(digits[0], 16) : text.charCodeAt(i));
    if (digits) i += 2;
  }
  return new Uint8Array(bytes);
}

const textOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

export function dataResponse(url: URL): Response {
  const content = url.href.slice("data:".length).split("#", 1)[0]!;
  const comma = content.indexOf(",");
  if (comma < 0) throw new TypeError("a data: URL needs a comma before its content");
  let type = content.slice(0, comma).trim();
  let body = percentDecoded(content.slice(comma + 1));
  const isBase64 = /; *base64$/i.test(type);
  if (isBase64) {
    type = type.slice(0, type.lastIndexOf(";"));
    const binary = atob(textOf(body));
    body = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  }
  if (type.startsWith(";")) type = `text/plain${type}`;
  const headers = ["content-type", type || "text/plain;charset=US-ASCII"];
  const head = { status: 200, statusText: "OK", url: url.href, redirected: false, headers };
  return Response.received(head, body);
}
