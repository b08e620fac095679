import { check } from "../check.ts";

const plain = new Error("broken");
const typed = new TypeError("wrong", { cause: new RangeError("deep", { cause: "text" }) });
const aggregate = new AggregateError([new Error("one"), "two"], "many");
const silent = new Error();
class Missing extends Error {
  readonly status = 404;
  constructor(readonly path: string) {
    super(`no ${path}`);
    this.name = "Missing";
  }
  describe() {
    return `${this.status} ${this.path}`;
  }
}
class Gone extends Missing {
  override describe() {
    return `gone: ${super.describe()}`;
  }
}
const missing = new Missing("/a");
const gone = new Gone("/b");
const coded = Object.assign(new Error("coded"), { code: "ENOENT", errno: -2 });
const renamed = new Error("x");
renamed.name = "Renamed";
const own = new SyntaxError("s");
const cyclic: any = new Error("cycle");
cyclic.cause = cyclic;
const falsy = new Error("falsy", { cause: undefined });

await check("error", () => [plain.message, plain.name, plain instanceof Error, String(plain), Object.keys(plain)]);
await check("cause", () => [typed instanceof TypeError, (typed.cause as Error).message, (typed.cause as any).cause]);
await check("aggregate", () => [aggregate.errors.length, aggregate.errors[0].message, aggregate.errors[1], aggregate.message, aggregate.name]);
await check("no-message", () => [silent.message, Object.hasOwn(silent, "message")]);
await check("subclass", () => [missing.message, missing.name, missing.status, missing.path, missing.describe(), missing instanceof Missing, missing instanceof Error]);
await check("second-subclass", () => [gone.describe(), gone instanceof Gone, gone instanceof Missing, gone.message]);
await check("custom-members", () => [coded.code, coded.errno, Object.keys(coded)]);
await check("renamed", () => String(renamed));
await check("syntax-error", () => [own.name, own.constructor === SyntaxError]);
await check("own-cause", () => cyclic.cause === cyclic);
await check("undefined-cause", () => ["cause" in falsy, falsy.cause === undefined]);
await check("has-stack", () => typeof plain.stack);
await check("throws-it", () => {
  try {
    throw missing;
  } catch (error) {
    return error === missing;
  }
});
await check("throws-new", () => {
  try {
    throw new Gone("/c");
  } catch (error) {
    return [(error as Gone).describe(), error instanceof Missing];
  }
});
