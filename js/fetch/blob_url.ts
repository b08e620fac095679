// blob: URLs, which stand for a Blob of this program until they are revoked.

import { web } from "../web/ops.ts";
import { Response } from "./response.ts";

interface Files {
  blobFromObjectUrl(url: string): Blob | null;
}

export async function blobResponse(url: URL): Promise<Response> {
  const blob = (web("09_file.js") as unknown as Files).blobFromObjectUrl(url.href.split("#", 1)[0]!);
  if (blob === null) throw new TypeError(`cannot fetch ${url.href}: no Blob has this URL, or it is revoked`);
  const headers = ["content-length", String(blob.size), "content-type", blob.type];
  const head = { status: 200, statusText: "OK", url: url.href, redirected: false, headers };
  return Response.received(head, new Uint8Array(await blob.arrayBuffer()));
}
