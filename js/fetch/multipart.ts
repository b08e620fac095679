// Forms as bodies of requests and responses: multipart/form-data (RFC 7578), as browsers write it.

import { core } from "../web/ops.ts";
import { fillRandom } from "../web/random.ts";
import { FormData } from "./form_data.ts";
import { ownFile } from "./own_file.ts";

export interface Multipart {
  source: Promise<Uint8Array<ArrayBuffer>>;
  /** The content type with the boundary. */
  type: string;
}

const withLineEnds = (text: string) => text.replace(/\r\n|\r|\n/g, "\r\n");

/** A name between quotes. */
const escaped = (name: string) => name.replace(/\n/g, "%0A").replace(/\r/g, "%0D").replace(/"/g, "%22");
const unescaped = (name: string) => name.replace(/%0A/gi, "\n").replace(/%0D/gi, "\r").replace(/%22/g, '"');

function newBoundary(): string {
  const bytes = new Uint8Array(16);
  fillRandom(bytes);
  return `----lumi-form-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export function encode(form: FormData): Multipart {
  const boundary = newBoundary();
  const parts: BlobPart[] = [];
  for (const [name, value] of form) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(withLineEnds(name))}"`;
    if (typeof value === "string") {
      parts.push(`${head}\r\n\r\n${withLineEnds(value)}\r\n`);
    } else {
      const type = value.type || "application/octet-stream";
      parts.push(`${head}; filename="${escaped(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, value, "\r\n");
    }
  }
  parts.push(`--${boundary}--\r\n`);
  const source = new Blob(parts).arrayBuffer().then((it) => new Uint8Array(it));
  return { source, type: `multipart/form-data; boundary=${boundary}` };
}

/** The index of `wanted` in `bytes`, or -1. */
function find(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(wanted[0]!, from); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    let length = 1;
    while (length < wanted.length && bytes[at + length] === wanted[length]) length++;
    if (length === wanted.length) return at;
  }
  return -1;
}

interface PartHead {
  name: string;
  fileName: string | undefined;
  type: string;
}

/** The parameters of a header in their order: what looks like one inside of quotes is none. */
function parametersOf(value: string): Map<string, string> {
  const found = new Map<string, string>();
  const pattern = /;\s*([^\s=;]+)=(?:"([^"]*)"|([^;\s]*))\s*/gy;
  pattern.lastIndex = value.indexOf(";");
  for (let match = pattern.exec(value); match !== null; match = pattern.exec(value)) {
    found.set(match[1]!.toLowerCase(), unescaped(match[2] ?? match[3]!));
  }
  return found;
}

function headOf(text: string): PartHead {
  let name: string | undefined, fileName: string | undefined, type = "text/plain";
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon < 0) throw new TypeError("a header of a part of the form has no colon");
    const value = line.slice(colon + 1).trim();
    const header = line.slice(0, colon).toLowerCase();
    if (header === "content-type") type = value;
    if (header !== "content-disposition") continue;
    if (!/^form-data\s*;/i.test(value)) throw new TypeError("a part of the form is not form-data");
    const parameters = parametersOf(value);
    name = parameters.get("name");
    fileName = parameters.get("filename");
  }
  if (name === undefined) throw new TypeError("a part of the form has no name");
  return { name, fileName, type };
}

/** The form in a body whose content type names `boundary`. */
export function decode(bytes: Uint8Array<ArrayBuffer>, boundary: string): FormData {
  const form = new FormData();
  const [separator, blankLine] = [core.encode(`\r\n--${boundary}`), core.encode("\r\n\r\n")];
  const first = core.encode(`--${boundary}`);
  let at = find(bytes, first, 0);
  if (at < 0) throw new TypeError("the body does not contain the boundary of its content type");
  at += first.length;
  // After a boundary, "--" ends the form and a line end begins a part.
  while (!(bytes[at] === 45 && bytes[at + 1] === 45)) {
    if (!(bytes[at] === 13 && bytes[at + 1] === 10)) {
      throw new TypeError("the form is cut off or malformed at a boundary");
    }
    const headEnd = find(bytes, blankLine, at);
    const end = headEnd < 0 ? -1 : find(bytes, separator, headEnd + 2);
    if (end < 0) throw new TypeError("a part of the form is cut off");
    const { name, fileName, type } = headOf(core.decode(bytes.subarray(at + 2, headEnd)));
    const content = bytes.slice(headEnd + blankLine.length, Math.max(end, headEnd + blankLine.length));
    if (fileName === undefined) form.append(name, core.decode(content));
    else form.append(name, new (ownFile())([content], fileName, { type }));
    at = end + separator.length;
  }
  return form;
}
