import { check } from "../check.ts";

const resolved = Promise.resolve({ a: 1 });
const pending = new Promise<string>((resolve) => setTimeout(() => resolve("later"), 20));
const rejected = Promise.reject(new TypeError("no"));
rejected.catch(() => {});
const inside = { list: [Promise.resolve(1), Promise.resolve(2)] };
const chained = Promise.resolve(Promise.resolve(3)).then((it) => it + 1);
const ofFunction = Promise.resolve((x: number) => x * 2);

await check("resolved", async () => (await resolved).a);
await check("pending", async () => await pending);
await check("rejected", () => rejected.then(() => "?", (error) => [error instanceof TypeError, error.message]));
await check("promises-inside", async () => await Promise.all(inside.list));
await check("chained", () => chained);
await check("promise-of-function", async () => (await ofFunction)(21));
await check("is-promise", () => [resolved instanceof Promise]);
