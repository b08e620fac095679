// The behaviours of `Rpc`.

import { HttpError, KVStore, Router, Rpc } from "lumi/cloud";
import { type Behaviours, equal, failing, fresh } from "./checks.ts";

const door = new Router("methods");
const people = new KVStore<string>("people");

const names = new Rpc("names", {
  async set(id: string, name: string) {
    if (name === "") throw new HttpError(422, "a name has letters");
    await people.set(id, name);
  },
  get: (id: string) => people.get(id),
  async both(one: string, other: string): Promise<(string | undefined)[]> {
    return [await this.get(one), await this.get(other)];
  },
}, { router: door });

export const rpcs: Behaviours = {
  "a method is called with its arguments, and answers its result": async () => {
    const id = fresh();
    equal(await names.set(id, "Ann"), undefined);
    equal(await names.get(id), "Ann");
  },
  "a method calls others of its interface": async () => {
    const id = fresh();
    await names.set(id, "Ann");
    equal(await names.both(id, id), ["Ann", "Ann"]);
  },
  "a call fails with the message of the method": async () => {
    const message = await failing(() => names.set("1", ""));
    equal(message.includes("a name has letters"), true);
  },
  "others call a method with a list of arguments": async () => {
    const id = fresh();
    const answer = await door.fetch("/rpc/names/set", { method: "POST", body: JSON.stringify([id, "Bob"]) });
    equal([answer.status, await answer.json()], [200, {}]);
    const read = await door.fetch("/rpc/names/get", { method: "POST", body: JSON.stringify(id) });
    equal([read.status, await read.json()], [200, { result: "Bob" }]);
  },
  "others get the status of an HttpError, and 404 for a method that is not there": async () => {
    const empty = await door.fetch("/rpc/names/set", { method: "POST", body: '["1",""]' });
    equal([empty.status, await empty.json()], [422, { error: "a name has letters" }]);
    const missing = await door.fetch("/rpc/names/constructor", { method: "POST", body: "[]" });
    equal(missing.status, 404);
  },
};
