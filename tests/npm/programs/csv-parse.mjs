import { show } from "../show.mjs";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { parse as parseSync } from "csv-parse/sync";

const text = 'a,b\n1,"x, y"\n2,"line\nbreak"\n';
show(parseSync(text, { columns: true, cast: true }));
const rows = [];
for await (const row of Readable.from([text.slice(0, 7), text.slice(7)]).pipe(parse({ columns: true }))) rows.push(row);
show(rows);
try {
  parseSync("a,b\n1\n");
} catch (error) {
  show(error.code, error.message);
}
