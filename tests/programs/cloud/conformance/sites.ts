// The behaviours of `Site`: the folders site/ and application/.

import { Site } from "lumi/cloud";
import { type Behaviours, equal } from "./checks.ts";

/** Targets read the files where the program is. */
const folder = (name: string) => decodeURIComponent(new URL(`./${name}`, import.meta.url).pathname);

const site = new Site("site", { folder: folder("site"), immutable: ["assets"] });
const application = new Site("application", { folder: folder("application"), spa: true });

/** The second word of an HTML page. */
const titleOf = async (response: Response) => /<title>(.*)<\/title>/.exec(await response.text())?.[1];

const header = (response: Response, name: string) => response.headers.get(name) ?? "";

export const sites: Behaviours = {
  "the index answers the root": async () => {
    const response = await site.fetch("/");
    equal([response.status, await titleOf(response)], [200, "Home"]);
  },
  "files have media types": async () => {
    const types: string[] = [];
    for (const path of ["/index.html", "/style.css", "/assets/app.1f2e3d.js", "/docs/with%20spaces%20%C3%A9.txt"]) {
      types.push(header(await site.fetch(path), "content-type").split(";")[0]!);
    }
    equal(types, ["text/html", "text/css", "text/javascript", "text/plain"]);
  },
  "paths are decoded": async () => {
    equal(await (await site.fetch("/docs/with%20spaces%20%C3%A9.txt")).text(), "a file with spaces\n");
  },
  "a folder has an index, and its name leads there": async () => {
    equal(await titleOf(await site.fetch("/docs/")), "Docs");
    const response = await site.fetch("/docs?a=1&b=%20", { redirect: "manual" });
    equal([response.status, header(response, "location")], [308, "./docs/?a=1&b=%20"]);
  },
  "a file that the client has is not sent again": async () => {
    const etag = header(await site.fetch("/assets/app.1f2e3d.js"), "etag");
    const known = await site.fetch("/assets/app.1f2e3d.js", { headers: { "if-none-match": `"other", ${etag}` } });
    equal([known.status, await known.text()], [304, ""]);
    const other = await site.fetch("/assets/app.1f2e3d.js", { headers: { "if-none-match": '"other"' } });
    equal(other.status, 200);
  },
  "a part of a file": async () => {
    const response = await site.fetch("/assets/app.1f2e3d.js", { headers: { range: "bytes=7-11" } });
    equal([response.status, await response.text()], [206, "const"]);
    equal(header(response, "content-range"), "bytes 7-11/33");
    const beyond = await site.fetch("/assets/app.1f2e3d.js", { headers: { range: "bytes=99-" } });
    equal(beyond.status, 416);
  },
  "a missing path is answered with the page for it": async () => {
    const response = await site.fetch("/none/at/all.html");
    equal([response.status, await titleOf(response)], [404, "Missing"]);
  },
  "an application answers every path": async () => {
    const response = await application.fetch("/orders/17");
    equal([response.status, await titleOf(response)], [200, "Application"]);
    equal(await (await application.fetch("/main.js")).text(), "document.title = location.pathname;\n");
  },
  "no path leaves the folder": async () => {
    for (const path of ["/..%2fsites.ts", "/%2e%2e/sites.ts", "/docs/..%2F..%2Fsites.ts"]) {
      equal((await site.fetch(path)).status, 404);
    }
  },
  "files whose names change are kept, others are asked for": async () => {
    const kept = async (path: string) => header(await site.fetch(path), "cache-control");
    equal(await kept("/assets/app.1f2e3d.js"), "public, max-age=31536000, immutable");
    equal(await kept("/style.css"), "public, max-age=0, must-revalidate");
  },
  "text is sent compressed to those who take it": async () => {
    const response = await site.fetch("/style.css", { headers: { "accept-encoding": "gzip" } });
    equal(header(response, "vary").toLowerCase(), "accept-encoding");
    const text = await response.text();
    equal([text.length, text.slice(0, 11)], [1902, ".column-1 {"]);
  },
  "HEAD has the head alone": async () => {
    const response = await site.fetch("/assets/app.1f2e3d.js", { method: "HEAD" });
    equal([response.status, header(response, "content-length"), await response.text()], [200, "33", ""]);
  },
  "other methods are refused": async () => {
    const response = await site.fetch("/index.html", { method: "POST", body: "a" });
    equal(Math.floor(response.status / 100), 4);
  },
};
