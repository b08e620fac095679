import { isUtf8 } from "node:buffer";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { StringDecoder } from "node:string_decoder";

const bytes = Buffer.from("\ufeffabc");
console.log(bytes.length, bytes.toString().length, bytes.toString("utf8", 0, 3).length, isUtf8(bytes), Buffer.from("\ufeff\ufeff").toString().length);
console.log(new StringDecoder().write(bytes).length, new TextDecoder().decode(bytes).length);

const folder = fs.mkdtempSync(path.join(tmpdir(), "marks-"));
const file = path.join(folder, "file");
fs.writeFileSync(file, bytes);
console.log(fs.readFileSync(file, "utf8").length, fs.readFileSync(file, { encoding: "utf-8" }).length, (await fs.promises.readFile(file, "utf8")).length);
console.log((await fs.createReadStream(file, "utf8").toArray()).join("").length, (await text(fs.createReadStream(file))).length);
const handle = await fs.promises.open(file);
console.log((await handle.readFile("utf8")).length);
await handle.close();
fs.rmSync(folder, { recursive: true });
