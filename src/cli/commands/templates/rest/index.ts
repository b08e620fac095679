// A client of a REST API: an object that is created, compared, changed and removed over HTTP.

import { Config, log, secret } from "lumi";
import { http } from "lumi/std";

// The URL of the API: `lumi config set url https://…`.
const config = new Config();
const url = config.get("url");
// The token of the API, if it needs one: `lumi config set token --secret`.
const token = config.getSecret("token") ?? secret("");

if (url === undefined) {
  log.warn("there is no API yet: README.md says how to start one here, and how to name one");
}

const note = url === undefined ? undefined : new http.Resource<{ text: string }>("note", {
  create: { url },
  read: { url: `${url}/{id}` },
  update: { url: `${url}/{id}` },
  delete: { url: `${url}/{id}` },
  headers: { authorization: token.then((it) => `Bearer ${it}`) },
  body: { text: config.get("text") ?? "Hello from Lumi" },
  outputs: { text: "/text" },
});

export const noteId = note?.id;
export const text = note?.values.text;
