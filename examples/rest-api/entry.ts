// What all entries of the directory have in common.

import { Config, type CustomResourceOptions, type Input, interpolate } from "lumi";
import { http } from "lumi/std";

const config = new Config();
const url = config.require("url");
const token = config.requireSecret("token");

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
      headers: { authorization: interpolate`Bearer ${token}` },
      body,
      outputs: { self: "/self" },
    }, options);
  }
}
