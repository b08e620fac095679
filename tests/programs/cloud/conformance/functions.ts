// The behaviours of `Function`.

import { Function } from "lumi/cloud";
import { type Behaviours, equal, failing } from "./checks.ts";

const add = new Function("add", (left: number, right: number) => left + right);
const reply = new Function("reply", (value: unknown) => value);
const fails = new Function("fails", () => {
  throw new TypeError("it fails on purpose");
});

export const functions: Behaviours = {
  "a call answers the result": async () => {
    equal(await add.call(1, 2), 3);
  },
  "arguments and results are JSON": async () => {
    const value = { text: "\u00e9", list: [1, null, true], nested: { empty: {} } };
    equal(await reply.call(value), value);
  },
  "a call fails with the message of the function": async () => {
    const message = await failing(() => fails.call());
    equal(message.includes("it fails on purpose"), true);
  },
  "calls run at the same time": async () => {
    const all = await Promise.all([1, 2, 3, 4].map((n) => add.call(n, n)));
    equal(all, [2, 4, 6, 8]);
  },
};
