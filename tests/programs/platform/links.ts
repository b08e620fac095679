// Short links: another program for `lumi/cloud`.

import { Function, HttpError, type HttpRequest, KVStore, Queue, Router } from "lumi/cloud";

interface Click {
  code: string;
  from: string;
}

const links = new KVStore<string>("links");
const clicks = new KVStore<Click>("clicks");
const clicked = new Queue<Click>("clicked");

// The id makes it the same click, however often the message comes. Those on `held` count once there is
// a link `open`.
clicked.subscribe("count", async (click, { id, attempt }) => {
  if (click.code === "unlucky" && attempt === 1) throw new Error("bad luck");
  while (click.code === "held" && (await links.get("open")) === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await clicks.set(`${click.code}/${id}`, click);
});

const report = new Function("report", async (codes: string[]) => {
  const entries = codes.map(async (code) => [code, (await clicks.keys(`${code}/`)).length] as const);
  return Object.fromEntries(await Promise.all(entries));
});

const api = new Router("api");
const wellKnown = { docs: "https://docs.example.com/", home: "https://example.com/" };

for (const [code, url] of Object.entries(wellKnown)) {
  api.get(`/${code}`, () => redirect(url));
}

api.put("/:code", async ({ params: { code }, ...request }) => {
  const { url } = request.json();
  if (!URL.canParse(url)) throw new HttpError(422, `${JSON.stringify(url)} is no URL`);
  await links.set(code, url);
  return { status: 201, body: { code, url } };
});

api.get("/:code", async (request) => {
  const { code } = request.params;
  const url = await links.get(code);
  if (url === undefined) throw new HttpError(404, `there is no link ${code}`);
  await clicked.push({ code, from: agent(request) });
  return redirect(url);
});

api.get("/clicks/*", async ({ params }) => report.call(params["*"].split("/")));
api.post("/broken", () => {
  const link: { url?: URL } = {};
  return link.url!.href;
});
api.any("/echo", ({ method, body }) => ({ method, length: body.length }));

function redirect(location: string) {
  return { status: 302, headers: { location } };
}

const agent = (request: HttpRequest) => request.headers["user-agent"] ?? "nobody";
