// Errors are blamed on the input that is wrong: each line below a comment is one, and no other is.

import type { Property } from "lumi";
import { exec, fs, http } from "lumi/std";

declare const text: Property<string>;
declare const number: Property<number>;

new http.Resource("a", {
  create: {
    url: "http://x",
    // @ts-expect-error: a text is no status
    expectStatus: "200",
  },
  read: {
    url: "http://x",
    // @ts-expect-error: nor is a Property of one
    expectStatus: text,
  },
  update: {
    // @ts-expect-error: a number is no URL
    url: number,
    method: "PUT",
  },
  delete: {
    url: "http://x",
    // @ts-expect-error: a slip
    methd: "DELETE",
  },
  headers: {
    // @ts-expect-error: headers are texts
    "x-tries": 3,
  },
});
new exec.Command("a", {
  // @ts-expect-error: a number is no command
  create: number,
  read: [
    "test",
    // @ts-expect-error: arguments are texts
    5,
  ],
});
new fs.File("a", {
  path: "a",
  content: text,
  // @ts-expect-error: neither text nor number
  mode: true,
});
