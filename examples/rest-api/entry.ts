// The common part of all entries of the directory.

import { Config, type CustomResourceOptions, type Input, interpolate } from "lumi";
import { http } from "lumi/std";

const config = new Config();
const url = config.require("url");
const token = config.requireSecret("token");

// The token is a matter of who deploys, not of the entries: another one changes none of them.
const directory = new http.Provider("directory", {
  headers: { [url]: { authorization: interpolate`Bearer ${token}` } },
});

/** Parts of an entry that the directory decides about. */
interface Answer {
  self: string;
}

/** An object that `POST /COLLECTION` makes and `/COLLECTION/ID` is. */
export class Entry extends http.Resource<Answer> {
  constructor(name: string, collection: string, body: Record<string, Input<unknown>>, options?: CustomResourceOptions) {
    const one = { url: `${url}/${collection}/{id}` };
    super(name, {
      create: { url: `${url}/${collection}` },
      read: one,
      update: one,
      delete: one,
      // An answer that was lost on the way leaves no second entry behind.
      find: { url: `${url}/${collection}`, match: { "/name": body.name } },
      body,
      outputs: { self: "/self" },
    }, { provider: directory, ...options });
  }
}
