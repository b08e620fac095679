// Paths as text. Paths of the system are bytes; bytes that are not UTF-8 become a text of a zero, which no path contains,
// and one character for each byte (src/node/files/path_text.rs).

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";

const BYTES = "\0";

/** A path that is given as bytes, for the host. */
export function pathFromBytes(bytes: Uint8Array): string {
  const text = core.decode(bytes);
  if (!text.includes("\ufffd")) return text;
  const same = core.encode(text);
  const isText = same.length === bytes.length && same.every((it, at) => it === bytes[at]);
  return isText ? text : BYTES + Buffer.from(bytes).toString("latin1");
}

/** Whether a text is bytes. */
export const isBytes = (text: string): boolean => text.startsWith(BYTES);

/** The bytes of a text of either kind. */
export const bytesOfPath = (text: string): Uint8Array =>
  isBytes(text) ? Buffer.from(text.slice(1), "latin1") : core.encode(text);

/** A path as text for a program that does not ask for bytes. Lone surrogates, which no name contains, are replaced. */
export const shownPath = (text: string): string => isBytes(text) ? core.decode(bytesOfPath(text)) : text.toWellFormed();

/** Two parts of a path, one after the other. */
export function joined(start: string, end: string): string {
  if (!isBytes(start) && !isBytes(end)) return start + end;
  return BYTES + Buffer.concat([bytesOfPath(start), bytesOfPath(end)]).toString("latin1");
}

/** The path of an entry of a folder. */
export const inFolder = (folder: string, name: string): string =>
  joined(folder.endsWith("/") ? folder : joined(folder, "/"), name);
