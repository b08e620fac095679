import { show } from "../show.mjs";
import * as archiver from "archiver";
import { fromBuffer } from "yauzl";

const archive = archiver.ZipArchive ? new archiver.ZipArchive({ zlib: { level: 9 } }) : archiver.default("zip", { zlib: { level: 9 } });
const chunks = [];
archive.on("data", (chunk) => chunks.push(chunk));
archive.append("one ".repeat(1000), { name: "a/one.txt", date: new Date(1e12) });
archive.append(Buffer.from([1, 2, 3]), { name: "two.bin", date: new Date(1e12), store: true });
const end = new Promise((resolve, reject) => archive.on("end", resolve).on("error", reject));
await archive.finalize();
await end;
await new Promise((resolve, reject) => fromBuffer(Buffer.concat(chunks), { lazyEntries: true }, (error, zip) => {
  if (error) return reject(error);
  zip.on("entry", (entry) => { show(entry.fileName, entry.uncompressedSize, entry.compressionMethod, entry.crc32); zip.readEntry(); });
  zip.on("end", resolve);
  zip.readEntry();
}));
