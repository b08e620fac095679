// A client of a REST API: an object that is created, compared, changed and removed over HTTP.

import { Config, secret } from "lumi";
import { http } from "lumi/std";

// Where the objects are: `lumi config set url https://…`.
const config = new Config();
const url = config.get("url") ?? "http://127.0.0.1:8080/notes";
// What opens the API, if it is closed: `lumi config set token --secret`.
const token = config.getSecret("token") ?? secret("");

const note = new http.Resource<{ text: string }>("note", {
  create: { url },
  read: { url: `${url}/{id}` },
  update: { url: `${url}/{id}` },
  delete: { url: `${url}/{id}` },
  headers: { authorization: token.then((it) => `Bearer ${it}`) },
  body: { text: config.get("text") ?? "Hello from Lumi" },
  outputs: { text: "/text" },
});

export const noteId = note.id;
export const text = note.values.text;
