// node:buffer as programs import it: with the classes of files, whose script the global Buffer spares.

import { web } from "../web/ops.ts";

const files = web("09_file.js") as unknown as Pick<typeof globalThis, "Blob" | "File">;
const { Blob: WebBlob, File: WebFile } = files;
type WebBlob = Blob;
type WebFile = File;

export * from "./buffer.ts";
export { default } from "./buffer.ts";
export { WebBlob as Blob, WebFile as File };
