// The content type of a file, by its extension.

import { extname } from "node:path";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

export function contentType(file: string): string {
  const extension = extname(file).toLowerCase();
  const type = types[extension];
  if (type === undefined) throw new Error(`the type of ${file} is not known: add "${extension}" to content_type.ts`);
  return type;
}
