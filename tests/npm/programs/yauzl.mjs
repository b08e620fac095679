import { show } from "../show.mjs";
import yauzl from "yauzl";
import { text } from "node:stream/consumers";

const zip = Buffer.from("UEsDBBQAAAAIAAAAIQCGphA2BwAAAAUAAAAFAAAAYS50eHTLSM3JyQcAUEsBAhQAFAAAAAgAAAAhAIamEDYHAAAABQAAAAUAAAAAAAAAAAAAAAAAAAAAAGEudHh0UEsFBgAAAAABAAEAMwAAACoAAAAAAA==", "base64");
const open = (buffer) => new Promise((resolve, reject) => yauzl.fromBuffer(buffer, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file))));
const file = await open(zip);
show(file.entryCount);
await new Promise((resolve, reject) => {
  file.on("end", resolve).on("error", reject);
  file.on("entry", (entry) => file.openReadStream(entry, async (error, stream) => {
    if (error) return reject(error);
    show(entry.fileName, await text(stream));
    file.readEntry();
  }));
  file.readEntry();
});
show((await open(Buffer.from("no zip")).catch((error) => error)).message);
