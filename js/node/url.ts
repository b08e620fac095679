// node:url: converts between paths and file: URLs.

import { resolve } from "./path.ts";

function failure(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code });
}

export function fileURLToPath(url: string | URL): string {
  const parsed = typeof url === "string" ? new URL(url) : url;
  if (parsed.protocol !== "file:") throw failure("ERR_INVALID_URL_SCHEME", "The URL must be of scheme file");
  if (parsed.hostname !== "") throw failure("ERR_INVALID_FILE_URL_HOST", "File URL host must be empty");
  if (/%2f/i.test(parsed.pathname)) {
    throw failure("ERR_INVALID_FILE_URL_PATH", "File URL path must not include encoded / characters");
  }
  return decodeURIComponent(parsed.pathname);
}

const escaped = /[%\\\n\r\t?#]/g;

export function pathToFileURL(path: string): URL {
  const absolute = resolve(path) + (path.endsWith("/") && !/^\/+$/.test(path) ? "/" : "");
  return new URL(`file://${absolute.replace(escaped, encodeURIComponent)}`);
}

const WebURL = URL;
const WebSearchParams = URLSearchParams;
type WebURL = URL;
type WebSearchParams = URLSearchParams;
export { WebSearchParams as URLSearchParams, WebURL as URL };

export default { fileURLToPath, pathToFileURL, URL, URLSearchParams };
